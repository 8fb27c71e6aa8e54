import Foundation
import PocketSphinxEngine
import SpeechRecognition

let recognizer = try SpeechRecognizer(engine: .pocketSphinx)
let transcript = try await recognizer.transcribe(URL(filePath: CommandLine.arguments[1]))
print(transcript.text)
