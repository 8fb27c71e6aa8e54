internal import Dispatch
internal import Synchronization

/// Hands lines of an engine's log to a handler of the user's, in order, on a queue of its own: what
/// the handler does can't hold up or re-enter the engine.
package final class LogReceiver<Line: Sendable>: Sendable {
  package typealias Handler = @Sendable (Line) -> Void

  /// Different for each receiver of the process.
  package let id = nextReceiverID()
  package let handler: Handler
  private let queue = DispatchQueue(label: "swift-speech.engine-log")

  package init(_ handler: @escaping Handler) {
    self.handler = handler
  }

  package func receive(_ line: Line) {
    queue.async { [handler] in handler(line) }
  }
}

extension LogReceiver: Hashable {
  package static func == (left: LogReceiver, right: LogReceiver) -> Bool { left.id == right.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

private let lastReceiverID = Atomic(0)

private func nextReceiverID() -> Int { lastReceiverID.add(1, ordering: .relaxed).newValue }
