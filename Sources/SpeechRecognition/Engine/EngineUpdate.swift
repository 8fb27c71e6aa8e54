/// Something that an engine tells while it works on an utterance.
public struct EngineUpdate: Sendable, Hashable, Codable {
  /// What is told.
  public enum Kind: Sendable, Hashable, Codable {
    /// The text so far, which may change; the first `stableWords` words are not expected to.
    case partial(Hypothesis, stableWords: Int)
    /// The utterance's text for good, or `nil` when nothing was said. Exactly one an utterance.
    case final(Hypothesis?)
    /// The engine found the end of an utterance; for sessions that cut by themselves.
    case boundary(AudioTime)
    /// Something that a user should know and that stops nothing.
    case warning(EngineWarning)
  }

  /// What is told.
  public var kind: Kind
  /// The stretch of the stream that it is about.
  public var range: AudioTimeRange
  /// How far the stream is decoded.
  public var processedThrough: AudioTime

  /// Creates an update.
  ///
  /// - Parameters:
  ///   - kind: What is told.
  ///   - range: The stretch of the stream that it is about.
  ///   - processedThrough: How far the stream is decoded.
  public init(_ kind: Kind, range: AudioTimeRange, processedThrough: AudioTime) {
    self.kind = kind
    self.range = range
    self.processedThrough = processedThrough
  }
}

/// What an engine believes was said in an utterance.
public struct Hypothesis: Sendable, Hashable, Codable {
  /// One word of a hypothesis.
  public struct Word: Sendable, Hashable, Codable {
    /// The word as it should be shown.
    public var text: String
    /// When it was said, in stream time, or `nil` where the engine can't know.
    public var range: AudioTimeRange?
    /// How sure the engine is, from 0 to 1, or `nil` where it can't know.
    public var confidence: Double?

    /// Creates a word.
    ///
    /// - Parameters:
    ///   - text: The word as it should be shown.
    ///   - range: When it was said, in stream time.
    ///   - confidence: How sure the engine is, from 0 to 1.
    public init(_ text: String, range: AudioTimeRange? = nil, confidence: Double? = nil) {
      self.text = text
      self.range = range
      self.confidence = confidence
    }
  }

  /// The words in the order in which they were said.
  public var words: [Word]
  /// Other readings, most likely first; none equals ``text`` or another.
  public var alternatives: [String]

  /// Creates a hypothesis.
  ///
  /// - Parameters:
  ///   - words: The words in the order in which they were said.
  ///   - alternatives: Other readings, most likely first.
  public init(words: [Word], alternatives: [String] = []) {
    self.words = words
    self.alternatives = alternatives
  }

  /// The words joined by blanks.
  public var text: String { words.map(\.text).joined(separator: " ") }
}
