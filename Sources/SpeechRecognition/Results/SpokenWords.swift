internal import SpeechAudio

/// Where the spoken words of a segment come from.
enum SpokenWords: Sendable {
  /// They are the text.
  case text
  /// The engine told them.
  case given([String])
  /// They are found in the text of the utterance.
  case derived(DerivedSpokenWords, index: Int)

  func words(of text: String) -> [String] {
    switch self {
    case .text: text.split(whereSeparator: \.isWhitespace).map(String.init)
    case .given(let words): words
    case .derived(let derived, let index): derived[index]
    }
  }
}

/// The spoken words of an utterance's segments, found together when one is first asked for: most
/// partial texts are shown and never asked, and a word may depend on its neighbours.
final class DerivedSpokenWords: Sendable {
  private let texts: [String]
  private let form: SpokenForm
  private let found = Locked<[[String]]?>(nil)

  init(_ texts: [String], _ form: SpokenForm) {
    self.texts = texts
    self.form = form
  }

  subscript(index: Int) -> [String] {
    let words = found.withLock { found in
      let words = found ?? form.words(ofEach: texts)
      found = words
      return words
    }
    return words.indices.contains(index) ? words[index] : []
  }
}
