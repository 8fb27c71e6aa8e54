import SpeechRecognition
import Synchronization

/// Takes what a session emits.
final class Updates: Sendable {
  private let list = Mutex<[EngineUpdate]>([])

  func add(_ update: EngineUpdate) { list.withLock { $0.append(update) } }

  var all: [EngineUpdate] { list.withLock { $0 } }

  /// The final hypotheses, an inner `nil` for each utterance without words.
  var finals: [Hypothesis?] {
    all.compactMap { update in
      if case .final(let hypothesis) = update.kind { .some(hypothesis) } else { nil }
    }
  }

  var partials: [(hypothesis: Hypothesis, stableWords: Int)] {
    all.compactMap { update in
      if case .partial(let hypothesis, let stable) = update.kind {
        (hypothesis, stable)
      } else {
        nil
      }
    }
  }
}

/// Lets a session hear an utterance, in pieces of a number of samples.
func hear(
  _ samples: [Int16], in session: any EngineSession, pieces: Int = .max,
  start: AudioTime = .zero, wants: Set<UtteranceRequest.Want> = []
) throws -> Updates {
  let updates = Updates()
  let context = EngineContext { updates.add($0) }
  try session.begin(UtteranceRequest(start: start, wants: wants), context)
  var position = 0
  while position < samples.count {
    let next = position + min(pieces, samples.count - position)
    let piece = AudioBuffer(samples[position..<next], sampleRate: DebianSpeech.rate)
    try session.accept(piece, context)
    position = next
  }
  try session.end(context)
  return updates
}
