import Foundation
import PocketSphinxEngine
import SpeechRecognition

// A telephone call that arrives in pieces: 20 ms of 8 kHz samples at a time.
let call = try TelephoneCall(of: URL(filePath: CommandLine.arguments[1]))
let recognizer = try SpeechRecognizer(engine: .pocketSphinx)
let transcript = try await recognizer.transcribe(call.audioBuffers(sampleRate: 8000))
print(transcript.text)
