internal import Foundation

extension ScriptedEngine {
  /// A place where a blocking call waits until a test lets it go on.
  public final class Gate: @unchecked Sendable {
    private struct Waiter {
      let number: Int
      let continuation: CheckedContinuation<Void, Never>
    }

    private let condition = NSCondition()
    // All of these are only touched between `lock` and `unlock`.
    private var isOpen = false
    private var permits = 0
    private var arrived = 0
    private var waiters: [Int: Waiter] = [:]
    private var nextWaiter = 0

    /// Creates a gate that is closed.
    public init() {}

    /// Waits on the calling thread until the gate lets the call through.
    public func pass() {
      condition.lock()
      arrived += 1
      let ready = waiters.filter { $0.value.number <= arrived }
      for id in ready.keys { waiters[id] = nil }
      for waiter in ready.values { waiter.continuation.resume() }
      while !isOpen && permits == 0 { condition.wait() }
      if !isOpen { permits -= 1 }
      condition.unlock()
    }

    /// Lets all calls through, those that wait and those that will come.
    public func open() {
      condition.lock()
      isOpen = true
      condition.broadcast()
      condition.unlock()
    }

    /// Lets some calls through, whether they wait already or will come.
    ///
    /// - Parameter count: How many.
    public func letThrough(_ count: Int = 1) {
      condition.lock()
      permits += max(count, 0)
      condition.broadcast()
      condition.unlock()
    }

    /// How many calls have come to the gate so far.
    public var arrivals: Int {
      condition.lock()
      defer { condition.unlock() }
      return arrived
    }

    /// Waits until calls have come to the gate; returns at once when they have, or the waiting task
    /// is cancelled.
    ///
    /// - Parameter number: How many, counted from the first.
    public func arrival(_ number: Int = 1) async {
      let id = makeWaiterID()
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if !wait(id, Waiter(number: number, continuation: continuation)) {
            continuation.resume()
          }
        }
      } onCancel: {
        remove(id)?.continuation.resume()
      }
    }

    private func makeWaiterID() -> Int {
      condition.lock()
      defer { condition.unlock() }
      nextWaiter += 1
      return nextWaiter
    }

    private func wait(_ id: Int, _ waiter: Waiter) -> Bool {
      condition.lock()
      defer { condition.unlock() }
      guard arrived < waiter.number, !Task.isCancelled else { return false }
      waiters[id] = waiter
      return true
    }

    private func remove(_ id: Int) -> Waiter? {
      condition.lock()
      defer { condition.unlock() }
      return waiters.removeValue(forKey: id)
    }
  }
}
