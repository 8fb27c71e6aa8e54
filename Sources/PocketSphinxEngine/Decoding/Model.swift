import SpeechAudio
import SpeechRecognition
import Synchronization

/// A loaded model: with PocketSphinx, the decoder itself, which is handed to its one session.
///
/// `@unchecked Sendable`: the decoder is only touched by the first call of `makeSession`, or when
/// the model is freed; the flag sees to it that no two calls are the first.
final class Model: EngineModel, @unchecked Sendable {
  let sharing = ModelSharing.oneSession
  private var decoder: Decoder?
  private let isTaken = Atomic(false)
  private let engineID: String

  init(_ decoder: Decoder, engineID: String) {
    self.decoder = decoder
    self.engineID = engineID
  }

  func makeSession(_ configuration: EngineConfiguration) throws(SpeechError) -> any EngineSession {
    let wasTaken = isTaken.exchange(true, ordering: .acquiringAndReleasing)
    guard !wasTaken, let decoder else {
      throw SpeechError(
        .insufficientResources, "The model serves one session, and has made it.",
        remedy: "Load the model again.", engine: engineID)
    }
    self.decoder = nil
    return Session(decoder, tasks: Set(configuration.tasks.keys), engineID: engineID)
  }
}
