import EngineTestSupport
import Foundation
import PocketSphinxEngine
import SpeechRecognition
import Testing

@Suite(.enabled(if: DebianSpeech.isThere, Comment(rawValue: DebianSpeech.reason)))
struct SessionTests {
  @Test func callsInTheWrongOrderAreRefusedAndHarmless() throws {
    let session = try DebianSpeech.session()
    let updates = Updates()
    let context = EngineContext { updates.add($0) }
    let sound = AudioBuffer(try DebianSpeech.goForward(), sampleRate: DebianSpeech.rate)
    func code(_ call: () throws -> Void) -> SpeechError.Code? {
      do { try call() } catch { return (error as? SpeechError)?.code }
      return nil
    }
    session.abandon()
    #expect(code { try session.accept(sound, context) } == .internalFailure)
    #expect(code { try session.end(context) } == .internalFailure)
    for wants: Set<UtteranceRequest.Want> in [[], [.partials]] {
      try session.begin(UtteranceRequest(wants: wants), context)
      #expect(code { try session.begin(UtteranceRequest(), context) } == .internalFailure)
      try session.accept(sound[0..<20_000], context)
      session.abandon()
      session.abandon()
      #expect(code { try session.end(context) } == .internalFailure)
    }
    #expect(code { try session.begin(UtteranceRequest(task: "x"), context) } == .invalidParameter)
    #expect(updates.finals.isEmpty)
    let finals = try hear(DebianSpeech.goForward(), in: session).finals
    #expect(finals.map { $0?.text } == ["go forward ten meters"])
  }

  @Test func soundOfAnotherFormatIsRefused() throws {
    let session = try DebianSpeech.session()
    let context = EngineContext { _ in }
    #expect(session.inputFormat == AudioFormat(.int16, sampleRate: 16_000))
    for buffer in [
      AudioBuffer([Int16](repeating: 0, count: 100), sampleRate: 8000),
      AudioBuffer([Float](repeating: 0, count: 100), sampleRate: 16_000),
      AudioBuffer([Int16](repeating: 0, count: 100), sampleRate: 16_000, channels: 2),
    ] {
      try session.begin(UtteranceRequest(), context)
      let error = #expect(throws: SpeechError.self) { try session.accept(buffer, context) }
      #expect(error?.code == .unexpectedAudioFormat)
    }
  }

  @Test func cancellingBeforeTheEndGivesNoFinal() throws {
    let session = try DebianSpeech.session()
    let updates = Updates()
    let flag = CancellationFlag()
    let context = EngineContext(cancellation: flag) { updates.add($0) }
    let sound = AudioBuffer(try DebianSpeech.goForward(), sampleRate: DebianSpeech.rate)
    try session.begin(UtteranceRequest(), context)
    try session.accept(sound, context)
    flag.set()
    try session.accept(sound, context)
    try session.end(context)
    #expect(updates.all.isEmpty)
    let finals = try hear(DebianSpeech.goForward(), in: session).finals
    #expect(finals.map { $0?.text } == ["go forward ten meters"])
  }

  @Test func cancellingInAPartialStopsTheRest() throws {
    let session = try DebianSpeech.session()
    let updates = Updates()
    let flag = CancellationFlag()
    let context = EngineContext(cancellation: flag) { update in
      updates.add(update)
      flag.set()
    }
    let samples = try DebianSpeech.goForward()
    try session.begin(UtteranceRequest(wants: [.partials]), context)
    try session.accept(AudioBuffer(samples + samples, sampleRate: DebianSpeech.rate), context)
    try session.end(context)
    #expect(updates.partials.count == 1 && updates.finals.isEmpty)
  }

  @Test func aModelMakesOneSession() throws {
    let model = try PocketSphinxEngine().loadModel(DebianSpeech.configuration)
    #expect(model.sharing == .oneSession)
    _ = try model.makeSession(DebianSpeech.configuration)
    let error = #expect(throws: SpeechError.self) {
      _ = try model.makeSession(DebianSpeech.configuration)
    }
    #expect(error?.code == .insufficientResources)
  }

  @Test func theHandlerGetsTheLogInWholeLines() async throws {
    let (lines, continuation) = AsyncStream.makeStream(of: PocketSphinxEngine.LogLine.self)
    let settings = PocketSphinxEngine.Settings(logLevel: .info) { continuation.yield($0) }
    _ = try hear(DebianSpeech.goForward(), in: DebianSpeech.session(settings))
    var isFound = false
    for await line in lines {
      #expect(!line.message.contains("\n") && !line.message.isEmpty)
      isFound = line.message.contains("bestpath")
      if isFound { break }
    }
    #expect(isFound)
  }
}
