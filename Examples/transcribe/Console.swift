import Glibc
import SpeechRecognition

/// Standard output for text and standard error for everything else.
///
/// Every line is written at once. The progress line is taken away before anything else is written.
@MainActor
final class Console {
  /// Whether standard error is a terminal on which a line can be redrawn.
  let isTerminal: Bool
  /// Whether a line is drawn there for progress and for the text so far.
  var showsProgress = false

  private var progress = ProgressLine()
  private var started = ContinuousClock.now
  private var lastDrawn: ContinuousClock.Instant?
  private var isDrawn = false

  private static let shortestPause = Duration.milliseconds(100)

  init() {
    isTerminal = isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
  }

  // MARK: Text and messages

  /// Makes sure that no file that is opened later takes the place of a closed standard output.
  func requireOutput() {
    guard fcntl(STDOUT_FILENO, F_GETFD) == -1 else { return }
    tell("standard output is closed.")
    exit(1)
  }

  /// Writes text to standard output; ends the program when nobody can take it.
  func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    clear()
    switch Self.write(bytes, to: STDOUT_FILENO) {
    case 0: return
    case EPIPE: exit(128 + SIGPIPE)
    case let error:
      tell("standard output can't be written: \(String(cString: strerror(error))).")
      exit(1)
    }
  }

  func write(_ text: String) { write(Array(text.utf8)) }

  /// Tells something in one line on standard error.
  func tell(_ message: String) {
    clear()
    Self.log("transcribe: \(message)")
  }

  /// Writes one line to standard error, without what could steer a terminal.
  nonisolated static func log(_ line: String) {
    let characters = line.unicodeScalars.map { scalar -> Character in
      scalar.properties.generalCategory == .control ? " " : Character(scalar)
    }
    _ = write(Array((String(characters) + "\n").utf8), to: STDERR_FILENO)
  }

  /// Writes all bytes and returns 0, or the system's error number.
  private nonisolated static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  // MARK: Progress

  /// Begins the progress of a file.
  func begin(_ label: String) {
    progress = ProgressLine(label: label)
    started = .now
  }

  func show(_ recognized: RecognitionProgress) {
    progress.recognized = recognized
    draw()
  }

  func show(partial text: String) {
    progress.text = text
    draw()
  }

  /// Takes the progress line away.
  func clear() {
    guard isDrawn else { return }
    _ = Self.write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO)
    isDrawn = false
  }

  private func draw() {
    let now = ContinuousClock.now
    guard isTerminal, showsProgress,
      lastDrawn.map({ now - $0 >= Self.shortestPause }) ?? true
    else { return }
    lastDrawn = now
    progress.elapsed = now - started
    var size = winsize()
    let known = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let line = progress.line(columns: known ? Int(size.ws_col) - 1 : 79)
    _ = Self.write(Array("\r\(line)\u{1B}[K".utf8), to: STDERR_FILENO)
    isDrawn = true
  }
}
