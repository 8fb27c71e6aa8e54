internal import SpeechAudio

extension SpeechError {
  /// An error about a model of this engine.
  static func model(_ code: Code, _ message: String, remedy: String) -> SpeechError {
    SpeechError(code, message, remedy: remedy, engine: ModelManifest.engine)
  }
}
