import PocketSphinxEngine
import SpeechRecognition
import Testing

/// The error that loading a model throws.
func failure(_ settings: PocketSphinxEngine.Settings) throws -> SpeechError {
  let engine = PocketSphinxEngine(settings)
  let error = try #require(
    #expect(throws: SpeechError.self) { _ = try engine.loadModel(DebianSpeech.configuration) })
  #expect(error.engine?.hasPrefix("pocketsphinx") == true)
  #expect(error.remedy?.isEmpty == false)
  return error
}
