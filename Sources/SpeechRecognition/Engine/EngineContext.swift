/// What an engine session may use during one call: a way to emit updates, and the caller's wish to
/// stop.
///
/// The context can't be copied or kept: it is valid during the call only.
public struct EngineContext: ~Copyable, Sendable {
  private let cancellation: CancellationFlag
  private let receive: @Sendable (EngineUpdate) -> Void

  /// Creates a context for one call, as the library does; engine tests need it too.
  ///
  /// - Parameters:
  ///   - cancellation: Becomes set when the caller no longer wants the utterance.
  ///   - receive: Takes each update, on the thread of the call.
  public init(
    cancellation: CancellationFlag = CancellationFlag(),
    receive: @escaping @Sendable (EngineUpdate) -> Void
  ) {
    self.cancellation = cancellation
    self.receive = receive
  }

  /// Whether the caller no longer wants the utterance.
  ///
  /// Look at it at least every 100 ms of work, and return early when it is set.
  public var isCancelled: Bool { cancellation.isSet }

  /// Hands an update to the caller; may be used many times in one call.
  ///
  /// - Parameter update: What the engine has found.
  public func emit(_ update: EngineUpdate) { receive(update) }
}
