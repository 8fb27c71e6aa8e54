/// Passes the updates of one utterance on and sees that the engine keeps to its contract.
final class UtteranceMonitor: Sendable {
  private let style: Segmentation.Style
  private let receive: @Sendable (SpeechPipeline.Event) -> Void
  private struct Seen {
    var finals = 0
    var hasTold = false
  }

  private let seen = Locked(Seen())

  init(
    style: Segmentation.Style, receive: @escaping @Sendable (SpeechPipeline.Event) -> Void
  ) {
    self.style = style
    self.receive = receive
  }

  /// Takes an update on the engine's thread.
  func take(_ update: EngineUpdate) {
    switch update.kind {
    case .partial(let hypothesis, _):
      tellSpeech(hypothesis, update.range)
      receive(.partial(hypothesis, update.range))
    case .final(let hypothesis):
      let count = seen.withLock { seen in
        seen.finals += 1
        return seen.finals
      }
      guard count == 1 || style == .engineCuts else { return }
      tellSpeech(hypothesis, update.range)
      receive(.final(hypothesis, update.range))
      seen.withLock { $0.hasTold = false }
    case .boundary(let time): receive(.finalized(through: time))
    case .warning(let warning): receive(.warning(warning))
    }
  }

  /// Tells the start of speech where nobody stands in front of the engine to find it.
  private func tellSpeech(_ hypothesis: Hypothesis?, _ range: AudioTimeRange) {
    guard style != .cutAtPauses, hypothesis?.words.isEmpty == false else { return }
    let isFirst = seen.withLock { seen in
      defer { seen.hasTold = true }
      return !seen.hasTold
    }
    if isFirst { receive(.speechStarted(range.start)) }
  }

  /// Checks after the end that the engine gave its final result.
  ///
  /// - Throws: ``SpeechError`` of code `internalFailure` that names the engine.
  func checkFinals(engine: String) throws(SpeechError) {
    let count = seen.withLock { $0.finals }
    guard style == .engineCuts ? count >= 1 : count == 1 else {
      throw SpeechError(
        .internalFailure,
        "The engine \(engine) gave \(count) final results for one utterance.",
        remedy: "An engine session must emit exactly one final result before `end` returns.",
        engine: engine)
    }
  }
}
