import Dispatch
import Glibc
import SpeechRecognition
import Synchronization

/// Ends the work on Ctrl-C (SIGINT) and SIGTERM.
///
/// The first signal cancels the recognition that is going on, so that what is final can still be
/// written; a second one, or no end within two seconds, ends the program as it is.
final class Signals: Sendable {
  private struct State {
    var task: RecognitionTask?
    var status: Int32?
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "transcribe.signals")
  /// Only kept alive here, and touched by nobody after `init`.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  init() {
    let queue = queue
    sources = [SIGINT, SIGTERM].map { DispatchSource.makeSignalSource(signal: $0, queue: queue) }
    for (source, signal) in zip(sources, [SIGINT, SIGTERM]) {
      source.setEventHandler { [weak self] in self?.take(signal) }
      source.activate()
    }
  }

  /// The exit status that the first signal asks for, or `nil` when none came.
  var status: Int32? { state.withLock { $0.status } }

  /// Says which recognition a signal is to end; without one, it ends the program.
  func watch(_ task: RecognitionTask?) {
    state.withLock { $0.task = task }
  }

  private func take(_ signal: Int32) {
    let status = 128 + signal
    let task = state.withLock { state in
      defer { state.status = state.status ?? status }
      return state.status == nil ? state.task : nil
    }
    guard let task else { _exit(status) }
    task.cancel()
    queue.asyncAfter(deadline: .now() + 2) { _exit(status) }
  }
}
