/// Finds the words that are said where a text stands as people write it.
///
/// ```swift
/// SpokenForm(locale: LocaleID("en-US")).words(in: "In 1996 Dr. Smith paid $5.20.")
/// // in nineteen ninety six doctor smith paid five dollars and twenty cents
/// ```
///
/// Words come in lower case. Marks fall away but for apostrophes inside words, which become
/// straight; hyphens, dashes and slashes part words. In English, figures, signs and common
/// abbreviations are spelled out as well; in other languages they stay as they are written.
///
/// Many figures can be said in several ways. The rules, which follow what is usual in the
/// transcripts of English speech corpora, choose one:
///
/// - Cardinals are said without "and": `1,205` is one thousand two hundred five. Without thousands
///   separators, more than six digits, or a zero in front, are said digit by digit, unless three
///   zeros end them.
/// - Four digits without a separator from 1100 to 1999 and from 2010 to 2099 are read as years:
///   `1996` nineteen ninety six, `1905` nineteen oh five, `1900` nineteen hundred; `2005` is two
///   thousand five. A plural is a decade: `1990s` nineteen nineties.
/// - Decimals are read digit by digit behind "point"; ordinals are `1st`, `22nd`.
/// - `5:30` is five thirty, `5:05` five oh five, and `5:00` five o'clock, or five before "am" and
///   "pm".
/// - `$5.20` is five dollars and twenty cents, `$5 million` five million dollars; so with `£`, `€`,
///   `¥`. `%` is percent, `&` and, `+` plus, `×` times, `@` at, `=` equals, `°` degrees, `#5`
///   number five.
/// - `Mr.`, `Mrs.`, `Dr.`, `Prof.`, `vs.`, `etc.` and their like are spelled out; titles that are
///   words too, such as `Gen.`, only before a capitalised word. `St.` is saint before a capitalised
///   word and street elsewhere.
/// - Letters with points, such as `U.S.` and `a.m.`, are said one by one. Acronyms without points
///   and Roman numerals stay as they are, since nothing tells them from words.
public struct SpokenForm: Sendable, Hashable {
  private enum Rules: Sendable, Hashable {
    case english
    /// Languages that tell `I` with and without a dot apart.
    case turkic
    case plain
  }

  private let rules: Rules

  /// Creates the rules of a language.
  ///
  /// - Parameter locale: The language of the text.
  public init(locale: LocaleID) {
    rules =
      switch locale.language {
      case "en": .english
      case "az", "tr": .turkic
      default: .plain
      }
  }

  /// Finds the words that are said.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The words in order, in lower case and without marks.
  public func words(in text: String) -> [String] {
    words(ofEach: text.split(whereSeparator: \.isWhitespace).map(String.init)).flatMap(\.self)
  }

  /// Finds the words of each piece of a text; the pieces beside it may decide how it is read.
  func words(ofEach pieces: [String]) -> [[String]] {
    switch rules {
    case .english: EnglishSpokenForm.words(ofEach: pieces)
    case .turkic:
      pieces.map { piece in
        Self.plainWords(in: piece.replacing("I", with: "ı").replacing("İ", with: "i"))
      }
    case .plain: pieces.map(Self.plainWords)
    }
  }

  /// The words of a text in lower case, without marks.
  static func plainWords(in text: String) -> [String] {
    let characters = readable(text)
    var words: [String] = []
    var word = ""
    for (index, character) in characters.enumerated() {
      let isInner =
        character == "'" && !word.isEmpty && index + 1 < characters.count
        && characters[index + 1].isSaid
      if character.isSaid || isInner {
        word.append(character)
      } else if !word.isEmpty {
        words.append(word.lowercased())
        word = ""
      }
    }
    return word.isEmpty ? words : words + [word.lowercased()]
  }

  /// The characters of a text with straight apostrophes, without those that only steer layout.
  static func readable(_ text: String) -> [Character] {
    text.compactMap { character in
      switch character {
      case "’", "‘", "ʼ", "＇": return "'"
      default:
        let isInvisible = character.unicodeScalars.allSatisfy {
          $0.properties.generalCategory == .format
        }
        return isInvisible ? nil : character
      }
    }
  }
}

extension Character {
  /// Whether the character is part of a word that can be said.
  var isSaid: Bool { isLetter || isNumber }
  /// The value of a figure from 0 to 9; of ASCII only, for other figures count otherwise.
  var digit: Int? {
    guard let value = asciiValue, (48...57).contains(value) else { return nil }
    return Int(value) - 48
  }
}
