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
    /// How ``text`` and ``alternatives`` are written.
    public let textStyle: TextStyle

    /// Creates an utterance from what an engine believes was said.
    ///
    /// - Parameters:
    ///   - hypothesis: The words, with times in stream time.
    ///   - timeRange: When it was said, in stream time.
    ///   - channel: The channel that it was said in, or `nil` for a mix of channels.
    ///   - locale: The language, by which ``SpokenForm`` finds the spoken words of written text;
    ///     `nil` when it isn't known.
    public init(
      _ hypothesis: Hypothesis, timeRange: AudioTimeRange, channel: Int? = nil,
      locale: LocaleID? = nil
    ) {
      let texts = hypothesis.words.map(\.text)
      let substitutes = WordAlignment.substitutes(for: texts, in: hypothesis.alternatives)
      let derived =
        hypothesis.textStyle == .spoken
        ? nil : DerivedSpokenWords(texts, SpokenForm(locale: locale ?? LocaleID("")))
      var segments: [Segment] = []
      var end = 0
      for (index, word) in hypothesis.words.enumerated() {
        let start = index == 0 || word.joinsPrevious ? end : end + 1
        end = start + word.text.utf8.count
        let spoken =
          word.spokenWords.map { SpokenWords.given($0) }
          ?? derived.map { .derived($0, index: index) } ?? .text
        segments.append(
          Segment(
            substring: word.text, utf8Range: start..<end, timeRange: word.range,
            confidence: word.confidence, alternativeSubstrings: substitutes[index],
            spoken: spoken))
      }
      text = hypothesis.text
      self.segments = segments
      self.timeRange = timeRange
      alternatives = hypothesis.alternatives
      self.channel = channel
      textStyle = hypothesis.textStyle
    }

    /// What was said, in lower case and without marks: the spoken words of the segments, joined by
    /// blanks.
    public var spokenText: String {
      segments.flatMap(\.spokenWords).joined(separator: " ")
    }
  }
}

extension Transcription.Utterance {
  private enum CodingKeys: String, CodingKey {
    case text, segments, timeRange, alternatives, channel, textStyle
  }

  /// Reads an utterance; one without a text style, as older versions wrote it, is spoken text.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    text = try values.decode(String.self, forKey: .text)
    segments = try values.decode([Transcription.Segment].self, forKey: .segments)
    timeRange = try values.decode(AudioTimeRange.self, forKey: .timeRange)
    alternatives = try values.decode([String].self, forKey: .alternatives)
    channel = try values.decodeIfPresent(Int.self, forKey: .channel)
    textStyle = try values.decodeIfPresent(TextStyle.self, forKey: .textStyle) ?? .spoken
  }
}
