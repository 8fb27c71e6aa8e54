internal import Foundation

/// The model of a pool, loaded once where its engine lets sessions share it.
///
/// Called on workers' threads only, which may block: loads of one model wait for each other.
final class SharedModel: @unchecked Sendable {
  private let lock = NSLock()
  // Only touched while the lock is held.
  private var shared: (any EngineModel)?

  func model(
    load: () throws(SpeechError) -> any EngineModel
  ) throws(SpeechError) -> any EngineModel {
    lock.lock()
    defer { lock.unlock() }
    if let shared { return shared }
    let model = try load()
    if model.sharing == .concurrentSessions { shared = model }
    return model
  }
}
