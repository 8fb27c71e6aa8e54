internal import SpeechAudio

extension EngineConfiguration {
  /// Checks what every engine that can only dictate checks: that there are tasks, all of them
  /// dictation, and no options.
  ///
  /// - Parameters:
  ///   - name: What the engine is called.
  ///   - settings: The type that the engine is set up with instead of options.
  ///   - engine: The engine's identifier.
  /// - Throws: ``SpeechError`` with code `missingParameter`, `unsupported` or `invalidParameter`.
  package func requireDictation(
    by name: String, settings: String, engine: String
  ) throws(SpeechError) {
    guard !tasks.isEmpty else {
      throw SpeechError(
        .missingParameter, "The configuration names no task.",
        remedy: "Give at least one, such as .dictation().", engine: engine)
    }
    for (task, kind) in tasks.mapValues(\.kind) where kind != .dictation {
      throw SpeechError(
        .unsupported, "\(name) can't do task \"\(task)\" of kind \"\(kind.rawValue)\".",
        remedy: "Use a dictation task, or another engine.", engine: engine)
    }
    if let unknown = options.keys.sorted().first {
      throw SpeechError(
        .invalidParameter, "\(name) has no option called \"\(unknown)\".",
        remedy: "Use \(settings).", engine: engine)
    }
  }
}
