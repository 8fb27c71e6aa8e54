/// Reads written English as it is said, piece by piece.
struct EnglishSpokenForm {
  private static let signs: [Character: String] = [
    "&": "and", "%": "percent", "+": "plus", "×": "times", "@": "at", "=": "equals", "°": "degrees",
  ]
  private static let magnitudes: Set = ["hundred", "thousand", "million", "billion", "trillion"]
  private static let magnitudeSuffixes = [
    "k": "thousand", "m": "million", "bn": "billion", "b": "billion",
  ]

  private let text: [Character]
  private let around: EnglishNeighbours
  private var position = 0
  private var words: [String] = []

  static func words(ofEach pieces: [String]) -> [[String]] {
    let texts = pieces.map(SpokenForm.readable)
    return texts.indices.map { index in
      // Most words need no rule.
      if !texts[index].isEmpty, texts[index].allSatisfy(\.isPlain) {
        let word = String(texts[index])
        if !hasRule(word) { return [word] }
      }
      let around = EnglishNeighbours(
        previous: index > 0 ? texts[index - 1] : [],
        next: index + 1 < texts.count ? texts[index + 1] : [])
      var reader = EnglishSpokenForm(text: texts[index], around: around)
      reader.read()
      return reader.words
    }
  }

  private static func hasRule(_ word: String) -> Bool {
    ["am", "pm"].contains(word) || magnitudes.contains(word) || EnglishAbbreviations.contains(word)
  }

  private init(text: [Character], around: EnglishNeighbours) {
    self.text = text
    self.around = around
  }

  private func character(_ offset: Int = 0) -> Character? {
    let index = position + offset
    return text.indices.contains(index) ? text[index] : nil
  }

  private mutating func read() {
    while let first = character() {
      if EnglishCurrency.all[first] != nil, isNumber(at: 1) {
        position += 1
        readSum(in: first)
      } else if isNumber(at: 0) {
        readNumber()
      } else if first.isSaid {
        readWord()
      } else {
        if let word = sign(first) { words.append(word) }
        position += 1
      }
    }
  }

  /// The word of a sign, or `nil` for a mark that isn't said.
  private func sign(_ sign: Character) -> String? {
    switch sign {
    case "-", "−":
      let isBeforeSum = character(1).map { EnglishCurrency.all[$0] != nil } ?? false
      return position == 0 && (isBeforeSum || isNumber(at: 1)) ? "minus" : nil
    case "#": return character(1)?.digit == nil ? nil : "number"
    default: return Self.signs[sign]
    }
  }

  /// Whether a number begins here: with a digit, or with a point before one.
  private func isNumber(at offset: Int) -> Bool {
    guard let first = character(offset) else { return false }
    if first.digit != nil { return true }
    let isAtStart = character(offset - 1).map { !$0.isSaid && $0 != "." } ?? true
    return first == "." && isAtStart && character(offset + 1)?.digit != nil
  }

  // MARK: Numbers

  private mutating func readDigits() -> [Int] {
    var digits: [Int] = []
    while let digit = character()?.digit {
      digits.append(digit)
      position += 1
    }
    return digits
  }

  /// The digits before the point, and whether thousands were parted by commas.
  private mutating func readWhole() -> (digits: [Int], isGrouped: Bool) {
    var digits = readDigits()
    guard (1...3).contains(digits.count), digits[0] != 0 else { return (digits, false) }
    var isGrouped = false
    while character() == ",", (1...3).allSatisfy({ character($0)?.digit != nil }),
      character(4)?.digit == nil
    {
      position += 1
      digits += readDigits()
      isGrouped = true
    }
    return (digits, isGrouped)
  }

  /// The digits behind a point, or `nil` when there are none.
  private mutating func readFraction() -> [Int]? {
    guard character() == ".", character(1)?.digit != nil else { return nil }
    position += 1
    return readDigits()
  }

  /// The letters here in lower case.
  private var suffix: String {
    String(text[position...].prefix { $0.isSaid }).lowercased()
  }

  private mutating func readNumber() {
    let (whole, isGrouped) = readWhole()
    if !isGrouped, readTime(hour: whole) { return }
    let fraction = readFraction()
    guard fraction == nil else {
      if !whole.isEmpty { words += EnglishNumbers.cardinal(whole) }
      var part = fraction
      while let digits = part {
        words += ["point"] + EnglishNumbers.oneByOne(digits)
        part = readFraction()
      }
      return
    }
    let number = isGrouped ? EnglishNumbers.cardinal(whole) : EnglishNumbers.bare(whole)
    switch suffix {
    case "st", "nd", "rd", "th":
      words += EnglishNumbers.ordinal(EnglishNumbers.cardinal(whole))
      position += 2
    case "s":
      words += EnglishNumbers.plural(number)
      position += 1
    case "" where text[position...].starts(with: ["'", "s"]) && text.count == position + 2:
      words += EnglishNumbers.plural(number)
      position += 2
    default: words += number
    }
  }

  /// Reads the rest of `5:30` or `1:02:03`; `false` when it is no time.
  private mutating func readTime(hour: [Int]) -> Bool {
    let hours = hour.reduce(0) { ($0 * 10 + $1) % 1000 }
    guard (1...2).contains(hour.count), hours < 25, let minutes = readPart() else { return false }
    let seconds = readPart()
    words += EnglishNumbers.below100(hours)
    if let seconds {
      words += EnglishNumbers.pair(minutes) + EnglishNumbers.pair(seconds)
    } else if minutes > 0 {
      words += EnglishNumbers.pair(minutes)
    } else if !(1...12).contains(hours) {
      words.append("hundred")
    } else if ![suffix, around.nextWord].contains(where: ["am", "pm", "a", "p", "oclock"].contains)
    {
      words.append("o'clock")
    }
    return true
  }

  /// A colon with two digits below 60, as a number.
  private mutating func readPart() -> Int? {
    guard character() == ":", let ten = character(1)?.digit, let one = character(2)?.digit,
      ten < 6, character(3)?.digit == nil
    else { return nil }
    position += 3
    return 10 * ten + one
  }

  private mutating func readSum(in sign: Character) {
    guard let currency = EnglishCurrency.all[sign] else { return }
    let whole = readWhole().digits
    let fraction = readFraction()
    let isOne = whole == [1] && fraction == nil
    let number = whole.isEmpty ? ["zero"] : EnglishNumbers.cardinal(whole)
    if Self.magnitudes.contains(around.nextWord), position == text.count {
      words += number + point(fraction)
    } else if let magnitude = Self.magnitudeSuffixes[suffix] {
      position += suffix.count
      words += number + point(fraction) + [magnitude, currency.many]
    } else if let fraction, fraction.count == 2, let cent = currency.cent,
      let cents = currency.cents
    {
      let value = 10 * fraction[0] + fraction[1]
      let small = EnglishNumbers.below100(value) + [value == 1 ? cent : cents]
      let big = number + [whole == [1] ? currency.one : currency.many]
      let isNothing = number == ["zero"]
      words += value == 0 ? big : isNothing ? small : big + ["and"] + small
    } else {
      words += number + point(fraction) + [isOne ? currency.one : currency.many]
    }
  }

  private func point(_ fraction: [Int]?) -> [String] {
    fraction.map { ["point"] + EnglishNumbers.oneByOne($0) } ?? []
  }

  // MARK: Words

  private mutating func readWord() {
    if readInitials() { return }
    let start = position
    while let next = character(), next.isPartOfWord || isInnerApostrophe { position += 1 }
    let written = text[start..<position]
    let word = String(written).lowercased()
    let hasPoint = character() == "."
    let isLast = position + (hasPoint ? 1 : 0) == text.count
    let isBehindNumber = start > 0 ? text[start - 1].digit != nil : around.isBehindNumber
    if isBehindNumber, ["am", "pm"].contains(word) {
      words += [String(word.prefix(1)), "m"]
    } else if let expansion = EnglishAbbreviations.expansion(
      of: word, isCapitalized: written.first?.isUppercase ?? false, hasPoint: hasPoint,
      isBeforeName: isLast && around.isBeforeName, isBeforeNumber: isLast && around.isBeforeNumber)
    {
      words += expansion
    } else {
      words.append(word)
      if start == 0, Self.magnitudes.contains(word), let currency = around.currency {
        words.append(currency.many)
      }
      // A point inside a name of the net or of a file is said.
      if hasPoint, character(1)?.isLowercase == true { words.append("dot") }
    }
  }

  private var isInnerApostrophe: Bool {
    character() == "'" && character(-1)?.isPartOfWord == true
      && character(1)?.isPartOfWord == true
  }

  /// Reads letters with points between them, such as `U.S.`; `false` when there are none.
  private mutating func readInitials() -> Bool {
    var letters: [String] = []
    var end = position
    while end < text.count, text[end].isLetter {
      let next = end + 1 < text.count ? text[end + 1] : nil
      guard next.map({ !$0.isPartOfWord && $0 != "'" }) ?? true else { break }
      letters.append(text[end].lowercased())
      end += 1
      guard next == "." else { break }
      end += 1
    }
    guard letters.count > 1 else { return false }
    words += letters
    position = end
    return true
  }
}

extension Character {
  fileprivate var isPlain: Bool { ("a"..."z").contains(self) }
  /// Figures are read apart from letters, so that `MP3` is mp three.
  fileprivate var isPartOfWord: Bool { isSaid && digit == nil }
}
