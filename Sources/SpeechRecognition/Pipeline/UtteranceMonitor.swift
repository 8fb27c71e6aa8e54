import Synchronization

/// Passes the updates of one utterance on and sees that the engine keeps to its contract.
final class UtteranceMonitor: Sendable {
  private let start: AudioTime
  private let style: Segmentation.Style
  private let receive: @Sendable (SpeechPipeline.Event) -> Void
  private let finals = Mutex(0)

  init(
    start: AudioTime, style: Segmentation.Style,
    receive: @escaping @Sendable (SpeechPipeline.Event) -> Void
  ) {
    self.start = start
    self.style = style
    self.receive = receive
  }

  /// Takes an update on the engine's thread.
  func take(_ update: EngineUpdate) {
    switch update.kind {
    case .partial(let hypothesis, _): receive(.partial(hypothesis, update.range))
    case .final(let hypothesis):
      let count = finals.withLock { count in
        count += 1
        return count
      }
      if count == 1 || style == .engineCuts { receive(.final(hypothesis, update.range)) }
    case .boundary(let time): receive(.finalized(through: time))
    case .warning(let warning): receive(.warning(warning))
    }
  }

  /// Checks after the end that the engine gave its final result.
  ///
  /// - Throws: ``SpeechError`` of code `internalFailure` that names the engine.
  func checkFinals(engine: String) throws(SpeechError) {
    let count = finals.withLock { $0 }
    guard style == .engineCuts ? count >= 1 : count == 1 else {
      throw SpeechError(
        .internalFailure,
        "The engine \(engine) gave \(count) final results for the utterance at \(start).",
        remedy: "An engine session must emit exactly one final result before `end` returns.",
        engine: engine)
    }
  }
}
