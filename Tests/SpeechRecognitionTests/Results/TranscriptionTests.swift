import Foundation
import Testing

@testable import SpeechRecognition

/// An utterance whose words take a second each, from a start in seconds.
func utterance(
  _ text: String, at start: Int64 = 0, alternatives: [String] = []
) -> Transcription.Utterance {
  let words = text.split(separator: " ").enumerated().map { index, word in
    Hypothesis.Word(
      String(word),
      range: AudioTimeRange(
        start: AudioTime(samples: start + Int64(index), rate: 1),
        duration: AudioTime(samples: 1, rate: 1)),
      confidence: 0.5)
  }
  return Transcription.Utterance(
    Hypothesis(words: words, alternatives: alternatives),
    timeRange: AudioTimeRange(
      start: AudioTime(samples: start, rate: 1),
      duration: AudioTime(samples: Int64(words.count), rate: 1)))
}

@Suite struct TranscriptionTests {
  @Test func segmentsPointAtTheirPlacesInTheWholeText() throws {
    let transcription = Transcription([utterance("grüß gott"), utterance("turn it on", at: 5)])
    #expect(transcription.formattedString == "grüß gott turn it on")
    #expect(transcription.segments.count == 5)
    for segment in transcription.segments {
      let range = try #require(transcription.range(of: segment))
      #expect(String(transcription.formattedString[range]) == segment.substring)
    }
    #expect(transcription.segments.map(\.timestamp) == [0, 1, 5, 6, 7])
    #expect(transcription.segments.allSatisfy { $0.duration == 1 && $0.confidence == 0.5 })
  }

  @Test func aSegmentOfAnotherTextHasNoPlace() {
    let foreign = Transcription([utterance("something else entirely")]).segments[2]
    #expect(Transcription([utterance("turn on")]).range(of: foreign) == nil)
  }

  @Test func otherReadingsBecomeSubstitutesOfTheirWords() {
    let heard = utterance(
      "go forward ten meters",
      alternatives: ["go for ten meters", "go forward then meters", "oh go forward ten meter"])
    #expect(
      heard.segments.map(\.alternativeSubstrings) == [[], ["for"], ["then"], ["meter"]])
  }

  @Test func anEmptyTranscriptionHasNoTextAndNoSegments() {
    #expect(Transcription().formattedString == "")
    #expect(Transcription().segments.isEmpty)
    #expect(Transcription().isEmpty)
  }

  @Test func codingKeepsEverything() throws {
    let transcription = Transcription([utterance("turn it on", alternatives: ["turn it off"])])
    let data = try JSONEncoder().encode(transcription)
    #expect(try JSONDecoder().decode(Transcription.self, from: data) == transcription)
  }

  @Test func aLongListKeepsEveryUtteranceInOrder() {
    var list = UtteranceList()
    for number in 0..<1000 { list.append(utterance("word", at: Int64(number))) }
    #expect(list.all.map { Int($0.timeRange.start.seconds) } == Array(0..<1000))
  }

  @Test func theAttributedTextCarriesTimesAndConfidence() throws {
    let text = Transcription([utterance("turn on", at: 3)]).attributedString
    #expect(String(text.characters) == "turn on")
    let runs = text.runs.filter { $0.audioTimeRange != nil }
    #expect(runs.map { $0.audioTimeRange?.start.seconds } == [3, 4])
    #expect(runs.allSatisfy { $0.transcriptionConfidence == 0.5 })
  }
}

@Suite struct TranscriptTests {
  let transcript = Transcript(utterances: [
    utterance("it was a bright cold day in april"),
    utterance("and the clocks were striking <thirteen>", at: 60),
  ])

  @Test func plainTextHasALineForEachUtterance() {
    #expect(
      transcript.formatted(.text) == """
        it was a bright cold day in april
        and the clocks were striking <thirteen>

        """)
  }

  @Test func subtitlesKeepToLineLengthLinesAndTime() {
    let rules = CaptionRules(lineLength: 12, lines: 2, longest: 4)
    #expect(
      transcript.formatted(.srt(rules)) == """
        1
        00:00:00,000 --> 00:00:04,000
        it was a
        bright

        2
        00:00:04,000 --> 00:00:08,000
        cold day in
        april

        3
        00:01:00,000 --> 00:01:04,000
        and the
        clocks were

        4
        00:01:04,000 --> 00:01:06,000
        striking
        <thirteen>

        """)
  }

  @Test func webSubtitlesEscapeMarkup() {
    let text = transcript.formatted(.vtt())
    #expect(text.hasPrefix("WEBVTT\n\n00:00:00.000 --> "))
    #expect(text.contains("&lt;thirteen&gt;"))
  }

  @Test func jsonHasTextTimesAndWordsInSeconds() throws {
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(transcript.formatted(.json).utf8))
        as? [String: Any])
    #expect(json["text"] as? String == transcript.text)
    let utterances = try #require(json["utterances"] as? [[String: Any]])
    #expect(utterances.count == 2)
    let words = try #require(utterances[1]["words"] as? [[String: Any]])
    #expect(words[0]["text"] as? String == "and")
    #expect(words[0]["start"] as? Double == 60)
    #expect(words[0]["confidence"] as? Double == 0.5)
  }

  @Test func wordsWithoutTimesAreShownForTheirWholeUtterance() {
    let words = ["no", "times"].map { Hypothesis.Word($0) }
    let range = AudioTimeRange(
      start: AudioTime(samples: 1, rate: 1), duration: AudioTime(samples: 2, rate: 1))
    let transcript = Transcript(utterances: [
      Transcription.Utterance(Hypothesis(words: words), timeRange: range)
    ])
    #expect(transcript.words.allSatisfy { $0.timestamp == nil })
    #expect(
      transcript.formatted(.srt()) == "1\n00:00:01,000 --> 00:00:03,000\nno times\n")
  }
}
