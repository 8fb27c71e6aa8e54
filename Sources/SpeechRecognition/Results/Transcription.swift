/// What was said, as text and as the segments that it is made of.
///
/// A transcription covers one or more utterances; ``utterances`` marks where each ends. Copies and
/// longer transcriptions of the same task share the text that came before.
public struct Transcription: Sendable {
  /// The utterances before the last; shared between the results of one task.
  private let earlier: UtteranceList
  private let last: Utterance?

  /// Creates an empty transcription.
  public init() {
    self.init(earlier: UtteranceList(), last: nil)
  }

  /// Creates a transcription of utterances.
  ///
  /// - Parameter utterances: The utterances in the order of time.
  public init(_ utterances: some Sequence<Utterance>) {
    var list = UtteranceList()
    for utterance in utterances { list.append(utterance) }
    self.init(earlier: list, last: nil)
  }

  init(earlier: UtteranceList, last: Utterance?) {
    self.earlier = earlier
    self.last = last
  }

  /// The utterances in the order of time; those in which nothing was said are left out.
  public var utterances: [Utterance] { earlier.all + (last.map { [$0] } ?? []) }

  /// The whole text, ready to be shown: the utterances joined by blanks.
  public var formattedString: String { utterances.map(\.text).joined(separator: " ") }

  /// The segments (usually words) of all utterances, with their places in ``formattedString``.
  public var segments: [Segment] {
    var offset = 0
    var all: [Segment] = []
    for utterance in utterances {
      all += utterance.segments.map { $0.moved(by: offset) }
      offset += utterance.text.utf8.count + 1
    }
    return all
  }

  /// Whether nothing was said.
  public var isEmpty: Bool { earlier.isEmpty && last == nil }

  /// The place of a segment of this transcription in ``formattedString``.
  ///
  /// - Parameter segment: One of ``segments``.
  /// - Returns: The place, or `nil` when the segment is of another transcription.
  public func range(of segment: Segment) -> Range<String.Index>? {
    let text = formattedString
    let bytes = text.utf8
    guard
      let start = bytes.index(
        bytes.startIndex, offsetBy: segment.utf8Range.lowerBound, limitedBy: bytes.endIndex),
      let end = bytes.index(
        start, offsetBy: segment.utf8Range.count, limitedBy: bytes.endIndex),
      text[start..<end] == segment.substring
    else { return nil }
    return start..<end
  }
}

extension Transcription {
  /// What was said between two pauses.
  public struct Utterance: Sendable, Hashable, Codable {
    /// The text, ready to be shown.
    public let text: String
    /// The segments (usually words), with their places in ``text``.
    public let segments: [Segment]
    /// When it was said, in stream time.
    public let timeRange: AudioTimeRange
    /// Other readings of the whole utterance, most likely first.
    public let alternatives: [String]
    /// The channel that it was said in, counted from 0; `nil` for a mix of channels.
    public let channel: Int?

    /// Creates an utterance from what an engine believes was said.
    ///
    /// - Parameters:
    ///   - hypothesis: The words, with times in stream time.
    ///   - timeRange: When it was said, in stream time.
    ///   - channel: The channel that it was said in, or `nil` for a mix of channels.
    public init(_ hypothesis: Hypothesis, timeRange: AudioTimeRange, channel: Int? = nil) {
      let substitutes = WordAlignment.substitutes(
        for: hypothesis.words.map(\.text), in: hypothesis.alternatives)
      var segments: [Segment] = []
      var offset = 0
      for (word, alternatives) in zip(hypothesis.words, substitutes) {
        let end = offset + word.text.utf8.count
        segments.append(
          Segment(
            substring: word.text, utf8Range: offset..<end, timeRange: word.range,
            confidence: word.confidence, alternativeSubstrings: alternatives))
        offset = end + 1
      }
      text = hypothesis.text
      self.segments = segments
      self.timeRange = timeRange
      alternatives = hypothesis.alternatives
      self.channel = channel
    }
  }

  /// A piece of a transcription, usually one word.
  public struct Segment: Sendable, Hashable, Codable {
    /// The text of the segment.
    public let substring: String
    /// The place of the segment in the text that it belongs to, in UTF-8 bytes.
    public let utf8Range: Range<Int>
    /// When it was said, in stream time; `nil` where the engine can't know.
    public let timeRange: AudioTimeRange?
    /// How sure the engine is, from 0 to 1; `nil` where it can't know.
    public let confidence: Double?
    /// What may have been said instead, most likely first.
    public let alternativeSubstrings: [String]

    /// Creates a segment.
    ///
    /// - Parameters:
    ///   - substring: The text of the segment.
    ///   - utf8Range: Its place in the text that it belongs to, in UTF-8 bytes.
    ///   - timeRange: When it was said, in stream time.
    ///   - confidence: How sure the engine is, from 0 to 1.
    ///   - alternativeSubstrings: What may have been said instead.
    public init(
      substring: String, utf8Range: Range<Int>, timeRange: AudioTimeRange? = nil,
      confidence: Double? = nil, alternativeSubstrings: [String] = []
    ) {
      self.substring = substring
      self.utf8Range = utf8Range
      self.timeRange = timeRange
      self.confidence = confidence
      self.alternativeSubstrings = alternativeSubstrings
    }

    /// When the segment begins, in seconds since the start of the stream.
    public var timestamp: Double? { timeRange?.start.seconds }
    /// How long the segment took to say, in seconds.
    public var duration: Double? { timeRange?.duration.seconds }

    fileprivate func moved(by offset: Int) -> Segment {
      Segment(
        substring: substring,
        utf8Range: utf8Range.lowerBound + offset..<utf8Range.upperBound + offset,
        timeRange: timeRange, confidence: confidence,
        alternativeSubstrings: alternativeSubstrings)
    }
  }
}

extension Transcription: Hashable, Codable {
  public static func == (left: Transcription, right: Transcription) -> Bool {
    left.utterances == right.utterances
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(utterances) }

  /// Reads the list of utterances.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Utterance].self))
  }

  /// Writes the list of utterances.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(utterances)
  }
}
