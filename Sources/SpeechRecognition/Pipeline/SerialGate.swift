/// Lets asynchronous operations through one at a time, in the order in which they came.
final class SerialGate: Sendable {
  private struct State {
    var isBusy = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  /// Runs an operation when all that came before it are done.
  nonisolated(nonsending) func run<Value>(
    _ operation: () async throws(SpeechError) -> Value
  ) async throws(SpeechError) -> Value {
    await enter()
    defer { leave() }
    return try await operation()
  }

  nonisolated(nonsending) private func enter() async {
    await withCheckedContinuation { continuation in
      let mayEnter = state.withLock { state in
        guard state.isBusy else {
          state.isBusy = true
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if mayEnter { continuation.resume() }
    }
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.isBusy = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
