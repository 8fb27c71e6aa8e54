internal import Glibc

/// Bounds how long an ``AudioFile`` waits for the bytes of a stream, and ends its waits from any
/// thread.
///
/// A pipe whose writer falls silent holds its reader for ever. Give a wait to the initialiser, which
/// may hold too, and keep it:
///
/// ```swift
/// let wait = AudioFileWait(atMost: .seconds(30))
/// let file = try AudioFile(fileDescriptor: 0, name: "standard input", waiting: wait)
/// // on another thread, when the user has had enough:
/// wait.cancel()
/// ```
public final class AudioFileWait: Sendable {
  /// The longest wait for the next byte; `nil` for no bound.
  public let longest: Duration?

  private let flag = Locked(false)
  private let pair: SocketPair?

  /// Creates a wait.
  ///
  /// - Parameter longest: The longest wait for the next byte, after which the file throws
  ///   ``SpeechError`` with code `timeout`; `nil` for no bound.
  public init(atMost longest: Duration? = nil) {
    self.longest = longest
    pair = SocketPair()
  }

  deinit { pair?.close() }

  /// Ends all waits, now and later: the file throws ``SpeechError`` with code `cancelled`.
  public func cancel() {
    flag.withLock { $0 = true }
    // What can be read from the other end ends the system's wait.
    if let pair { _ = shutdown(pair.first, Int32(SHUT_RDWR)) }
  }

  /// Whether ``cancel()`` was called.
  public var isCancelled: Bool { flag.withLock { $0 } }

  /// The descriptor that can be read from once the wait is cancelled.
  var descriptor: Int32? { pair?.second }
}

extension Duration {
  /// Whole milliseconds for the system's waiting calls, rounded up, within their range.
  var milliseconds: Int32 {
    let attosecondsInOne: Int64 = 1_000_000_000_000_000
    let (seconds, attoseconds) = components
    guard seconds < 2_000_000 else { return 2_000_000_000 }
    let rest = (max(attoseconds, 0) + attosecondsInOne - 1) / attosecondsInOne
    return Int32(max(seconds, 0) * 1000 + rest)
  }
}
