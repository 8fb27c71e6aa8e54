import Synchronization

/// A wish to stop, set once from any thread and looked at by long work.
public final class CancellationFlag: Sendable {
  private let flag = Atomic(false)

  /// Creates a flag that is not set.
  public init() {}

  /// Whether the work is no longer wanted.
  public var isSet: Bool { flag.load(ordering: .acquiring) }

  /// Says that the work is no longer wanted.
  public func set() { flag.store(true, ordering: .releasing) }
}
