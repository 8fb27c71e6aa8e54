// Follow a task: results and events as they come, handlers, errors.
import Foundation
import PocketSphinxEngine
import SpeechRecognition

func showResults(_ recognizer: SpeechRecognizer, _ url: URL) async throws {
  let task = recognizer.recognitionTask(with: URLRecognitionRequest(url: url))
  for try await result in task.results {
    print(result.isFinal ? "done:" : "…", result.bestTranscription.formattedString)
  }
}

func showEvents(_ task: RecognitionTask) async {
  for await event in task.events {
    switch event {
    case .speechDetected(let time): print("speech at", time)
    case .hypothesis(let result): print("…", result.bestTranscription.formattedString)
    case .final(let result): print(result.bestTranscription.formattedString)
    case .finishedReadingAudio: print("all sound was taken")
    case .warning(let warning): print(warning.message)
    case .ended(let outcome): print("ended:", outcome)
    }
  }
}

func findUtterances(saying phrase: String, in transcript: Transcript) -> [AudioTimeRange] {
  let wanted = SpokenForm(locale: LocaleID("en-US")).words(in: phrase).joined(separator: " ")
  return transcript.utterances.filter { " \($0.spokenText) ".contains(" \(wanted) ") }
    .map(\.timeRange)
}

@MainActor final class Label {
  var text = ""

  // No annotation, no weak self: the closure runs where the caller is.
  func follow(_ recognizer: SpeechRecognizer, _ url: URL) async throws {
    try await recognizer.recognize(URLRecognitionRequest(url: url)) { result in
      text = result.bestTranscription.formattedString
    }
  }

  // The same with a handler, for code that is not async.
  func start(_ recognizer: SpeechRecognizer, _ url: URL) {
    recognizer.recognitionTask(with: URLRecognitionRequest(url: url)) { @MainActor [weak self] in
      if case .success(let result) = $0 { self?.text = result.bestTranscription.formattedString }
    }
  }
}

func textOrReason(_ recognizer: SpeechRecognizer, _ url: URL) async -> String {
  do throws(SpeechError) {
    return try await recognizer.transcribe(url).text
  } catch {
    switch error.code {
    case .cancelled: return ""
    case .modelNotFound: return "install a model: \(error.remedy ?? "")"
    case .unreadableAudio: return "bad file: \(error.message)"
    default: return "\(error)\n\(error.engineLog.joined(separator: "\n"))"
    }
  }
}
