import SpeechAudio
public import SpeechRecognition

/// Takes what a session emits.
public final class Updates: Sendable {
  private let list = Locked<[EngineUpdate]>([])

  public init() {}

  public func add(_ update: EngineUpdate) { list.withLock { $0.append(update) } }

  public var all: [EngineUpdate] { list.withLock { $0 } }

  /// The final hypotheses, an inner `nil` for each utterance without words.
  public var finals: [Hypothesis?] {
    all.compactMap { update in
      if case .final(let hypothesis) = update.kind { .some(hypothesis) } else { nil }
    }
  }

  public var partials: [(hypothesis: Hypothesis, stableWords: Int)] {
    all.compactMap { update in
      if case .partial(let hypothesis, let stable) = update.kind {
        (hypothesis, stable)
      } else {
        nil
      }
    }
  }
}
