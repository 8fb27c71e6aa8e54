import EngineTestSupport
import Foundation
import SpeechAudio
import SpeechEngineTestKit
import SpeechRecognition
import Testing

@testable import SherpaOnnxEngine

@Suite(
  "CTC models, whole and streaming, made by the test",
  .enabled(if: Installed.engine, Installed.engineReason))
struct ToneModelTests {
  private func session(
    _ model: ToneModel, _ folder: TestFolder
  ) throws -> any EngineSession {
    try engine(folder).loadModel(Installed.configuration).makeSession(Installed.configuration)
  }

  private func engine(_ folder: TestFolder) -> SherpaOnnxEngine {
    SherpaOnnxEngine(.init(model: URL(filePath: folder.path)))
  }

  @Test("Tones are text, with the times at which they begin", arguments: [false, true])
  func tones(isStreaming: Bool) throws {
    let folder = try ToneModel(isStreaming: isStreaming).folder()
    let start = AudioTime(samples: 10, rate: 1)
    let updates = try hear(Sounds.abc, in: session(.whole, folder), start: start)
    let words = try #require(updates.finals.first ?? nil).words
    #expect(words.map(\.text) == ["abc"])
    let range = try #require(words[0].range)
    #expect(abs(range.start.seconds - 10.5) < 0.05)
    #expect(range.end.seconds > 13.5 && range.end.seconds <= 16)
    #expect(words[0].confidence == nil)
  }

  @Test("The pieces that sound comes in change nothing", arguments: [false, true])
  func pieces(isStreaming: Bool) throws {
    let folder = try ToneModel(isStreaming: isStreaming).folder()
    let session = try session(.whole, folder)
    let whole = try hear(Sounds.abc, in: session)
    for pieces in [1, 7, 160, 4096] {
      let updates = try hear(
        Sounds.abc, in: session, pieces: pieces, wants: pieces == 1 ? [] : [.partials])
      #expect(updates.finals == whole.finals, "pieces of \(pieces)")
    }
  }

  @Test("Partial texts grow while the tones come", arguments: [false, true])
  func partials(isStreaming: Bool) throws {
    let folder = try ToneModel(isStreaming: isStreaming).folder()
    let session = try session(.whole, folder)
    let updates = try hear(
      Sounds.abc, in: session, pieces: 1600, wants: [.partials])
    var texts = updates.partials.map(\.hypothesis.text)
    texts = texts.filter { !$0.isEmpty }
    #expect(texts == ["a", "ab", "abc"])
    #expect(try hear(Sounds.abc, in: session, pieces: 1600).partials.isEmpty)
  }

  @Test("One session takes utterance after utterance, and one after a dropped one")
  func utterances() throws {
    let folder = try ToneModel.streaming.folder()
    let session = try session(.streaming, folder)
    let first = try hear(Sounds.abc, in: session)
    let context = EngineContext { _ in }
    try session.begin(UtteranceRequest(), context)
    try session.accept(AudioBuffer(Sounds.tone(1000, 2), sampleRate: 16_000), context)
    session.abandon()
    #expect(try hear(Sounds.abc, in: session).finals == first.finals)
    #expect(try hear([], in: session).finals == [nil])
  }

  @Test("Both APIs give the text", arguments: [false, true])
  func bothAPIs(isStreaming: Bool) async throws {
    let folder = try ToneModel(isStreaming: isStreaming).folder()
    let engine = engine(folder)
    let recognizer = try SpeechRecognizer(
      engine: engine, locale: LocaleID("en"), detection: AlwaysSpeech.detection)
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    try await request.append(AudioBuffer(Sounds.abc, sampleRate: 16_000))
    request.endAudio()
    #expect(try await task.transcript().text == "abc")

    let transcriber = SpeechTranscriber(
      engine: engine, locale: LocaleID("en"), preset: .progressive,
      detection: AlwaysSpeech.detection)
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    async let transcript = transcriber.results.reduce(into: Transcript()) { $0.append($1) }
    let pieces = stride(from: 0, to: Sounds.abc.count, by: 4000).map { start in
      AudioBuffer(
        Array(Sounds.abc[start..<min(start + 4000, Sounds.abc.count)]), sampleRate: 16_000)
    }
    try await analyzer.analyzeSequence(pieces.async)
    try await analyzer.finalizeAndFinishThroughEndOfInput()
    #expect(try await transcript.text == "abc")
  }

  @Test("What the model can do is told")
  func capabilities() throws {
    let folder = try ToneModel.whole.folder()
    let abilities = engine(folder).descriptor.capabilities(
      task: .dictation, locale: LocaleID("en"))
    #expect(abilities == [.partialResults, .wordTimes])
    #expect(engine(folder).models().map(\.textStyle) == [.spoken])
  }
}

extension Array where Element: Sendable {
  /// The elements as an asynchronous sequence.
  fileprivate var async: AsyncStream<Element> {
    AsyncStream { continuation in
      for element in self { continuation.yield(element) }
      continuation.finish()
    }
  }
}
