import Dispatch
import Foundation
import Glibc
import Testing

@testable import transcribe

/// What the built program does; one at a time, for each loads a model.
@Suite(.serialized)
struct ProgramTests {
  /// Runs the program to its end, away from the threads that Swift shares.
  private func run(
    _ arguments: [String], input: Child.Source = .nothing, output: Child.Target = .reader,
    errors: Child.Target = .reader, environment: [String: String] = [:],
    ignoringPipeSignal: Bool = false
  ) async throws -> Child.Outcome {
    try await aside {
      try Child(
        arguments.map { Array($0.utf8) }, input: input, output: output, errors: errors,
        environment: environment, ignoringPipeSignal: ignoringPipeSignal
      ).finish()
    }
  }

  private func aside<Value: Sendable>(
    _ body: sending @escaping () throws -> Value
  ) async throws -> Value {
    nonisolated(unsafe) let body = body  // Called once, by one thread.
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
  }

  // MARK: Without a model

  @Test func helpGoesToStandardOutput() async throws {
    let outcome = try await run(["--help"])
    #expect(outcome == Child.Outcome(status: 0, text: Help.text, errors: ""))
  }

  @Test func theVersionGoesToStandardOutput() async throws {
    let outcome = try await run(["--version"])
    #expect(outcome == Child.Outcome(status: 0, text: Help.version, errors: ""))
  }

  @Test func aMistakeIsToldWithAHint() async throws {
    let outcome = try await run(["--jsn", "a.wav"])
    #expect(
      outcome
        == Child.Outcome(
          status: 64, text: "",
          errors: "transcribe: There is no option --jsn. Try 'transcribe --help'.\n"))
  }

  @Test func aMissingModelIsToldWithTheCommandThatInstallsIt() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/en-us", withIntermediateDirectories: true)
    let outcome = try await run(
      ["a.wav", "b.wav"], environment: ["POCKETSPHINX_PATH": folder.path])
    #expect(outcome.status == 1)
    #expect(outcome.text == "")
    #expect(outcome.errors.contains("apt install pocketsphinx-en-us"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func aModelThatIsNotThereIsNamed() async throws {
    let outcome = try await run(["--model", "/nowhere", "a.wav"])
    #expect(outcome.status == 1)
    #expect(outcome.text == "")
    #expect(outcome.errors.contains("/nowhere"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func outputThatCannotBeWrittenIsAnError() async throws {
    let outcome = try await run(["--help"], output: .file("/dev/full"))
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("transcribe: standard output can't be written: "))
  }

  @Test(arguments: [false, true])
  func aReaderThatGoesAwayEndsItQuietly(ignoringPipeSignal: Bool) async throws {
    let outcome = try await run(
      ["--help"], output: .closedPipe, ignoringPipeSignal: ignoringPipeSignal)
    #expect(outcome == Child.Outcome(status: 128 + SIGPIPE, text: "", errors: ""))
  }

  // MARK: Speech

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing))
  func speechIsPrintedAndNothingElse() async throws {
    let outcome = try await run([Speech.youngMan])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.text.contains("young man"))
    #expect(outcome.text.wholeMatch(of: #/([a-z']+( [a-z']+)*\n)+/#) != nil)
  }

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing))
  func severalFilesAreToldApart() async throws {
    let outcome = try await run(["--preset=fast", Speech.youngMan, Speech.amiable])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("\(Speech.youngMan): ") && $0.contains("young man") })
    #expect(lines.contains { $0.hasPrefix("\(Speech.amiable): ") && $0.contains("himself") })
  }

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing))
  func dictionaryAndLanguageModelAreUsed() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("turtle.wav", try Speech.turtleWAV())
    #expect(try await run(Speech.turtleModel + [path]) == .fine("\(Speech.turtleText)\n"))
  }

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing))
  func jsonIsOneDocumentAFileAlsoForABadOne() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("turtle.wav", try Speech.turtleWAV())
    let outcome = try await run(Speech.turtleModel + ["--json", "/nowhere.wav", path])
    #expect(outcome.status == 1)
    let documents = try outcome.text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(documents.map { $0["file"] as? String } == ["/nowhere.wav", path])
    #expect(documents.map { $0["text"] as? String } == ["", Speech.turtleText])
    #expect(documents.first?["error"] is String)
    #expect(documents.last?["error"] == nil)
  }

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing))
  func timesLieInTheSound() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("turtle.wav", try Speech.turtleWAV())
    let outcome = try await run(Speech.turtleModel + ["--times", path])
    #expect(outcome.status == 0)
    let rows = outcome.text.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(rows.compactMap(\.last).joined(separator: " ") == Speech.turtleText)
    var last = 0.0
    for row in rows {
      let times = row.prefix(2).compactMap { Double($0) }
      try #require(row.count == 3 && times.count == 2)
      #expect(last <= times[0] && times[0] < times[1] && times[1] <= 2.8)
      last = times[1]
    }
  }

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing))
  func subtitlesAreNumberedAndTimed() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("turtle.wav", try Speech.turtleWAV())
    let outcome = try await run(Speech.turtleModel + ["--srt", path])
    #expect(outcome.status == 0)
    let form = #/1\n00:00:00,\d{3} --> 00:00:0[12],\d{3}\ngo forward ten meters\n/#
    #expect(outcome.text.wholeMatch(of: form) != nil)
  }

  /// Speech in the right channel only, as samples without a header.
  private func rightSpeech() throws -> [UInt8] {
    let speech = try Speech.turtle()
    return stride(from: 0, to: speech.count - 1, by: 2).flatMap { index -> [UInt8] in
      [0, 0, speech[index], speech[index + 1]]
    }
  }

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing))
  func channelsAreHeardForThemselvesOrOneAlone() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("right.raw", try rightSpeech())
    let options = Speech.turtleModel + ["--raw", "16000:2"]
    #expect(
      try await run(options + ["--channels", "separate", path])
        == .fine("channel 1: \(Speech.turtleText)\n"))
    #expect(try await run(options + ["--channel", "1", path]) == .fine("\(Speech.turtleText)\n"))
    #expect(try await run(options + ["--channel", "0", path]) == .fine(""))
    let outcome = try await run(options + ["--channel", "2", path])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("2 channels"))
  }

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing))
  func theSoundIsDiagnosedOnStandardError() async throws {
    let folder = try TemporaryFolder()
    let silence = try folder.file("silence.raw", Speech.silence(1))
    let path = try folder.file("turtle.raw", try Speech.turtle())
    let options = Speech.turtleModel + ["--raw", "16000", "--diagnose"]
    let outcome = try await run(options + [silence, path])
    #expect(outcome.text == "\(path): \(Speech.turtleText)\n")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("transcribe: \(folder.path)/") })
    #expect(lines.contains { $0.contains("silence.raw: advice: The sound is digital silence") })
    #expect(lines.contains { $0.contains("turtle.raw: 2.8 s, 16000 Hz, 1 channel, up to ") })
    #expect(!lines.contains { $0.contains("turtle.raw: advice") })
  }

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing))
  func theLogGoesToStandardError() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("turtle.wav", try Speech.turtleWAV())
    let outcome = try await run(Speech.turtleModel + ["--verbose", path])
    #expect(outcome.status == 0)
    #expect(outcome.text == "\(Speech.turtleText)\n")
    #expect(outcome.errors.contains("INFO: "))
  }

  // MARK: Standard input

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing))
  func standardInputIsReadAsAFile() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("turtle.wav", try Speech.turtleWAV())
    let outcome = try await run(Speech.turtleModel + ["-"], input: .file(Array(path.utf8)))
    #expect(outcome == .fine("\(Speech.turtleText)\n"))
  }

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing), arguments: ["-", "/dev/fd/3"])
  func aPipeIsReadAsAFile(name: String) async throws {
    let outcome = try await aside {
      let child = try Child(
        (Speech.turtleModel + [name]).map { Array($0.utf8) },
        input: name == "-" ? .pipe : .pipeAsThree)
      try child.write(try Speech.turtleWAV())
      return child.finish()
    }
    #expect(outcome == .fine("\(Speech.turtleText)\n"))
  }

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing))
  func rawSamplesAreRecognisedAsTheyArrive() async throws {
    try await aside {
      let child = try Child(Self.rawStream, input: .pipe)
      try child.write(try Speech.turtle() + Speech.silence(2))
      #expect(child.line() == Speech.turtleText)
      try child.write(try Speech.turtle())
      #expect(child.finish() == .fine("\(Speech.turtleText)\n"))
    }
  }

  private static let rawStream = (Speech.turtleModel + ["--raw", "16000", "-"])
    .map { Array($0.utf8) }

  // MARK: Bad input

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing))
  func badFilesAreToldInALineEachAndTheOthersGoOn() async throws {
    let folder = try TemporaryFolder()
    let bad = [
      "\(folder.path)/missing.wav", folder.path, try folder.file("empty.wav", []),
      try folder.file("letter.wav", Array("Dear reader, this is no sound at all.\n".utf8)),
      try folder.file("new\nline.wav", []),
    ]
    let good = try folder.file("turtle.wav", try Speech.turtleWAV())
    let outcome = try await run(Speech.turtleModel + bad + [good])
    #expect(outcome.status == 1)
    #expect(outcome.text == "\(good): \(Speech.turtleText)\n")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == bad.count)
    for (line, path) in zip(lines, bad) {
      let name = path.replacing("\n", with: " ")
      #expect(line.hasPrefix("transcribe: \(name): ") && line.hasSuffix("."))
      #expect(line.ranges(of: name).count == 1, "The file is named once.")
    }
  }

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing))
  func namesThatAreNotUTF8Work() async throws {
    let folder = try TemporaryFolder()
    let name: [UInt8] = Array("caf".utf8) + [0xE9] + Array(".wav".utf8)
    let path = try folder.file(name, try Speech.turtleWAV())
    let outcome = try await aside {
      try Child(Speech.turtleModel.map { Array($0.utf8) } + [path]).finish()
    }
    #expect(outcome == .fine("\(Speech.turtleText)\n"))
  }

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing))
  func silenceGivesNoTextAndIsNoError() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("silence.raw", Speech.silence(2))
    #expect(try await run(Speech.turtleModel + ["--raw", "16000", path]) == .fine(""))
  }

  // MARK: Signals and terminals

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing), arguments: [SIGINT, SIGTERM])
  func aSignalEndsAnEndlessStreamWithWhatIsFinal(signal: Int32) async throws {
    try await aside {
      let child = try Child(Self.rawStream, input: .pipe)
      try child.write(try Speech.turtle() + Speech.silence(2))
      #expect(child.line() == Speech.turtleText)
      child.send(signal)
      let outcome = child.finish(closingInput: false)
      #expect(outcome == Child.Outcome(status: 128 + signal, text: "", errors: ""))
    }
  }

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing))
  func aTerminalShowsProgressAndTheTextSoFarAndIsLeftClean() async throws {
    let outcome = try await run(
      ["--partials", Speech.youngMan], errors: .terminal, environment: ["TERM": "xterm"])
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("young man"))
    #expect(!outcome.text.contains("\r"))
    #expect(outcome.errors.contains(#/\r\d+%  0:0\d/#))
    #expect(outcome.errors.contains("he was"))
    #expect(outcome.errors.hasSuffix("\r\u{1B}[K"))
  }

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing), arguments: ["--quiet", "--verbose"])
  func noLineIsDrawnForPartialsWhereNoneIsDrawnForProgress(option: String) async throws {
    let outcome = try await run(
      ["--partials", option, "--preset=fast", Speech.youngMan], errors: .terminal,
      environment: ["TERM": "xterm"])
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("young man"))
    #expect(!outcome.errors.contains("\u{1B}"))
    #expect(option == "--verbose" || outcome.errors == "")
  }

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing))
  func theNextFilesProgressBeginsAtItsStart() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("silence.raw", Speech.silence(4))
    let short = try folder.file("turtle.raw", try Speech.turtle())
    let outcome = try await run(
      Speech.turtleModel + ["--raw", "16000", path, short], errors: .terminal,
      environment: ["TERM": "xterm"])
    #expect(outcome.status == 0)
    #expect(!outcome.errors.contains(#/0:0[4-9][^\r]*file 2 of 2/#))
  }

  @Test(.enabled(if: Speech.isInstalled, Speech.isMissing), arguments: [false, true])
  func aTerminalIsToldThatNothingWasSaidUnlessItIsToBeQuiet(isQuiet: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("silence.raw", Speech.silence(2))
    let outcome = try await run(
      Speech.turtleModel + (isQuiet ? ["--quiet"] : []) + ["--raw", "16000", path],
      errors: .terminal, environment: ["TERM": "xterm"])
    #expect(outcome.status == 0 && outcome.text == "")
    #expect(outcome.errors.contains("silence.raw: nothing was said.") == !isQuiet)
    #expect(!isQuiet || outcome.errors == "")
  }
}
