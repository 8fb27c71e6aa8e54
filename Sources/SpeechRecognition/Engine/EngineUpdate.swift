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
    /// What was said, in lower case and without marks, where the engine knows better than
    /// ``SpokenForm`` does; `nil` leaves it to the library.
    ///
    /// There may be several, such as `nineteen ninety six` for `1996`, or none for a dash.
    public var spokenWords: [String]?
    /// Whether the word follows the one before it without a blank, as in Chinese, or as a mark
    /// that the engine tells by itself.
    public var joinsPrevious: Bool

    /// Creates a word.
    ///
    /// - Parameters:
    ///   - text: The word as it should be shown.
    ///   - range: When it was said, in stream time.
    ///   - confidence: How sure the engine is, from 0 to 1.
    ///   - spokenWords: What was said, in lower case and without marks; `nil` leaves it to the
    ///     library.
    ///   - joinsPrevious: Whether the word follows the one before it without a blank.
    public init(
      _ text: String, range: AudioTimeRange? = nil, confidence: Double? = nil,
      spokenWords: [String]? = nil, joinsPrevious: Bool = false
    ) {
      self.text = text
      self.range = range
      self.confidence = confidence
      self.spokenWords = spokenWords
      self.joinsPrevious = joinsPrevious
    }
  }

  /// The words in the order in which they were said.
  public var words: [Word]
  /// Other readings, most likely first; none equals ``text`` or another.
  public var alternatives: [String]
  /// How the text is written.
  public var textStyle: TextStyle

  /// Creates a hypothesis.
  ///
  /// - Parameters:
  ///   - words: The words in the order in which they were said.
  ///   - alternatives: Other readings, most likely first.
  ///   - textStyle: How the text of the words and of the other readings is written.
  public init(words: [Word], alternatives: [String] = [], textStyle: TextStyle = .spoken) {
    self.words = words
    self.alternatives = alternatives
    self.textStyle = textStyle
  }

  /// The words joined by blanks, except those that join the word before them.
  public var text: String {
    var text = ""
    for (index, word) in words.enumerated() {
      if index > 0, !word.joinsPrevious { text += " " }
      text += word.text
    }
    return text
  }
}

extension Hypothesis {
  private enum CodingKeys: String, CodingKey {
    case words, alternatives, textStyle
  }

  /// Reads a hypothesis; one without a text style, as older versions wrote it, is spoken text.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    words = try values.decode([Word].self, forKey: .words)
    alternatives = try values.decode([String].self, forKey: .alternatives)
    textStyle = try values.decodeIfPresent(TextStyle.self, forKey: .textStyle) ?? .spoken
  }
}

extension Hypothesis.Word {
  private enum CodingKeys: String, CodingKey {
    case text, range, confidence, spokenWords, joinsPrevious
  }

  /// Reads a word, also one of an older version, which says no spoken words.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    text = try values.decode(String.self, forKey: .text)
    range = try values.decodeIfPresent(AudioTimeRange.self, forKey: .range)
    confidence = try values.decodeIfPresent(Double.self, forKey: .confidence)
    spokenWords = try values.decodeIfPresent([String].self, forKey: .spokenWords)
    joinsPrevious = try values.decodeIfPresent(Bool.self, forKey: .joinsPrevious) ?? false
  }
}
