/// A transcript as it stands in JSON: plain numbers of seconds, for readers in any language.
struct TranscriptDocument: Encodable {
  struct Word: Encodable {
    let text: String
    /// What was said, where that is not the text.
    let spoken: [String]?
    let start: Double?
    let duration: Double?
    let confidence: Double?
    let alternatives: [String]?

    private enum CodingKeys: String, CodingKey {
      case text, spoken, start, duration, confidence, alternatives
    }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(text, forKey: .text)
      try values.encodeIfPresent(spoken, forKey: .spoken)
      // A time that isn't known is `null`, so that nobody takes a missing key for zero.
      try values.encode(start, forKey: .start)
      try values.encode(duration, forKey: .duration)
      try values.encodeIfPresent(confidence, forKey: .confidence)
      try values.encodeIfPresent(alternatives, forKey: .alternatives)
    }
  }

  struct Utterance: Encodable {
    let text: String
    let textStyle: TextStyle
    let start: Double
    let end: Double
    let alternatives: [String]?
    let channel: Int?
    let words: [Word]
  }

  let text: String
  let utterances: [Utterance]

  init(_ transcript: Transcript) {
    text = transcript.text
    utterances = transcript.utterances.map { utterance in
      Utterance(
        text: utterance.text, textStyle: utterance.textStyle,
        start: utterance.timeRange.start.seconds,
        end: utterance.timeRange.end.seconds,
        alternatives: utterance.alternatives.isEmpty ? nil : utterance.alternatives,
        channel: utterance.channel,
        words: utterance.segments.map { segment in
          let alternatives = segment.alternativeSubstrings
          let spoken = segment.spokenWords
          return Word(
            text: segment.substring, spoken: spoken == [segment.substring] ? nil : spoken,
            start: segment.timestamp, duration: segment.duration,
            confidence: segment.confidence, alternatives: alternatives.isEmpty ? nil : alternatives)
        })
    }
  }
}
