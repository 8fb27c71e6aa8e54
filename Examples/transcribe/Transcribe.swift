import Foundation
import SpeechRecognition

/// Prints what is said in sound files.
@main
@MainActor
struct Transcribe {
  static func main() async {
    let console = Console()
    console.requireOutput()
    do throws(Arguments.Mistake) {
      switch try Arguments.parse(commandLine) {
      case .help: console.write(Help.text)
      case .version: console.write(Help.version)
      case .transcribe(let arguments):
        let status = await Transcribe(arguments: arguments, console: console).run()
        console.clear()
        exit(status)
      }
    } catch {
      console.tell("\(error.message) \(Help.hint)")
      exit(EX_USAGE)
    }
  }

  /// The words behind the program's name, in the bytes that the user gave.
  private static var commandLine: [[UInt8]] {
    (0..<Int(CommandLine.argc)).dropFirst().compactMap { index in
      CommandLine.unsafeArgv[index].map { word in
        Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
      }
    }
  }

  let arguments: Arguments
  let console: Console
  let signals = Signals()

  /// Recognises the files one after the other; returns the exit status.
  func run() async -> Int32 {
    console.showsProgress = !arguments.isQuiet && !arguments.isVerbose
    do throws(SpeechError) {
      let recognizer = try arguments.engine.makeRecognizer(arguments)
      try await recognizer.prepare()
      var status: Int32 = 0
      for (index, input) in arguments.inputs.enumerated() {
        let count = arguments.inputs.count
        console.begin(count > 1 ? "file \(index + 1) of \(count)" : "")
        let error = await transcribe(input, with: recognizer)
        if let interrupted = signals.status { return interrupted }
        guard let error else { continue }
        status = 1
        console.tell(message(error, about: input))
      }
      return status
    } catch {
      console.tell("\(error)")
      return 1
    }
  }

  /// Recognises a file, writing what is final as it comes; returns what went wrong.
  private func transcribe(_ input: Input, with recognizer: SpeechRecognizer) async -> SpeechError? {
    let options = RecognitionOptions(
      reportsPartialResults: arguments.showsPartials && console.isTerminal && console.showsProgress,
      resultScope: .utterance, channels: arguments.channels)
    let rawFormat = arguments.rawFormat
    let task = recognizer.recognitionTask(
      with: URLRecognitionRequest(options: options) { try input.open(rawFormat: rawFormat) })
    signals.watch(task)
    defer { signals.watch(nil) }
    let progress = task.progress
    let showing = Task {
      for await progress in progress where !Task.isCancelled { console.show(progress) }
    }
    defer { showing.cancel() }

    let isOneOfMany = arguments.inputs.count > 1
    let output = Output(
      arguments.format, prefix: isOneOfMany ? input.nameBytes + Array(": ".utf8) : [],
      tellsChannels: arguments.channels == .separate, diagnoses: arguments.diagnoses)
    var failure: SpeechError?
    for await event in task.events {
      switch event {
      case .hypothesis(let result):
        console.show(partial: result.bestTranscription.formattedString)
      case .final(let result):
        console.show(partial: "")
        console.write(output.lines(for: result.bestTranscription))
      case .warning(let warning):
        if !arguments.isQuiet { console.tell("\(input.name): \(warning.message)") }
      case .ended(.nothingHeard):
        if console.isTerminal, !arguments.isQuiet {
          console.tell("\(input.name): nothing was said.")
        }
      case .ended(.failed(let error)):
        failure = error
      case .ended(.cancelled):
        failure = SpeechError(.cancelled, "Interrupted.")
      case .ended(.finished), .speechDetected, .finishedReadingAudio:
        break
      }
    }
    console.write(output.ending(task.finalizedTranscript, of: input.name, error: failure))
    if arguments.diagnoses, arguments.format != .json {
      for line in DiagnosticsReport(task.diagnostics).lines {
        console.tell("\(input.name): \(line)")
      }
    }
    return failure
  }

  /// Names the file once, in front.
  private func message(_ error: SpeechError, about input: Input) -> String {
    let named = "“\(input.name)” "
    let text = error.description
    return "\(input.name): \(text.hasPrefix(named) ? String(text.dropFirst(named.count)) : text)"
  }
}
