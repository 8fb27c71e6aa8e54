import Foundation
import PocketSphinxEngine
import SpeechRecognition

// The analyzer API, as an app would use it.
for path in CommandLine.arguments.dropFirst() {
  let transcriber = SpeechTranscriber(engine: .pocketSphinx)
  let analyzer = SpeechAnalyzer(modules: [transcriber])
  async let transcript = transcriber.results.reduce(into: Transcript()) { $0.append($1) }
  try await analyzer.analyzeSequence(from: URL(filePath: path))
  try await analyzer.finalizeAndFinishThroughEndOfInput()
  print(try await transcript.text)
}
