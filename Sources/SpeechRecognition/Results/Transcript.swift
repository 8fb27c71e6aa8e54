/// All that was said in a session, utterance by utterance.
public struct Transcript: Sendable, Hashable, Codable {
  /// The utterances in the order of time.
  public private(set) var utterances: [Transcription.Utterance]
  /// How good the sound was and what was wrong with it; `nil` where nobody measured it.
  public var diagnostics: AudioDiagnostics?

  /// Creates a transcript.
  ///
  /// - Parameters:
  ///   - utterances: The utterances in the order of time.
  ///   - diagnostics: How good the sound was and what was wrong with it.
  public init(
    utterances: [Transcription.Utterance] = [], diagnostics: AudioDiagnostics? = nil
  ) {
    self.utterances = utterances
    self.diagnostics = diagnostics
  }

  /// The whole text: the utterances joined by blanks.
  public var text: String { transcription.formattedString }

  /// What was said, in lower case and without marks; see ``SpokenForm``.
  public var spokenText: String { transcription.spokenString }

  /// The segments (usually words) of all utterances, with their places in ``text``.
  public var words: [Transcription.Segment] { transcription.segments }

  /// The same as one transcription.
  public var transcription: Transcription { Transcription(utterances) }

  /// Whether nothing was said.
  public var isEmpty: Bool { utterances.isEmpty }

  /// Adds an utterance behind the last, or, when it was said in another channel, where it belongs in
  /// the order of time.
  ///
  /// - Parameter utterance: What was said next.
  public mutating func append(_ utterance: Transcription.Utterance) {
    var index = utterances.count
    if utterance.channel != nil {
      while index > 0, utterance.isBefore(utterances[index - 1]) { index -= 1 }
    }
    utterances.insert(utterance, at: index)
  }

  /// Adds what a transcriber found, when it is final and not empty.
  ///
  /// - Parameter result: A result of a ``SpeechTranscriber``; a volatile one changes nothing.
  public mutating func append(_ result: SpeechTranscriber.Result) {
    guard result.isFinal else { return }
    for utterance in result.transcription.utterances { append(utterance) }
  }

  /// Writes the transcript in a format for files.
  ///
  /// - Parameter format: The format and its rules.
  /// - Returns: The text of the file, with a line end at its end.
  public func formatted(_ format: TranscriptFormat) -> String {
    format.write(self)
  }
}
