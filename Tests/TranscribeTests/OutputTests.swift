import Foundation
import Testing

@testable import SpeechRecognition
@testable import transcribe

struct OutputTests {
  private static func time(_ milliseconds: Int64) -> AudioTime {
    AudioTime(samples: milliseconds, rate: 1000)
  }

  private static func word(_ text: String, _ start: Int64, _ end: Int64) -> Hypothesis.Word {
    Hypothesis.Word(
      text, range: AudioTimeRange(start: time(start), end: time(end)), confidence: 0.5)
  }

  private let first = Transcription.Utterance(
    Hypothesis(words: [word("good", 1000, 1250), word("day", 1250, 1625)]),
    timeRange: AudioTimeRange(start: time(500), end: time(2000)))
  private let second = Transcription.Utterance(
    Hypothesis(words: [Hypothesis.Word("bye")]),
    timeRange: AudioTimeRange(start: time(3000), end: time(4000)))

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func textIsOneUtteranceALine() {
    let output = Output(.text)
    #expect(text(output.lines(for: Transcription([first, second]))) == "good day\nbye\n")
    #expect(output.lines(for: Transcription()).isEmpty)
    #expect(output.ending(Transcript(utterances: [first]), of: "a").isEmpty)
  }

  @Test func eachLineBeginsWithThePrefixInItsOwnBytes() {
    let output = Output(.text, prefix: [0xFF, 0x3A])
    #expect(output.lines(for: Transcription([second])) == [0xFF, 0x3A] + Array("bye\n".utf8))
  }

  @Test func timesAreOneWordALine() {
    let lines = Output(.times).lines(for: Transcription([first, second]))
    #expect(text(lines) == "1.000\t1.250\tgood\n1.250\t1.625\tday\n-\t-\tbye\n")
  }

  @Test func jsonIsOneLineAFile() throws {
    let output = Output(.json)
    #expect(output.lines(for: Transcription([first])).isEmpty)
    let line = output.ending(Transcript(utterances: [first, second]), of: "a/b.wav")
    #expect(line.count(where: { $0 == UInt8(ascii: "\n") }) == 1 && line.last == 10)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    #expect(Set(json.keys) == ["file", "text", "utterances"])
    #expect(json["file"] as? String == "a/b.wav")
    #expect(json["text"] as? String == "good day bye")
    let utterances = try #require(json["utterances"] as? [[String: Any]])
    #expect(utterances.map { $0["start"] as? Double } == [0.5, 3])
    let words = try #require(utterances.first?["words"] as? [[String: Any]])
    #expect(words.map { $0["text"] as? String } == ["good", "day"])
    #expect(words.map { $0["duration"] as? Double } == [0.25, 0.375])
  }

  @Test func jsonSaysWhatWentWrong() throws {
    let line = Output(.json).ending(
      Transcript(), of: "a", error: SpeechError(.unreadableAudio, "Gone.", remedy: "Look."))
    let json = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    #expect(json["error"] as? String == "Gone. Look.")
    #expect(json["text"] as? String == "")
  }

  @Test func separateChannelsAreNamed() throws {
    let said = Transcription.Utterance(
      Hypothesis(words: [Self.word("yes", 1000, 1500)]),
      timeRange: AudioTimeRange(start: Self.time(900), end: Self.time(1600)), channel: 1)
    let transcription = Transcription([said])
    #expect(
      text(Output(.text, tellsChannels: true).lines(for: transcription)) == "channel 1: yes\n")
    #expect(
      text(Output(.times, tellsChannels: true).lines(for: transcription))
        == "1.000\t1.500\tyes\t1\n")
    #expect(text(Output(.text).lines(for: transcription)) == "yes\n")
    let line = Output(.json).ending(Transcript(utterances: [said, first]), of: "a")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    let utterances = try #require(json["utterances"] as? [[String: Any]])
    #expect(utterances.map { $0["channel"] as? Int } == [1, nil])
  }

  @Test func diagnosticsAreAPartOfTheJSONWhereTheyAreAskedFor() throws {
    var diagnostics = AudioDiagnostics()
    diagnostics.formats = [AudioFormat(.float32, sampleRate: 16_000, channels: 2)]
    diagnostics.duration = Self.time(1500)
    diagnostics.level = -20
    diagnostics.bandwidth = 4250
    diagnostics.clippedShare = 0.25
    let transcript = Transcript(utterances: [first], diagnostics: diagnostics)
    let silent = Output(.json).ending(transcript, of: "a")
    #expect(!text(silent).contains("diagnostics"))
    let line = Output(.json, diagnoses: true).ending(transcript, of: "a")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    let found = try #require(json["diagnostics"] as? [String: Any])
    #expect(found["seconds"] as? Double == 1.5)
    #expect(found["bandwidth"] as? Double == 4250)
    #expect(found["contrast"] == nil)
    #expect(found["advice"] as? [String] == diagnostics.advice)
    let lines = DiagnosticsReport(diagnostics).lines
    #expect(
      lines.first?.hasPrefix("1.5 s, 16000 Hz, 2 channels, up to 4250 Hz, level -20 dBFS") == true)
    #expect(lines.dropFirst().first == "25 % clipped")
    #expect(lines.dropFirst(2).allSatisfy { $0.hasPrefix("advice: ") })
  }

  @Test func subtitlesComeAtTheEnd() {
    let output = Output(.srt)
    #expect(output.lines(for: Transcription([first])).isEmpty)
    let srt = text(output.ending(Transcript(utterances: [first]), of: "a"))
    #expect(srt == "1\n00:00:01,000 --> 00:00:01,625\ngood day\n")
  }
}

struct ProgressLineTests {
  private func line(
    _ seconds: Double, of share: Double?, after elapsed: Duration, text: String = "",
    columns: Int = 80
  ) -> String {
    var progress = ProgressLine()
    progress.recognized = RecognitionProgress(
      audioTime: AudioTime(seconds: seconds), fractionCompleted: share)
    progress.elapsed = elapsed
    progress.text = text
    return progress.line(columns: columns)
  }

  @Test func theShareTheTimeAndTheSpeedAreShown() {
    #expect(line(62, of: 0.456, after: .seconds(20)) == "45%  1:02  3.1x")
    #expect(line(3723, of: nil, after: .seconds(3723)) == "1:02:03  1.0x")
  }

  @Test func noSpeedIsToldBeforeItMeansAnything() {
    #expect(line(1, of: nil, after: .zero) == "0:01")
  }

  @Test func theFileIsNamedAmongSeveral() {
    #expect(ProgressLine(label: "file 2 of 3").line(columns: 80) == "file 2 of 3")
  }

  @Test func theEndOfTheTextIsKeptWhereTheLineIsShort() {
    #expect(line(1, of: nil, after: .zero, text: "one two three", columns: 11) == "0:01  …hree")
    #expect(line(1, of: nil, after: .zero, text: "one", columns: 11) == "0:01  one")
    #expect(line(1, of: nil, after: .zero, text: "one two", columns: 3) == "0:0")
    #expect(line(1, of: nil, after: .zero, text: "one two", columns: -1) == "")
  }
}
