// Take the more accurate engine where it is installed, else the one that always is.

import Foundation
import PocketSphinxEngine
import SherpaOnnxEngine
import SpeechRecognition

/// The best engine that is there.
func makeRecognizer() throws(SpeechError) -> SpeechRecognizer {
  let best = SherpaOnnxEngine()
  if best.availability(for: EngineConfiguration(locale: LocaleID("en-US"))).isAvailable {
    return try SpeechRecognizer(engine: best)
  }
  return try SpeechRecognizer(engine: .pocketSphinx)
}

func useAModelOfYourOwn() throws(SpeechError) -> SpeechRecognizer {
  let engine = SherpaOnnxEngine(
    SherpaOnnxEngine.Settings(model: URL(filePath: "/srv/models/sherpa-onnx-whisper-tiny.en")))
  return try SpeechRecognizer(engine: engine)
}

func listenWithSilero() throws(SpeechError) -> SpeechRecognizer {
  let recognizer = try SpeechRecognizer(engine: .sherpaOnnx, detection: .silero())
  return recognizer
}

for arguments in CommandLine.arguments.dropFirst() {
  print(try await makeRecognizer().transcribe(URL(filePath: arguments)).text)
}
