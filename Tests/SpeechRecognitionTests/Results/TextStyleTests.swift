import Foundation
import SpeechEngineTestKit
import Testing

@testable import SpeechRecognition

private func written(
  _ words: [Hypothesis.Word], alternatives: [String] = [], locale: String? = "en-US"
) -> Transcription.Utterance {
  Transcription.Utterance(
    Hypothesis(words: words, alternatives: alternatives, textStyle: .written),
    timeRange: AudioTimeRange(start: .zero, end: AudioTime(samples: 10, rate: 1)),
    locale: locale.map { LocaleID($0) })
}

private func words(_ text: String) -> [Hypothesis.Word] {
  text.split(separator: " ").map { Hypothesis.Word(String($0)) }
}

@Suite struct TextStyleTests {
  @Test func spokenTextIsItsOwnSpokenWords() {
    let heard = utterance("turn it on")
    #expect(heard.textStyle == .spoken)
    #expect(heard.segments.map(\.spokenWords) == [["turn"], ["it"], ["on"]])
    #expect(heard.spokenText == "turn it on")
  }

  @Test func segmentsOfWrittenTextCarryWhatWasSaid() {
    let heard = written(words("In 1996 St. John paid $5 million — cold-hearted."))
    #expect(heard.textStyle == .written)
    #expect(
      heard.segments.map(\.spokenWords) == [
        ["in"], ["nineteen", "ninety", "six"], ["saint"], ["john"], ["paid"], ["five"],
        ["million", "dollars"], [], ["cold", "hearted"],
      ])
    #expect(
      Transcription([utterance("yes"), heard, written(words("—"))]).spokenString
        == "yes in nineteen ninety six saint john paid five million dollars cold hearted")
  }

  @Test func spokenWordsThatTheEngineTellsAreTaken() {
    let heard = written([
      Hypothesis.Word("1996", spokenWords: ["one", "nine", "nine", "six"]),
      Hypothesis.Word("…", spokenWords: []), Hypothesis.Word("Yes."),
    ])
    #expect(heard.spokenText == "one nine nine six yes")
  }

  @Test func withoutALanguageFiguresStay() {
    #expect(written(words("It’s 5."), locale: nil).spokenText == "it's 5")
    #expect(written(words("Es ist 5."), locale: "de").spokenText == "es ist 5")
  }

  @Test func marksThatJoinTheWordBeforeThemStandBehindItWithoutABlank() throws {
    let heard = written([
      Hypothesis.Word("Yes"), Hypothesis.Word(",", joinsPrevious: true), Hypothesis.Word("sir"),
    ])
    let transcription = Transcription([heard, heard])
    #expect(transcription.formattedString == "Yes, sir Yes, sir")
    #expect(String(transcription.attributedString.characters) == "Yes, sir Yes, sir")
    #expect(heard.spokenText == "yes sir")
    for segment in transcription.segments {
      let range = try #require(transcription.range(of: segment))
      #expect(String(transcription.formattedString[range]) == segment.substring)
    }
  }

  @Test func otherReadingsOfWrittenTextDifferByWordsNotByMarks() {
    let heard = written(
      words("Well, turn it on."),
      alternatives: [
        "Well turn it on", "Well, turn it off.", "well turn it off", "Bell! Turn it on.",
      ])
    #expect(heard.segments.map(\.alternativeSubstrings) == [["Bell!"], [], [], ["off."]])
  }

  @Test func codingKeepsStyleAndSpokenWords() throws {
    let heard = written(words("Pay $5 — now!"), alternatives: ["Pay $9 — now!"])
    let again = try JSONDecoder().decode(
      Transcription.Utterance.self, from: try JSONEncoder().encode(heard))
    #expect(again == heard)
    #expect(again.hashValue == heard.hashValue)
    #expect(again.spokenText == "pay five dollars now")
    let hypothesis = Hypothesis(
      words: [Hypothesis.Word("5", spokenWords: ["five"], joinsPrevious: true)],
      textStyle: .written)
    #expect(
      try JSONDecoder().decode(Hypothesis.self, from: try JSONEncoder().encode(hypothesis))
        == hypothesis)
  }

  @Test func whatOlderVersionsWroteIsSpokenText() throws {
    let range = #"{"start":[0,1],"end":[1,1]}"#
    let utterance = try JSONDecoder().decode(
      Transcription.Utterance.self,
      from: Data(
        """
        {"text":"turn on","timeRange":\(range),"alternatives":[],"segments":[
        {"substring":"turn","utf8Range":[0,4],"alternativeSubstrings":[]},
        {"substring":"on","utf8Range":[5,7],"timeRange":\(range),"alternativeSubstrings":["off"]}]}
        """.utf8))
    #expect(utterance.textStyle == .spoken)
    #expect(utterance.spokenText == "turn on")
    let hypothesis = try JSONDecoder().decode(
      Hypothesis.self, from: Data(#"{"words":[{"text":"on"}],"alternatives":[]}"#.utf8))
    #expect(hypothesis == Hypothesis(words: [Hypothesis.Word("on")]))
  }

  @Test func theAttributedTextSaysItsStyle() {
    let text = Transcription([utterance("yes"), written(words("Yes."))]).attributedString
    #expect(text.runs.compactMap(\.transcriptionTextStyle) == [.spoken, .written])
  }

  @Test func theStyleReachesTasksAndTheAnalyzer() async throws {
    var engine = ScriptedEngine(.partial("Turn", at: 0.3), .final("Turn on.", at: 1))
    engine.settings.textStyle = .written
    let task = try ScriptedRecognizer(engine).recognitionTask(
      with: {
        let request = AudioBufferRecognitionRequest()
        #expect(request.offer(.speechLike(2)))
        request.endAudio()
        return request
      }())
    for try await result in task.results {
      #expect(result.bestTranscription.utterances.allSatisfy { $0.textStyle == .written })
      if result.isFinal { #expect(result.bestTranscription.spokenString == "turn on") }
    }
    let transcriber = SpeechTranscriber(engine: engine, preset: .progressive)
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    async let reading = transcriber.results.reduce(into: Transcript()) { $0.append($1) }
    try await analyzer.analyzeSequence(SoundSequence(.speechLike(2)))
    try await analyzer.finalizeAndFinishThroughEndOfInput()
    let transcript = try await reading
    #expect(transcript.utterances.map(\.textStyle) == [.written])
    #expect(transcript.spokenText == "turn on")
  }

  @Test func jsonSaysTheStyleAndNoTimesThatAreNotKnown() throws {
    let transcript = Transcript(utterances: [written(words("Pay $5")), utterance("yes", at: 10)])
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(transcript.formatted(.json).utf8)) as? [String: Any])
    let utterances = try #require(json["utterances"] as? [[String: Any]])
    #expect(utterances.map { $0["textStyle"] as? String } == ["written", "spoken"])
    let pay = try #require(utterances[0]["words"] as? [[String: Any]])
    #expect(pay.map { $0["spoken"] as? [String] } == [["pay"], ["five", "dollars"]])
    #expect(pay.allSatisfy { $0["start"] is NSNull && $0["duration"] is NSNull })
    let yes = try #require(utterances[1]["words"] as? [[String: Any]])
    #expect(yes[0]["spoken"] == nil)
    #expect(yes[0]["start"] as? Double == 10)
  }
}
