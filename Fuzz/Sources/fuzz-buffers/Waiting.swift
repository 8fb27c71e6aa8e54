import Dispatch

/// Waits for asynchronous work on libFuzzer's thread, which belongs to no executor.
enum Waiting {
  static func until(_ work: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await work()
      done.signal()
    }
    done.wait()
  }
}
