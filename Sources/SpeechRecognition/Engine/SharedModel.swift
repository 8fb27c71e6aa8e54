/// The model of a pool, loaded once where its engine lets sessions share it.
///
/// Called on workers' threads only, which may block: loads of one model wait for each other.
final class SharedModel: Sendable {
  private let shared = Locked<(any EngineModel)?>(nil)

  func model(
    load: () throws(SpeechError) -> any EngineModel
  ) throws(SpeechError) -> any EngineModel {
    try shared.withLock { (shared) throws(SpeechError) -> any EngineModel in
      if let shared { return shared }
      let model = try load()
      if model.sharing == .concurrentSessions { shared = model }
      return model
    }
  }
}
