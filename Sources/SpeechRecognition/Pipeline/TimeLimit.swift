/// Runs an operation and says when it takes longer than a limit.
///
/// - Parameters:
///   - limit: The longest time, or `nil` for none.
///   - operation: The work; it is not cancelled, `onTimeLimit` is to end it.
///   - onTimeLimit: Called once when the limit is reached first.
/// - Returns: What the operation returns.
func withTimeLimit<Value: Sendable>(
  _ limit: Duration?, operation: () async -> Value, onTimeLimit: @escaping @Sendable () -> Void
) async -> Value {
  guard let limit else { return await operation() }
  let timer = Task {
    do { try await Task.sleep(for: limit) } catch { return }
    onTimeLimit()
  }
  defer { timer.cancel() }
  return await operation()
}
