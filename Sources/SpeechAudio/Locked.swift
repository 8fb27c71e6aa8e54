internal import Foundation

/// A value that can only be reached while a lock is held.
///
/// It does what `Synchronization.Mutex` does, over a lock that ThreadSanitizer knows: the way of a
/// contended `Mutex` runs through the uninstrumented standard library, so that every such access is
/// reported as a race (Swift 6.3, Linux).
// Unchecked: `value` is only touched between `lock` and `unlock`.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
  }

  /// Calls a closure with the value while the lock is held.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
