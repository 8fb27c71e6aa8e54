/// All that was said in a session, utterance by utterance.
public struct Transcript: Sendable, Hashable, Codable {
  /// The utterances in the order of time.
  public private(set) var utterances: [Transcription.Utterance]

  /// Creates a transcript.
  ///
  /// - Parameter utterances: The utterances in the order of time.
  public init(utterances: [Transcription.Utterance] = []) {
    self.utterances = utterances
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

  /// Adds an utterance behind the last.
  ///
  /// - Parameter utterance: What was said next.
  public mutating func append(_ utterance: Transcription.Utterance) {
    utterances.append(utterance)
  }

  /// Adds what a transcriber found, when it is final and not empty.
  ///
  /// - Parameter result: A result of a ``SpeechTranscriber``; a volatile one changes nothing.
  public mutating func append(_ result: SpeechTranscriber.Result) {
    if result.isFinal { utterances += result.transcription.utterances }
  }

  /// Writes the transcript in a format for files.
  ///
  /// - Parameter format: The format and its rules.
  /// - Returns: The text of the file, with a line end at its end.
  public func formatted(_ format: TranscriptFormat) -> String {
    format.write(self)
  }
}
