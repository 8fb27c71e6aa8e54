import Foundation
import Glibc

/// A program that runs, with what the kernel counted for it.
struct ChildProcess: ~Copyable {
  /// What is known of a program that has ended.
  struct Outcome {
    var output: String
    /// User and system time of all its threads, in seconds.
    var cpuSeconds: Double
    var wallSeconds: Double
    /// The most memory it held at once, in bytes.
    ///
    /// The kernel counts the parent's memory at the moment of the start too, so the figure is right
    /// only for programs that use more than the bench itself.
    var peakBytes: Int
  }

  private let command: String
  private let pid: pid_t
  private let outputFile: URL
  private let errorFile: URL
  private let started: ContinuousClock.Instant

  /// Starts a program. Its output goes through files, so that it never waits for a reader.
  ///
  /// - Parameters:
  ///   - path: The program; looked for in PATH when it has no slash.
  ///   - arguments: Its arguments, without the name.
  ///   - folder: Where its output is kept.
  /// - Throws: ``BenchError`` when it can't be started.
  init(_ path: String, _ arguments: [String], in folder: URL) throws {
    command = ([path] + arguments.prefix(6)).joined(separator: " ")
    let id = UUID().uuidString
    outputFile = folder.appending(path: "\(id).out")
    errorFile = folder.appending(path: "\(id).err")

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (descriptor, file) in [(Int32(1), outputFile), (2, errorFile)] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, file.path(percentEncoded: false), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }

    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    started = .now
    let failure = posix_spawnp(&child, path, &actions, nil, &words, environ)
    guard failure == 0 else {
      throw BenchError("can't start \(path): \(String(cString: strerror(failure)))")
    }
    pid = child
  }

  /// Waits for the end. Throws when the program failed, with the end of what it said.
  consuming func wait() throws -> Outcome {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(pid, &status, 0, &usage) < 0 {
      guard errno == EINTR else {
        throw BenchError("can't wait for \(command): \(String(cString: strerror(errno)))")
      }
    }
    let wall = started.duration(to: .now) / .seconds(1)
    let output = String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
    let errors = String(decoding: try Data(contentsOf: errorFile), as: UTF8.self)
    try? FileManager.default.removeItem(at: outputFile)
    try? FileManager.default.removeItem(at: errorFile)
    // In the kernel's encoding, the low 7 bits name a signal and the next byte the exit code.
    let signal = status & 0x7f
    let code = (status >> 8) & 0xff
    guard signal == 0, code == 0 else {
      throw BenchError(
        "\(command) … ended with \(signal == 0 ? "exit code \(code)" : "signal \(signal)"): "
          + errors.suffix(600))
    }
    return Outcome(
      output: output, cpuSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds,
      wallSeconds: wall, peakBytes: Int(usage.ru_maxrss) * 1024)
  }

  /// Runs a program to its end.
  static func run(_ path: String, _ arguments: [String], in folder: URL) throws -> Outcome {
    try ChildProcess(path, arguments, in: folder).wait()
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
