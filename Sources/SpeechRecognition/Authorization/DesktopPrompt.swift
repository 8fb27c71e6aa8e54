internal import Foundation
internal import Glibc
internal import SpeechAudio

/// Asks for consent with `zenity`, which shows dialogs for programs that have no windows.
struct DesktopPrompt {
  private static let allow = "Allow"
  private static let refuse = "Don’t Allow"

  private let environment: [String: String]
  /// The program's path; `nil` where there is no desktop, or the program isn't installed.
  let program: String?

  init(environment: [String: String]) {
    self.environment = environment
    let hasDesktop = ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0]?.isEmpty == false }
    let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    program =
      hasDesktop
      ? folders.map { "\($0)/zenity" }.first { FileManager.default.isExecutableFile(atPath: $0) }
      : nil
  }

  func ask(_ question: ConsentQuestion) async throws(SpeechError) -> Bool? {
    guard let program else {
      throw SpeechError(
        .unsupported, "There is no desktop to ask for consent on, or no zenity.",
        remedy: "Install the package zenity, or give SpeechAuthorization another prompt.")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    // The buttons are told apart by what is printed: a window that is closed is no answer.
    process.arguments = [
      "--question", "--switch", "--no-markup", "--icon-name=audio-input-microphone",
      "--title=\(question.application.withoutControlCharacters)",
      "--text=\(question.sentence.withoutControlCharacters)\n\n"
        + question.usageDescription.withoutControlCharacters,
      "--extra-button=\(Self.refuse)", "--extra-button=\(Self.allow)",
    ]
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    let printed: String
    do {
      printed = try await run(process, output)
    } catch {
      throw SpeechError(
        .unsupported, "\(program) can't be run: \(error.localizedDescription).",
        remedy: "Give SpeechAuthorization another prompt.", underlying: error)
    }
    if Task.isCancelled { throw SpeechError(.cancelled, "Asking for consent was cancelled.") }
    switch printed.trimmingCharacters(in: .whitespacesAndNewlines) {
    case Self.allow: return true
    case Self.refuse: return false
    default: return nil
    }
  }

  /// Runs the program to its end, or until the task is cancelled; gives what it printed.
  private func run(_ process: Process, _ output: Pipe) async throws -> String {
    // Not a signal that can be blocked: a program inherits what the thread that starts it blocks.
    let running = Locked<pid_t?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        process.terminationHandler = { _ in
          running.withLock { $0 = nil }
          // Its output is at most a button's name, which the pipe holds.
          let printed = output.fileHandleForReading.readDataToEndOfFile()
          continuation.resume(returning: String(decoding: printed, as: UTF8.self))
        }
        do {
          try process.run()
          let identifier = process.processIdentifier
          running.withLock { $0 = process.isRunning ? identifier : nil }
          if Task.isCancelled { kill(identifier, SIGKILL) }
        } catch {
          continuation.resume(throwing: error)
        }
      }
    } onCancel: {
      running.withLock { identifier in
        if let identifier { kill(identifier, SIGKILL) }
      }
    }
  }
}
