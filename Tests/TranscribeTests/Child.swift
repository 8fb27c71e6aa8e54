import Dispatch
import Foundation
import Glibc
import Synchronization

/// The built program at work: what it is given, and what it says.
final class Child: Sendable {
  /// Where standard input comes from.
  enum Source {
    case nothing
    case file([UInt8])
    /// What ``write(_:)`` gives.
    case pipe
    /// The same, as descriptor 3.
    case pipeAsThree
  }

  /// Where text and messages go.
  enum Target: Equatable {
    case reader
    case file(String)
    /// A pipe that nobody reads.
    case closedPipe
    /// A terminal whose output ``Outcome/errors`` holds.
    case terminal
  }

  struct Failure: Error {
    let message: String
    init(_ message: String) { self.message = "\(message): \(String(cString: strerror(errno)))" }
  }

  struct Outcome: Equatable {
    /// The exit status; 128 and the signal's number when a signal ended it.
    var status: Int32
    var text: String
    var errors: String

    /// All went well, with nothing but text.
    static func fine(_ text: String) -> Outcome { Outcome(status: 0, text: text, errors: "") }
  }

  private let process: pid_t
  private let input: Mutex<Descriptor?>
  private let output: Mutex<LineReader?>
  private let errors = Mutex<[UInt8]>([])
  private let reading = DispatchGroup()

  /// Starts the program; one that does not end by itself is killed after two minutes, which shows
  /// in its status.
  init(
    _ arguments: [[UInt8]], input source: Source = .nothing, output target: Target = .reader,
    errors errorTarget: Target = .reader, environment: [String: String] = [:],
    ignoringPipeSignal: Bool = false
  ) throws {
    let input = try Channel(from: source)
    let output = try Channel(to: target)
    let errors = try Channel(to: errorTarget)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if case .pipeAsThree = source {
      posix_spawn_file_actions_adddup2(&actions, input.childs.number, 3)
    } else {
      posix_spawn_file_actions_adddup2(&actions, input.childs.number, STDIN_FILENO)
    }
    posix_spawn_file_actions_adddup2(&actions, output.childs.number, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors.childs.number, STDERR_FILENO)

    // Threads of the test process block or ignore signals; the child is to start as from a shell.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    if ignoringPipeSignal {
      signal(SIGPIPE, SIG_IGN)
      sigdelset(&all, SIGPIPE)
    }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let path = Self.program.path(percentEncoded: false)
    let words = [Array(path.utf8)] + arguments
    var process: pid_t = 0
    let error = withExtendedLifetime((input, output, errors)) {
      withCStrings(words) { words in
        withCStrings(variables.map { Array("\($0)=\($1)".utf8) }) { variables in
          posix_spawn(&process, path, &actions, &attributes, words, variables)
        }
      }
    }
    guard error == 0 else { throw Failure("\(Self.program.path()) can't be started (\(error))") }
    self.process = process
    self.input = Mutex(input.ours)
    self.output = Mutex(output.ours.map(LineReader.init))
    read(errors.ours)
    DispatchQueue.global().asyncAfter(deadline: .now() + 120) { [weak self] in
      self?.send(SIGKILL)
    }
  }

  /// The program, which stands beside the test bundle.
  static let program: URL = {
    let places = Bundle.allBundles.map(\.bundleURL) + [URL(filePath: CommandLine.arguments[0])]
    let folders = places.map { $0.deletingLastPathComponent() }
    let candidates = folders.map { $0.appending(path: "transcribe") }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path()) }
      ?? URL(filePath: ".build/debug/transcribe")
  }()

  private func read(_ descriptor: Descriptor?) {
    guard let descriptor else { return }
    DispatchQueue.global().async(group: reading) {
      var reader = LineReader(descriptor)
      let bytes = reader.rest()
      self.errors.withLock { $0 = bytes }
    }
  }

  // MARK: Talking

  /// Gives the program bytes to read.
  func write(_ bytes: [UInt8]) throws {
    try input.withLock { try $0?.write(bytes) }
  }

  /// Ends what the program reads.
  func closeInput() { input.withLock { $0 = nil } }

  /// Waits for a line of text; `nil` when there is no further one.
  func line() -> String? { output.withLock { $0?.line() } }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Ends the input, reads on to the end, and waits for the program.
  func finish(closingInput: Bool = true) -> Outcome {
    if closingInput { closeInput() }
    let text = output.withLock { $0?.rest() ?? [] }
    var state: Int32 = 0
    while waitpid(process, &state, 0) < 0, errno == EINTR {}
    reading.wait()
    let signal = state & 0x7F
    return Outcome(
      status: signal == 0 ? state >> 8 & 0xFF : 128 + signal,
      text: String(decoding: text, as: UTF8.self),
      errors: String(decoding: errors.withLock { $0 }, as: UTF8.self))
  }
}

/// Calls with a list of C strings that ends with a null pointer.
private func withCStrings<Result>(
  _ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { string in strdup(string.map { CChar(bitPattern: $0) } + [0]) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
