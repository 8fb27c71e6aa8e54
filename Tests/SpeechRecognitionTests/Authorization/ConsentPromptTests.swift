import Foundation
import Glibc
import Testing

@testable import SpeechRecognition

@Suite struct ConsentPromptTests {
  private let question = ConsentQuestion(
    subject: .speechRecognition, application: "org.example.notes",
    usageDescription: "Dictation becomes text.")

  /// A pseudo terminal whose far end is a person.
  private final class Terminal: Sendable {
    let person: Int32
    let path: String

    init() throws {
      person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      // Unlocks the far end and asks for its number: TIOCSPTLCK and TIOCGPTN of
      // asm-generic/ioctls.h, which Swift can't import.
      var (unlocked, number): (Int32, UInt32) = (0, 0)
      try #require(
        person >= 0 && ioctl(person, 0x4004_5431, &unlocked) == 0
          && ioctl(person, 0x8004_5430, &number) == 0)
      path = "/dev/pts/\(number)"
    }

    deinit { close(person) }

    func type(_ text: String) {
      let bytes = Array(text.utf8)
      _ = bytes.withUnsafeBytes { write(person, $0.baseAddress, $0.count) }
    }

    /// What was shown so far.
    func shown() -> String {
      _ = fcntl(person, F_SETFL, O_NONBLOCK)
      var bytes = [UInt8](repeating: 0, count: 65536)
      let count = read(person, &bytes, bytes.count)
      return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
  }

  @Test(
    arguments: [
      ("y\n", true), ("YES\n", true), (" n \n", false), ("no\n", false), ("perhaps\ny\n", true),
      ("?\n?\n?\n", nil), ("\u{4}", nil),
    ] as [(String, Bool?)])
  func aTerminalTakesYesAndNo(typed: String, expected: Bool?) async throws {
    let terminal = try Terminal()
    terminal.type(typed)
    #expect(try await TerminalPrompt(path: terminal.path).ask(question) == expected)
    #expect(terminal.shown().contains("Dictation becomes text."))
  }

  @Test func whatATerminalWouldObeyIsNotShown() async throws {
    let terminal = try Terminal()
    terminal.type("n\n")
    let sly = ConsentQuestion(
      subject: .speechRecognition, application: "x",
      usageDescription: "a\u{1B}[2Jb\u{202E}c\nd")
    #expect(try await TerminalPrompt(path: terminal.path).ask(sly) == false)
    let shown = terminal.shown()
    #expect(shown.contains("a[2Jbcd"))
    #expect(!shown.contains("\u{1B}") && !shown.contains("\u{202E}"))
  }

  @Test func cancellingEndsAQuestionThatNobodyAnswers() async throws {
    let terminal = try Terminal()
    let task = Task { try await TerminalPrompt(path: terminal.path).ask(question) }
    task.cancel()
    let error = await #expect(throws: SpeechError.self) { try await task.value }
    #expect(error?.isCancellation == true)
  }

  @Test func withoutATerminalTheErrorSaysWhatToDo() async throws {
    let error = await #expect(throws: SpeechError.self) {
      try await TerminalPrompt(path: "/nonexistent/tty").ask(question)
    }
    #expect(error?.code == .unsupported)
    #expect(error?.remedy?.contains(SpeechAuthorization.environmentKey) == true)
  }

  /// A stand-in for zenity that does what a shell says.
  private func desktop(_ script: String) throws -> (DesktopPrompt, TemporaryFolder) {
    let folder = TemporaryFolder()
    try folder.write("#!/bin/sh\n\(script)\n", at: folder.path + "/zenity", permissions: 0o700)
    let prompt = DesktopPrompt(environment: [
      "DISPLAY": ":99", "PATH": "\(folder.path):/usr/bin:/bin", "FOLDER": folder.path,
    ])
    return (prompt, folder)
  }

  @Test(
    arguments: [
      ("echo Allow; exit 1", true), ("echo 'Don’t Allow'; exit 1", false), ("exit 1", nil),
      ("exit 5", nil), ("echo noise; exit 0", nil),
    ] as [(String, Bool?)])
  func aDialogTellsItsButtonsFromItsClosing(script: String, expected: Bool?) async throws {
    let (prompt, folder) = try desktop(script)
    #expect(try await prompt.ask(question) == expected)
    withExtendedLifetime(folder) {}
  }

  @Test func theDialogShowsWhoAsksAndWhy() async throws {
    let (prompt, folder) = try desktop(#"printf '%s\n' "$@" >"$FOLDER/arguments"; echo Allow"#)
    #expect(try await prompt.ask(question) == true)
    let arguments = try String(
      contentsOf: URL(fileURLWithPath: folder.path + "/arguments"), encoding: .utf8)
    #expect(arguments.contains("“org.example.notes” would like to recognise speech."))
    #expect(arguments.contains("Dictation becomes text."))
    #expect(arguments.contains("--no-markup"))
  }

  @Test func cancellingClosesTheDialog() async throws {
    let (prompt, folder) = try desktop("exec sleep 600")
    let task = Task { try await prompt.ask(question) }
    task.cancel()
    let error = await #expect(throws: SpeechError.self) { try await task.value }
    #expect(error?.isCancellation == true)
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: [["PATH": "/usr/bin"], ["DISPLAY": ":0", "PATH": "/nonexistent"]])
  func withoutADesktopThereIsNoDialog(environment: [String: String]) async throws {
    let prompt = DesktopPrompt(environment: environment)
    #expect(prompt.program == nil)
    let error = await #expect(throws: SpeechError.self) { try await prompt.ask(question) }
    #expect(error?.code == .unsupported)
  }
}
