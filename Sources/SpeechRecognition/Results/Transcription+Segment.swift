extension Transcription {
  /// A piece of a transcription, usually one word.
  public struct Segment: Sendable {
    /// The text of the segment.
    public let substring: String
    /// The place of the segment in the text that it belongs to, in UTF-8 bytes.
    public private(set) var utf8Range: Range<Int>
    /// When it was said, in stream time; `nil` where the engine can't know.
    public let timeRange: AudioTimeRange?
    /// How sure the engine is, from 0 to 1; `nil` where it can't know.
    public let confidence: Double?
    /// What may have been said instead, most likely first.
    public let alternativeSubstrings: [String]
    private let spoken: SpokenWords

    /// Creates a segment.
    ///
    /// - Parameters:
    ///   - substring: The text of the segment.
    ///   - utf8Range: Its place in the text that it belongs to, in UTF-8 bytes.
    ///   - timeRange: When it was said, in stream time.
    ///   - confidence: How sure the engine is, from 0 to 1.
    ///   - alternativeSubstrings: What may have been said instead.
    ///   - spokenWords: What was said, in lower case and without marks; `nil` when that is the
    ///     text itself.
    public init(
      substring: String, utf8Range: Range<Int>, timeRange: AudioTimeRange? = nil,
      confidence: Double? = nil, alternativeSubstrings: [String] = [],
      spokenWords: [String]? = nil
    ) {
      self.init(
        substring: substring, utf8Range: utf8Range, timeRange: timeRange, confidence: confidence,
        alternativeSubstrings: alternativeSubstrings,
        spoken: spokenWords.map { .given($0) } ?? .text)
    }

    init(
      substring: String, utf8Range: Range<Int>, timeRange: AudioTimeRange?, confidence: Double?,
      alternativeSubstrings: [String], spoken: SpokenWords
    ) {
      self.substring = substring
      self.utf8Range = utf8Range
      self.timeRange = timeRange
      self.confidence = confidence
      self.alternativeSubstrings = alternativeSubstrings
      self.spoken = spoken
    }

    /// When the segment begins, in seconds since the start of the stream.
    public var timestamp: Double? { timeRange?.start.seconds }
    /// How long the segment took to say, in seconds.
    public var duration: Double? { timeRange?.duration.seconds }

    /// What was said, in lower case and without marks: several words for `1996`, none for a dash.
    ///
    /// Of written text whose engine doesn't tell them they are found by ``SpokenForm`` when they
    /// are first asked for.
    public var spokenWords: [String] { spoken.words(of: substring) }

    func moved(by offset: Int) -> Segment {
      var moved = self
      moved.utf8Range = utf8Range.lowerBound + offset..<utf8Range.upperBound + offset
      return moved
    }
  }
}

extension Transcription.Segment: Hashable, Codable {
  private enum CodingKeys: String, CodingKey {
    case substring, utf8Range, timeRange, confidence, alternativeSubstrings, spokenWords
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.substring == right.substring && left.utf8Range == right.utf8Range
      && left.timeRange == right.timeRange && left.confidence == right.confidence
      && left.alternativeSubstrings == right.alternativeSubstrings
      && left.spokenWords == right.spokenWords
  }

  // Without the spoken words, which may still have to be found.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(substring)
    hasher.combine(utf8Range)
    hasher.combine(timeRange)
    hasher.combine(confidence)
    hasher.combine(alternativeSubstrings)
  }

  /// Reads a segment; one without spoken words, as older versions wrote it, was said as its text.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      substring: try values.decode(String.self, forKey: .substring),
      utf8Range: try values.decode(Range<Int>.self, forKey: .utf8Range),
      timeRange: try values.decodeIfPresent(AudioTimeRange.self, forKey: .timeRange),
      confidence: try values.decodeIfPresent(Double.self, forKey: .confidence),
      alternativeSubstrings: try values.decode([String].self, forKey: .alternativeSubstrings),
      spokenWords: try values.decodeIfPresent([String].self, forKey: .spokenWords))
  }

  /// Writes a segment, with its spoken words where they are not the text itself.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(substring, forKey: .substring)
    try values.encode(utf8Range, forKey: .utf8Range)
    try values.encodeIfPresent(timeRange, forKey: .timeRange)
    try values.encodeIfPresent(confidence, forKey: .confidence)
    try values.encode(alternativeSubstrings, forKey: .alternativeSubstrings)
    if case .text = spoken { return }
    try values.encode(spokenWords, forKey: .spokenWords)
  }
}
