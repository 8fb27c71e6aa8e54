internal import SpeechRecognition

extension EngineUpdate {
  /// The text of a partial or final result.
  var hypothesis: Hypothesis? {
    switch kind {
    case .partial(let hypothesis, _): hypothesis
    case .final(let hypothesis): hypothesis
    default: nil
    }
  }

  /// The words of a partial or final result.
  var words: [Hypothesis.Word] { hypothesis?.words ?? [] }

  /// What is told, in a few words.
  var summary: String {
    switch kind {
    case .partial(let hypothesis, _): "the partial result \(Heard([hypothesis]))"
    case .final(let hypothesis): "the final result \(Heard([hypothesis].compactMap(\.self)))"
    case .boundary(let time): "a boundary at \(time)"
    case .warning(let warning): "the warning “\(warning.message)”"
    }
  }
}
