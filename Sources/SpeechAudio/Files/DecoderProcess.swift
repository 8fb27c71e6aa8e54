internal import Glibc

/// A running program that decodes a file to its standard output.
///
/// It is ended and waited for when the value is released, so that neither a process nor a zombie is
/// left. What it writes to standard error is kept, not shown.
final class DecoderProcess {
  /// The descriptor that reads its standard error; it never blocks.
  let messages: Int32

  private let process: pid_t
  private var isRunning = true
  private var said: [UInt8] = []

  /// The most bytes of standard error that are kept, the last ones.
  private static let messageLimit = 4096

  /// The longest that a program may go on after it has closed its output, in milliseconds.
  private static let patience: Int32 = 5000

  private init(_ process: pid_t, messages: Int32) {
    self.process = process
    self.messages = messages
  }

  deinit {
    if isRunning {
      _ = kill(process, SIGKILL)
      _ = wait()
    }
    _ = Glibc.close(messages)
  }

  /// Starts a program; gives it and the descriptor that reads its output.
  ///
  /// - Parameters:
  ///   - program: The program's path.
  ///   - arguments: Its arguments; the program's name is put in front.
  ///   - input: The descriptor that becomes its standard input.
  /// - Returns: The program and its output, or the system's error number.
  static func start(
    _ program: String, arguments: [String], input: Int32
  ) -> Result<(DecoderProcess, output: Int32), SystemError> {
    guard let output = SocketPair() else { return .failure(SystemError(errno)) }
    guard let messages = SocketPair() else {
      let error = SystemError(errno)
      output.close()
      return .failure(error)
    }
    // Above 2, so that no descriptor is overwritten before it is used.
    let file = fcntl(input, F_DUPFD_CLOEXEC, 3)
    var process: pid_t = 0
    let number =
      file < 0
      ? errno
      : spawn(
        &process, program, arguments, input: file, output: output.second, errors: messages.second)
    if file >= 0 { _ = Glibc.close(file) }
    _ = Glibc.close(output.second)
    _ = Glibc.close(messages.second)
    guard number == 0 else {
      _ = Glibc.close(output.first)
      _ = Glibc.close(messages.first)
      return .failure(SystemError(number))
    }
    _ = fcntl(messages.first, F_SETFL, fcntl(messages.first, F_GETFL) | O_NONBLOCK)
    return .success((DecoderProcess(process, messages: messages.first), output.first))
  }

  private static func spawn(
    _ process: inout pid_t, _ program: String, _ arguments: [String], input: Int32, output: Int32,
    errors: Int32
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return ENOMEM }
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in [input, output, errors].enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    // Descriptors that the app forgot to mark would keep its pipes open.
    for descriptor in openDescriptors() where descriptor > 2 {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var attributes = posix_spawnattr_t()
    guard posix_spawnattr_init(&attributes) == 0 else { return ENOMEM }
    defer { posix_spawnattr_destroy(&attributes) }
    // No signal is blocked or ignored, and the terminal's interrupts are the app's business.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var settings = environment.map { strdup($0) } + [nil]
    defer { for word in words + settings { free(word) } }
    return posix_spawn(&process, program, &actions, &attributes, &words, &settings)
  }

  /// What the program needs of the app's environment: what else is there could change what it does.
  private static var environment: [String] {
    let names: [String] = ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH"]
    let settings = names.compactMap { name in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
    return settings + ["LC_ALL=C"]
  }

  private static func openDescriptors() -> [Int32] {
    (FileFacts.names(in: "/proc/self/fd") ?? []).compactMap { Int32($0) }
  }

  // MARK: What it says

  /// Takes what the program has written to standard error; false when it has closed it.
  @discardableResult
  func drain() -> Bool {
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(messages, &block, block.count)
      guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
      said = (said + block.prefix(count)).suffix(Self.messageLimit)
    }
  }

  /// The last lines that it wrote to standard error, oldest first.
  var lines: [String] {
    String(decoding: said, as: UTF8.self).split { $0.isNewline }.suffix(4).map { line in
      // Nothing that a terminal obeys.
      String(String.UnicodeScalarView(line.unicodeScalars.filter { $0.value >= 0x20 }))
    }
  }

  // MARK: The end

  /// Waits for the program, whose output has ended; true when it says that all went well.
  func finish() -> Bool {
    var waiting = pollfd(fd: messages, events: Int16(POLLIN), revents: 0)
    while drain() {
      if poll(&waiting, 1, Self.patience) == 0 {
        _ = kill(process, SIGKILL)
        break
      }
    }
    return wait() == 0
  }

  /// Waits for the program's end; gives its status, or −1 when somebody else took it.
  private func wait() -> Int32 {
    guard isRunning else { return -1 }
    isRunning = false
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
    }
    return status
  }
}
