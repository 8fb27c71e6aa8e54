internal import SpeechAudio

/// What sessions of all engines refuse in the same words.
extension SpeechError {
  /// An utterance asks for a task that the session was not made with.
  package static func unknownTask(
    _ task: String, among tasks: Set<String>, engine: String
  ) -> SpeechError {
    SpeechError(
      .invalidParameter, "The session has no task called \"\(task)\".",
      remedy: "Use one of \(tasks.sorted().joined(separator: ", ")).", engine: engine)
  }

  /// Sound comes in another format than the session's.
  package static func otherFormat(
    _ format: AudioFormat, needed: AudioFormat, engine: String
  ) -> SpeechError {
    SpeechError(
      .unexpectedAudioFormat, "A buffer of \(format) came; \(needed) is needed.",
      remedy: "Convert the sound to the session's input format.", engine: engine)
  }

  /// A call comes out of its order.
  ///
  /// - Parameters:
  ///   - call: What the session was asked to do.
  ///   - place: Where it can't be done, such as `outside an utterance`.
  ///   - name: What the engine is called.
  ///   - engine: The engine's identifier.
  /// - Returns: The error.
  package static func misuse(
    _ call: String, _ place: String, of name: String, engine: String
  ) -> SpeechError {
    SpeechError(
      .internalFailure, "A \(name) session was asked to \(call) \(place).", engine: engine)
  }
}
