import Dispatch
import Synchronization

/// Hands log lines to a handler of the user's, in order, on a queue of its own: what the handler
/// does can't hold up or re-enter the decoder.
final class LogReceiver: Sendable {
  typealias Handler = @Sendable (PocketSphinxEngine.LogLine) -> Void

  /// Different for each receiver of the process.
  let id: Int
  let handler: Handler
  private let queue = DispatchQueue(label: "PocketSphinxEngine.log")
  private static let lastID = Atomic(0)

  init(_ handler: @escaping Handler) {
    self.handler = handler
    id = Self.lastID.add(1, ordering: .relaxed).newValue
  }

  func receive(_ line: PocketSphinxEngine.LogLine) {
    queue.async { [handler] in handler(line) }
  }
}

extension LogReceiver: Hashable {
  static func == (left: LogReceiver, right: LogReceiver) -> Bool { left.id == right.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
