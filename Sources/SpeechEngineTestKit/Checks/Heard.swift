internal import SpeechRecognition

/// What was heard: words with their times.
struct Heard: Sendable, Hashable, CustomStringConvertible {
  /// One word.
  struct Word: Sendable, Hashable {
    let text: String
    let spokenWords: [String]
    let range: AudioTimeRange?
  }

  var words: [Word]

  init(_ hypotheses: [Hypothesis], locale: LocaleID = LocaleID("")) {
    let nowhere = AudioTimeRange(start: .zero, end: .zero)
    self.init(
      hypotheses.map { Transcription.Utterance($0, timeRange: nowhere, locale: locale) })
  }

  init(_ utterances: [Transcription.Utterance]) {
    words = utterances.flatMap(\.segments).map { segment in
      Word(
        text: segment.substring, spokenWords: segment.spokenWords, range: segment.timeRange)
    }
  }

  var spokenText: String { words.flatMap(\.spokenWords).joined(separator: " ") }

  /// The same words at another place of the timeline.
  func shifted(by offset: AudioTime) -> Heard {
    var shifted = self
    shifted.words = words.map { word in
      Word(
        text: word.text, spokenWords: word.spokenWords, range: word.range?.shifted(by: offset))
    }
    return shifted
  }

  var description: String {
    guard !words.isEmpty else { return "nothing" }
    return words.map { word in
      // Seconds as a decimal number are short; the fraction tells apart what is not equal.
      let range = word.range.map { " [\($0.start.exact), \($0.end.exact)]" } ?? ""
      return word.text + range
    }.joined(separator: " ")
  }
}

extension AudioTime {
  fileprivate var exact: String { "\(seconds)" }
}
