// Recognise a file in three lines, then use words, times and subtitles.
import Foundation
import PocketSphinxEngine
import SpeechRecognition

func transcribe(_ url: URL) async throws {
  let recognizer = try SpeechRecognizer(engine: .pocketSphinx)
  let transcript = try await recognizer.transcribe(url)
  print(transcript.text)

  for word in transcript.words {
    print(word.timestamp ?? 0, word.duration ?? 0, word.substring, word.confidence ?? .nan)
  }
  let subtitles = transcript.formatted(.srt())
  try subtitles.write(
    to: url.deletingPathExtension().appendingPathExtension("srt"), atomically: true, encoding: .utf8
  )
}

if let path = CommandLine.arguments.dropFirst().first {
  try await transcribe(URL(filePath: path))
}
