internal import Foundation
internal import Glibc
internal import SpeechAudio

/// Asks for consent on a terminal.
struct TerminalPrompt {
  /// The terminal's device.
  var path = "/dev/tty"

  /// The longest answer that is read, in bytes.
  private static let longestAnswer = 1024

  /// Asks, on a thread of its own: a person takes as long as a person takes.
  func ask(_ question: ConsentQuestion) async throws(SpeechError) -> Bool? {
    let terminal = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else {
      throw SpeechError(
        .unsupported, "There is no terminal to ask for consent on.",
        remedy: "Give SpeechAuthorization a prompt of the app's own, or set "
          + "\(SpeechAuthorization.environmentKey)=authorized for a service.")
    }
    defer { close(terminal) }
    // Its second end can be read from once the asking task is cancelled, which ends the thread's wait.
    guard let wake = SocketPair() else {
      throw SpeechError(
        .insufficientResources, "There is no descriptor left to ask for consent with.")
    }
    defer { wake.close() }
    let text =
      "\(question.sentence.withoutControlCharacters)\n"
      + "  \(question.usageDescription.withoutControlCharacters)\nAllow? [y/n] "
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let thread = Thread {
          continuation.resume(
            returning: Self.converse(text, on: terminal, until: wake.second))
        }
        thread.start()
      }
    } onCancel: {
      shutdown(wake.first, Int32(SHUT_RDWR))
    }
    if Task.isCancelled { throw SpeechError(.cancelled, "Asking for consent was cancelled.") }
    return answer
  }

  /// Asks until there is an answer; `nil` at the end of the input and when woken.
  private static func converse(_ text: String, on terminal: Int32, until wake: Int32) -> Bool? {
    for _ in 0..<3 {
      show(text, on: terminal)
      guard let line = readLine(from: terminal, until: wake) else { return nil }
      switch line.trimmingCharacters(in: .whitespaces).lowercased() {
      case "y", "yes": return true
      case "n", "no": return false
      default: show("Please answer y or n.\n", on: terminal)
      }
    }
    return nil
  }

  private static func show(_ text: String, on terminal: Int32) {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      done += max(count, 0)
    }
  }

  private static func readLine(from terminal: Int32, until wake: Int32) -> String? {
    var line: [UInt8] = []
    while line.count < longestAnswer {
      var waiting = [
        pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&waiting, 2, -1) < 0 {
        guard errno == EINTR else { return nil }
        continue
      }
      guard waiting[1].revents == 0 else { return nil }
      var byte: UInt8 = 0
      let count = read(terminal, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }
}
