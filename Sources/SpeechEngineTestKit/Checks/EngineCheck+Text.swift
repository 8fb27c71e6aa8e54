internal import SpeechRecognition

extension EngineCheck {
  /// Text is written as its style says: spoken text in lower case without marks, and written text
  /// just where the engine says that it sets marks (``EngineCapability/punctuation``). The spoken
  /// words that an engine tells are plain words.
  public static let text = EngineCheck(name: "Text is written as it is said to be") { bench in
    for sample in try await bench.samples() {
      let take = try await bench.drive {
        try $0.take(sample.sound, chunk: 4096, partials: true)
      }
      try bench.requireText(of: sample, take.heard, "\(sample.fixture) in pieces of 4096 samples")
      for mark in take.marks {
        guard let hypothesis = mark.update.hypothesis else { continue }
        try bench.checkStyle(of: hypothesis, "\(sample.fixture)")
      }
    }
  }
}

extension CheckBench {
  fileprivate func checkStyle(
    of hypothesis: Hypothesis, _ input: String
  ) throws(EngineCheckFailure) {
    let style = hypothesis.textStyle
    let setsMarks = abilities.contains(.punctuation)
    if [.spoken, .written].contains(style) {
      try require(
        (style == .written) == setsMarks, input,
        expected: setsMarks
          ? "Written text, since the engine says that it sets marks."
          : "Spoken text, since the engine doesn't say that it sets marks.",
        actual: "“\(hypothesis.text)” of the style “\(style.rawValue)”.")
    }
    if style == .spoken {
      try require(
        ([hypothesis.text] + hypothesis.alternatives).allSatisfy(\.isPlain), input,
        expected: "Spoken text in lower case and without marks.",
        actual: "“\(hypothesis.text)”, or else \(hypothesis.alternatives).")
    }
    for word in hypothesis.words {
      guard let spoken = word.spokenWords else { continue }
      try require(
        spoken.allSatisfy { !$0.isEmpty && $0.isPlain && !$0.contains(where: \.isWhitespace) },
        input, expected: "Spoken words in lower case, without marks and blanks.",
        actual: "\(spoken) for “\(word.text)”.")
    }
  }
}

extension String {
  /// Whether the text has no capitals and no marks that only writing has. Points stay, for
  /// dictionaries list spelled letters with them.
  fileprivate var isPlain: Bool {
    self == lowercased() && !contains { [",", ";", ":", "!", "?", "…", "“", "”"].contains($0) }
  }
}
