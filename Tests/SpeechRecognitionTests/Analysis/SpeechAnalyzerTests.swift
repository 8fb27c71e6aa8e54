import Foundation
import SpeechEngineTestKit
import Testing

@testable import SpeechRecognition

@Suite struct SpeechAnalyzerTests {
  private typealias Result = SpeechTranscriber.Result

  private func transcriber(
    _ engine: ScriptedEngine, _ preset: SpeechTranscriber.Preset = .transcription
  ) -> SpeechTranscriber {
    SpeechTranscriber(engine: engine, preset: preset, limits: EngineLimits(concurrent: 1))
  }

  private func all(_ transcriber: SpeechTranscriber) async throws -> [Result] {
    try await transcriber.results.reduce(into: []) { $0.append($1) }
  }

  private let oneUtterance = SoundSequence(.speechLike(1), .silence(1), chunk: 1600)

  @Test func theTranscriptOfAnInputIsReadWhileItIsFed() async throws {
    let transcriber = transcriber(ScriptedEngine(utterances: ["turn on"]))
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    async let transcript = transcriber.results.reduce(into: Transcript()) { $0.append($1) }
    let end = try await analyzer.analyzeSequence(oneUtterance)
    try await analyzer.finalizeAndFinishThroughEndOfInput()
    #expect(try await transcript.text == "turn on")
    #expect(end == AudioTime(samples: 2, rate: 1))
  }

  @Test func timeGoesOnOverInputsAndEachIsFinalAtItsEnd() async throws {
    let transcriber = transcriber(ScriptedEngine(utterances: ["one", "two"]))
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    try await analyzer.analyzeSequence(oneUtterance)
    var results = transcriber.results.makeAsyncIterator()
    let first = try #require(try await results.next())
    #expect(await analyzer.volatileRange?.isEmpty == true)
    try await analyzer.analyzeSequence(oneUtterance)
    let second = try #require(try await results.next())
    #expect(second.range == first.range.shifted(by: AudioTime(samples: 2, rate: 1)))
    try await analyzer.finalizeAndFinish()
    #expect(try await results.next() == nil)
  }

  @Test func speechAtTheVeryEndOfAnInputIsInItsResult() async throws {
    let transcriber = transcriber(ScriptedEngine(utterances: ["turn on"]))
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    try await analyzer.analyzeSequence(SoundSequence(.speechLike(1)))
    let result = try await transcriber.results.first { _ in true }
    #expect(result?.range.end.seconds == 1)
  }

  @Test(.timeLimit(.minutes(20)))
  func everyRangeThatWasVolatileGetsAFinalResult() async throws {
    let gate = ScriptedEngine.Gate()
    let engine = ScriptedEngine(utterances: ["turn on the light"]).waiting(in: .end, at: gate)
    let transcriber = transcriber(engine, .progressive)
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    try await analyzer.start(inputSequence: oneUtterance)
    var results = transcriber.results.makeAsyncIterator()
    let volatile = try #require(try await results.next())
    #expect(!volatile.isFinal)
    gate.open()
    try await analyzer.finalizeAndFinishThroughEndOfInput()
    let finals = try await all(transcriber)
    #expect(finals.map { String($0.text.characters) } == ["turn on the light"])
    #expect(finals.allSatisfy { $0.isFinal && $0.range.start == volatile.range.start })
  }

  @Test func finalizeMakesFinalWhatWasHeardAndGoesOn() async throws {
    let transcriber = transcriber(ScriptedEngine(utterances: ["one", "two"]), .progressive)
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    let (sound, feed) = AsyncStream.makeStream(of: AudioBuffer.self)
    try await analyzer.start(inputSequence: sound)
    feed.yield(.speechLike(1))
    var results = transcriber.results.makeAsyncIterator()
    _ = try await results.next()
    try await analyzer.finalize(through: nil)
    #expect(await analyzer.volatileRange?.isEmpty == true)
    feed.yield(.speechLike(1))
    feed.finish()
    try await analyzer.finalizeAndFinishThroughEndOfInput()
    let finals = try await all(transcriber).filter(\.isFinal)
    #expect(finals.map(\.transcription.formattedString) == ["one", "two"])
  }

  @Test func cancelDropsWhatIsNotFinalAndKeepsWhatIs() async throws {
    let transcriber = transcriber(ScriptedEngine(utterances: ["one", "two"]))
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    try await analyzer.analyzeSequence(oneUtterance)
    await analyzer.cancelAndFinishNow()
    #expect(try await all(transcriber).map(\.transcription.formattedString) == ["one"])
  }

  @Test(.timeLimit(.minutes(20)))
  func aCancelledAnalyzerThatIsStillHeldGivesItsWorkerBack() async throws {
    let engine = ScriptedEngine(.partial("turn", at: 0.2), .final("turn on", at: 1))
    let transcriber = transcriber(engine, .progressive)
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    let (sound, feed) = AsyncStream.makeStream(of: AudioBuffer.self)
    try await analyzer.start(inputSequence: sound)
    feed.yield(.speechLike(0.5))
    _ = try await transcriber.results.first { _ in true }
    await analyzer.cancelAndFinishNow()
    let recognizer = try SpeechRecognizer(engine: engine, limits: EngineLimits(concurrent: 1))
    #expect(try await recognizer.transcribe(SoundSequence(.speechLike(2))).text == "turn on")
    withExtendedLifetime((analyzer, feed)) {}
  }

  @Test func cancelBeforeAnySoundEndsTheReaders() async throws {
    let transcriber = transcriber(ScriptedEngine(utterances: ["one"]))
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    async let results = all(transcriber)
    await analyzer.cancelAndFinishNow()
    #expect(try await results.isEmpty)
  }

  @Test func afterTheEndEveryCallThrows() async throws {
    let analyzer = SpeechAnalyzer(modules: [transcriber(ScriptedEngine(utterances: ["one"]))])
    try await analyzer.finalizeAndFinish()
    func code(_ call: () async throws -> Void) async -> SpeechError.Code? {
      await #expect(throws: SpeechError.self) { try await call() }?.code
    }
    let sound = oneUtterance
    #expect(await code { try await analyzer.analyzeSequence(sound) } == .sessionFinished)
    #expect(await code { try await analyzer.start(inputSequence: sound) } == .sessionFinished)
    #expect(await code { try await analyzer.finalize(through: nil) } == .sessionFinished)
    #expect(await code { try await analyzer.finalizeAndFinish() } == .sessionFinished)
    #expect(await code { try await analyzer.prepareToAnalyze() } == .sessionFinished)
  }

  @Test func aModuleThatFailsEndsTheSessionForEveryReader() async throws {
    let broken = ScriptedEngine(utterances: ["one"])
      .failing(in: .end, with: SpeechError(.engineFailed, "boom"))
    let (first, second) = (transcriber(broken), transcriber(ScriptedEngine(utterances: ["one"])))
    let analyzer = SpeechAnalyzer(modules: [first, second])
    let readers = [first, second].map { module in Task { try await all(module) } }
    let thrown = await #expect(throws: SpeechError.self) {
      try await analyzer.analyzeSequence(self.oneUtterance)
    }
    #expect(thrown?.code == .engineFailed)
    for reader in readers {
      let error = await #expect(throws: SpeechError.self) { try await reader.value }
      #expect(error?.code == .engineFailed)
    }
    let later = await #expect(throws: SpeechError.self) { try await analyzer.finalizeAndFinish() }
    #expect(later?.code == .sessionFinished)
    #expect((later?.underlying as? SpeechError)?.code == .engineFailed)
  }

  @Test func aMissingModelReachesTheReaders() async throws {
    var engine = ScriptedEngine(utterances: ["one"])
    engine.settings.locales = []
    let transcriber = transcriber(engine)
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    let reader = Task { try await all(transcriber) }
    await #expect(throws: SpeechError.self) { try await analyzer.prepareToAnalyze() }
    let error = await #expect(throws: SpeechError.self) { try await reader.value }
    #expect(error?.code == .localeNotSupported)
  }

  @Test func aRefusedBufferIsToldWithItsRangeAndTheSessionGoesOn() async throws {
    let transcriber = transcriber(ScriptedEngine(utterances: ["one"]))
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    let overlapping = AudioBuffer.silence(1).placed(at: .zero)
    let impossible = AudioBuffer([Float](), sampleRate: 0)
    let never = AudioBuffer.silence(1).placed(at: AudioTime(samples: .max, rate: 1000))
    try await analyzer.analyzeSequence(
      SoundSequence(.speechLike(1), overlapping, impossible, never, .silence(1)))
    try await analyzer.finalizeAndFinish()
    let refused = await analyzer.refusedInput.reduce(into: []) { $0.append($1) }
    #expect(
      refused.map(\.code) == [.audioDisordered, .unexpectedAudioFormat, .audioDisordered])
    #expect(refused.first?.timeRange?.start == .zero)
    #expect(try await all(transcriber).count == 1)
  }

  @Test func aGapCutsTheUtteranceAndKeepsTheTimeRight() async throws {
    let transcriber = transcriber(ScriptedEngine(utterances: ["one", "two"]))
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    let later = AudioTime(samples: 100, rate: 1)
    try await analyzer.analyzeSequence(
      SoundSequence(.speechLike(1), .speechLike(1).placed(at: later)))
    try await analyzer.finalizeAndFinish()
    let results = try await all(transcriber)
    #expect(results.count == 2)
    #expect(results.last?.range == results.first?.range.shifted(by: later))
  }

  @Test func aSecondInputWhileOneIsAnalysedIsRefused() async throws {
    let analyzer = SpeechAnalyzer(modules: [transcriber(ScriptedEngine(utterances: ["one"]))])
    let (sound, feed) = AsyncStream.makeStream(of: AudioBuffer.self)
    try await analyzer.start(inputSequence: sound)
    let error = await #expect(throws: SpeechError.self) {
      try await analyzer.analyzeSequence(self.oneUtterance)
    }
    #expect(error?.code == .invalidParameter)
    feed.finish()
    try await analyzer.finalizeAndFinishThroughEndOfInput()
  }

  @Test func aModuleBelongsToOneAnalyzer() async throws {
    let transcriber = transcriber(ScriptedEngine(utterances: ["one"]))
    let first = SpeechAnalyzer(modules: [transcriber])
    try await first.prepareToAnalyze()
    do {
      let second = SpeechAnalyzer(modules: [transcriber])
      let error = await #expect(throws: SpeechError.self) { try await second.prepareToAnalyze() }
      #expect(error?.code == .invalidParameter)
    }
    // The first goes on.
    try await first.analyzeSequence(oneUtterance)
    try await first.finalizeAndFinish()
    #expect(try await all(transcriber).count == 1)
  }

  @Test(.timeLimit(.minutes(20)))
  func aFailedSessionGivesTheWorkersOfItsOtherModulesBack() async throws {
    let healthy = ScriptedEngine(.partial("turn", at: 0.2), .final("turn on", at: 1))
    let broken = ScriptedEngine(.fail(SpeechError(.engineFailed, "boom"), at: 0.5))
    let analyzer = SpeechAnalyzer(modules: [
      transcriber(healthy, .progressive), transcriber(broken, .progressive),
    ])
    await #expect(throws: SpeechError.self) {
      try await analyzer.analyzeSequence(SoundSequence(.speechLike(0.8), chunk: 1600))
    }
    let recognizer = try SpeechRecognizer(engine: healthy, limits: EngineLimits(concurrent: 1))
    #expect(try await recognizer.transcribe(SoundSequence(.speechLike(2))).text == "turn on")
    withExtendedLifetime(analyzer) {}
  }

  @Test(.timeLimit(.minutes(20)))
  func cancellingAnInputLeavesTheSessionCleanForTheNext() async throws {
    let gate = ScriptedEngine.Gate()
    let engine = ScriptedEngine(utterances: ["one", "two"]).waiting(in: .begin, number: 1, at: gate)
    let transcriber = transcriber(engine)
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    let input = Task { try await analyzer.analyzeSequence(oneUtterance) }
    await gate.arrival()
    input.cancel()
    gate.open()
    _ = await input.result
    let start = await analyzer.volatileRange?.end ?? .zero
    try await analyzer.analyzeSequence(SoundSequence(.silence(1), .speechLike(1), .silence(1)))
    try await analyzer.finalizeAndFinish()
    let last = try #require(try await all(transcriber).last)
    #expect(abs((last.range.start - start).seconds - 1) < 0.05)
  }

  @Test(.timeLimit(.minutes(20)))
  func waitersForTheEndOfTheInputWakeWhenTheSessionIsCancelled() async throws {
    let analyzer = SpeechAnalyzer(modules: [transcriber(ScriptedEngine(utterances: ["one"]))])
    let (sound, feed) = AsyncStream.makeStream(of: AudioBuffer.self)
    try await analyzer.start(inputSequence: sound)
    let waiting = Task { try await analyzer.finalizeAndFinishThroughEndOfInput() }
    await analyzer.cancelAndFinishNow()
    let error = await #expect(throws: SpeechError.self) { try await waiting.value }
    #expect(error?.code == .sessionFinished)
    withExtendedLifetime(feed) {}
  }

  @Test(.timeLimit(.minutes(20)))
  func aCancelledWaiterForTheEndOfTheInputWakes() async throws {
    let analyzer = SpeechAnalyzer(modules: [transcriber(ScriptedEngine(utterances: ["one"]))])
    let (sound, feed) = AsyncStream.makeStream(of: AudioBuffer.self)
    try await analyzer.start(inputSequence: sound)
    let waiting = Task { try await analyzer.finalizeAndFinishThroughEndOfInput() }
    waiting.cancel()
    let error = await #expect(throws: SpeechError.self) { try await waiting.value }
    #expect(error?.isCancellation == true)
    await analyzer.cancelAndFinishNow()
    withExtendedLifetime(feed) {}
  }

  @Test(.timeLimit(.minutes(20)))
  func anEngineThatHearsEverythingGetsOneUtteranceAnInput() async throws {
    let engine = ContinuousEngine()
    let transcriber = SpeechTranscriber(engine: engine)
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    try await analyzer.analyzeSequence(SoundSequence(.silence(1), .speechLike(1), chunk: 1600))
    try await analyzer.analyzeSequence(SoundSequence(.speechLike(1)))
    try await analyzer.finalizeAndFinish()
    let results = try await all(transcriber)
    #expect(results.map(\.transcription.formattedString) == ["32000", "16000"])
    #expect(results.map { [$0.range.start.seconds, $0.range.end.seconds] } == [[0, 2], [2, 3]])
  }

  @Test func anInputThatBreaksOffIsRecognisedUpToThereAndTheSessionGoesOn() async throws {
    struct Broken: Error {}
    let (sound, feed) = AsyncThrowingStream.makeStream(of: AudioBuffer.self)
    feed.yield(.speechLike(1))
    feed.finish(throwing: Broken())
    let transcriber = transcriber(ScriptedEngine(utterances: ["one", "two"]))
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    let error = await #expect(throws: SpeechError.self) {
      try await analyzer.analyzeSequence(sound)
    }
    #expect(error?.underlying is Broken)
    try await analyzer.analyzeSequence(oneUtterance)
    try await analyzer.finalizeAndFinish()
    #expect(try await all(transcriber).count == 2)
  }

  @Test func aSequenceThatIsNotSendableIsReadInTheCallersIsolation() async throws {
    final class Chunks: AsyncSequence, AsyncIteratorProtocol {
      var left = [[Int16]](repeating: AudioBuffer.speechLike(1).int16Samples, count: 2)
      func makeAsyncIterator() -> Chunks { self }
      func next() async throws -> [Int16]? { left.popLast() }
    }
    let transcriber = transcriber(ScriptedEngine(utterances: ["one"]))
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    let chunks = Chunks()
    let end = try await analyzer.analyzeSequence(chunks.audioBuffers(sampleRate: 16_000))
    #expect(end?.seconds == 2)
    #expect(chunks.left.isEmpty)
  }

  @Test func aDroppedAnalyzerEndsItsReaders() async throws {
    let transcriber = transcriber(ScriptedEngine(utterances: ["one"]))
    do {
      let analyzer = SpeechAnalyzer(modules: [transcriber])
      try await analyzer.analyzeSequence(oneUtterance)
    }
    #expect(try await all(transcriber).count == 1)
  }

  @Test func anEngineThatAsksForTwoChannelsIsRefused() async throws {
    var engine = ScriptedEngine(utterances: ["one"])
    engine.settings.inputFormat = AudioFormat(.int16, sampleRate: 16_000, channels: 2)
    let analyzer = SpeechAnalyzer(modules: [transcriber(engine)])
    let error = await #expect(throws: SpeechError.self) { try await analyzer.prepareToAnalyze() }
    #expect(error?.code == .incompatibleAudioFormats)
  }

  @Test func aFormatThatChangesInTheStreamLosesNothing() async throws {
    let engine = ScriptedEngine(utterances: ["one"])
    let analyzer = SpeechAnalyzer(modules: [transcriber(engine)])
    let end = try await analyzer.analyzeSequence(
      SoundSequence(
        .speechLike(1), .speechLike(1, sampleRate: 44_100), .speechLike(1, sampleRate: 8000)))
    #expect(end == AudioTime(samples: 3, rate: 1))
    #expect(abs(engine.journal.counts.samplesHeard - 48_000) <= 1)
  }

  @Test func readersOfAnyModuleCompile() async throws {
    func ranges<Module: SpeechModule>(
      of module: Module
    ) async throws(SpeechError) -> [AudioTimeRange] {
      var ranges: [AudioTimeRange] = []
      for try await result in module.results { ranges.append(result.range) }
      return ranges
    }
    let modules: [any SpeechModule] = [transcriber(ScriptedEngine(utterances: ["one"]))]
    let analyzer = SpeechAnalyzer(modules: modules)
    try await analyzer.analyzeSequence(oneUtterance)
    try await analyzer.finalizeAndFinish()
    for module in modules { #expect(try await ranges(of: module).count == 1) }
  }
}

/// Hears everything, and says how many samples it heard.
private struct ContinuousEngine: SpeechEngine {
  private final class Model: EngineModel {
    let sharing = ModelSharing.concurrentSessions
    func makeSession(_: EngineConfiguration) -> any EngineSession { Session() }
  }

  private final class Session: EngineSession {
    let inputFormat = AudioFormat(.float32, sampleRate: 16_000)
    let segmentation = Segmentation(.continuous)
    private var request = UtteranceRequest()
    private var samples: Int64 = 0

    func begin(_ request: UtteranceRequest, _: borrowing EngineContext) {
      self.request = request
      samples = 0
    }
    func accept(_ audio: AudioBuffer, _: borrowing EngineContext) {
      samples += Int64(audio.frameCount)
    }
    func end(_ context: borrowing EngineContext) {
      let range = request.range(ofSamples: 0..<samples, rate: 16_000)
      let said = Hypothesis(words: [Hypothesis.Word("\(samples)", range: range)])
      context.emit(EngineUpdate(.final(said), range: range, processedThrough: range.end))
    }
    func abandon() {}
  }

  let descriptor = EngineDescriptor(id: "continuous", version: "1", capabilities: [])
  func locales() -> [LocaleID] { [LocaleID("en-US")] }
  func loadModel(_: EngineConfiguration) -> any EngineModel { Model() }
}
