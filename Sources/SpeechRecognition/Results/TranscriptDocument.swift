/// A transcript as it stands in JSON: plain numbers of seconds, for readers in any language.
struct TranscriptDocument: Codable {
  struct Word: Codable {
    let text: String
    let start: Double?
    let duration: Double?
    let confidence: Double?
    let alternatives: [String]?
  }

  struct Utterance: Codable {
    let text: String
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
        text: utterance.text, start: utterance.timeRange.start.seconds,
        end: utterance.timeRange.end.seconds,
        alternatives: utterance.alternatives.isEmpty ? nil : utterance.alternatives,
        channel: utterance.channel,
        words: utterance.segments.map { segment in
          let alternatives = segment.alternativeSubstrings
          return Word(
            text: segment.substring, start: segment.timestamp, duration: segment.duration,
            confidence: segment.confidence, alternatives: alternatives.isEmpty ? nil : alternatives)
        })
    }
  }
}
