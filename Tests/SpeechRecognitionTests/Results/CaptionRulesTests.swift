import Testing

@testable import SpeechRecognition

@Suite struct CaptionRulesTests {
  private func time(_ seconds: Double) -> AudioTime { AudioTime(seconds: seconds) }

  private func utterance(
    _ words: [Hypothesis.Word], from start: Double = 0, to end: Double,
    style: TextStyle = .written
  ) -> Transcription.Utterance {
    Transcription.Utterance(
      Hypothesis(words: words, textStyle: style),
      timeRange: AudioTimeRange(start: time(start), end: time(end)))
  }

  private func words(_ text: String) -> [Hypothesis.Word] {
    text.split(separator: " ").map { Hypothesis.Word(String($0)) }
  }

  private func cues(
    _ utterance: Transcription.Utterance, _ rules: CaptionRules
  ) -> [CaptionRules.Cue] {
    rules.cues(for: Transcript(utterances: [utterance]))
  }

  private func times(_ cues: [CaptionRules.Cue]) -> [[Double]] {
    cues.map { [$0.timeRange.start.seconds, $0.timeRange.end.seconds] }
  }

  @Test func wordsWithoutTimesShareTheUtteranceByTheirCharacters() {
    // 3 + 1 and 7 + 1 characters of 12 in 6 s.
    let found = cues(
      utterance(words("one another"), from: 2, to: 8), CaptionRules(lineLength: 7, lines: 1))
    #expect(found.map(\.lines) == [["one"], ["another"]])
    #expect(times(found) == [[2, 4], [4, 8]])
  }

  @Test func noCueOfWordsWithoutTimesIsTooLong() {
    let text = (0..<200).map { "word\($0)" }.joined(separator: " ")
    let rules = CaptionRules(longest: 3)
    let found = cues(utterance(words(text), from: 1, to: 101), rules)
    #expect(found.flatMap(\.lines).joined(separator: " ") == text)
    #expect(found.allSatisfy { $0.timeRange.duration.seconds <= 3 && !$0.timeRange.isEmpty })
    #expect(found.first?.timeRange.start == time(1))
    #expect(found.last?.timeRange.end == time(101))
    for (cue, next) in zip(found, found.dropFirst()) {
      #expect(cue.timeRange.end == next.timeRange.start)
    }
  }

  @Test func wordsWithoutTimesLieBetweenTheirTimedNeighbours() {
    var said = words("a b c d")
    said[1].range = AudioTimeRange(start: time(2), end: time(3))
    let found = cues(utterance(said, to: 7), CaptionRules(lineLength: 1, lines: 1))
    #expect(times(found) == [[0, 2], [2, 3], [3, 5], [5, 7]])
  }

  @Test func aWordThatIsAWholeTextIsDividedToo() {
    let text = "This engine tells its text as one word, which is long."
    for range in [nil, AudioTimeRange(start: time(1), end: time(5))] {
      let found = cues(
        utterance([Hypothesis.Word(text, range: range)], to: 6),
        CaptionRules(lineLength: 12, lines: 1))
      #expect(found.flatMap(\.lines).joined(separator: " ") == text)
      #expect(found.count > 4 && found.allSatisfy { $0.lines[0].count <= 12 })
      #expect(found.first?.timeRange.start == time(range == nil ? 0 : 1))
      #expect(found.last?.timeRange.end == time(range == nil ? 6 : 5))
    }
  }

  @Test func scriptsWithoutBlanksAreDividedBetweenCharacters() {
    let text = "今天天气很好，我们去公园。"
    let whole = [Hypothesis.Word(text)]
    var single = text.map { Hypothesis.Word(String($0), joinsPrevious: true) }
    single[0].joinsPrevious = false
    for said in [whole, single] {
      let found = cues(utterance(said, to: 6), CaptionRules(lineLength: 5, lines: 1))
      #expect(found.flatMap(\.lines).joined() == text)
      #expect(found.count == 3)
      // No mark begins a line.
      #expect(found.allSatisfy { $0.lines[0].first?.isLetter == true })
    }
  }

  @Test func marksOfTheirOwnStayWithTheirWord() {
    var said = words("Yes , sir")
    said[1].joinsPrevious = true
    said[0].range = AudioTimeRange(start: time(1), end: time(2))
    said[2].range = AudioTimeRange(start: time(2), end: time(3))
    let found = cues(utterance(said, to: 4), CaptionRules(lineLength: 4, lines: 1))
    #expect(found.map(\.lines) == [["Yes,"], ["sir"]])
    #expect(times(found) == [[1, 2], [2, 3]])
  }

  @Test func aFullCueOfWrittenTextEndsWithASentence() {
    let said = words("Call Dr. Smith now, please. He is at home until five.")
    let rules = CaptionRules(lineLength: 20, lines: 2)
    #expect(
      cues(utterance(said, to: 5), rules).map(\.lines) == [
        ["Call Dr. Smith now,", "please."], ["He is at home until", "five."],
      ])
    // Spoken text has no sentences, whatever its words look like.
    #expect(
      cues(utterance(said, to: 5, style: .spoken), rules).map(\.lines) == [
        ["Call Dr. Smith now,", "please. He is at"], ["home until five."],
      ])
  }

  @Test func aShortSentenceAtTheStartGetsNoCueOfItsOwn() {
    let found = cues(
      utterance(words("No. The clocks were striking thirteen at noon."), to: 5),
      CaptionRules(lineLength: 20, lines: 2))
    #expect(found.first?.lines == ["No. The clocks were", "striking thirteen at"])
  }

  @Test func sentencesThatFitShareACue() {
    let found = cues(utterance(words("Yes. No."), to: 1), CaptionRules())
    #expect(found.map(\.lines) == [["Yes. No."]])
  }

  @Test(arguments: [
    ("end.", true), ("end?”", true), ("(end.)", true), ("end", false), ("end,", false),
    ("Mr.", false),
    ("J.", false), ("U.S.", false), ("a.m.", false), ("5.", true), ("…", true), ("。", true),
    ("", false),
    (".", true), ("”", false),
  ])
  func sentencesEndAtTheirMarks(_ word: String, _ isEnd: Bool) {
    #expect(SentenceEnd.stands(behind: word) == isEnd)
  }

  @Test func oddTimesLoseNoText() {
    let backwards = AudioTimeRange(start: time(9), end: time(9))
    var said = words("a b c d e")
    said[0].range = backwards
    said[2].range = AudioTimeRange(start: time(3), end: time(4))
    for rules in [CaptionRules(lineLength: 0, lines: 0, longest: -1), CaptionRules(longest: .nan)] {
      let found = cues(utterance(said, from: 5, to: 5), rules)
      #expect(found.flatMap(\.lines).joined(separator: " ") == "a b c d e")
    }
    #expect(cues(utterance([], to: 1), CaptionRules()).isEmpty)
    #expect(cues(utterance([Hypothesis.Word(" ")], to: 1), CaptionRules()).isEmpty)
  }
}
