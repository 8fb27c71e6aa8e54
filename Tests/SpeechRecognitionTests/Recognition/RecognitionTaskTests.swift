import Foundation
import SpeechEngineTestKit
import Testing

@testable import SpeechRecognition

@Suite struct RecognitionTaskTests {
  private func recognizer(_ engine: ScriptedEngine) throws -> SpeechRecognizer {
    try SpeechRecognizer(engine: engine, limits: EngineLimits(concurrent: 1))
  }

  /// Two utterances with a pause between them.
  private let twoUtterances = SoundSequence(
    .speechLike(1), .silence(1), .speechLike(1), .silence(1), chunk: 1600)

  private func feed(
    _ sound: SoundSequence, to request: AudioBufferRecognitionRequest
  ) async throws {
    for await buffer in sound { try await request.append(buffer) }
    request.endAudio()
  }

  @Test func theTranscriptHoldsEveryUtterance() async throws {
    let recognizer = try recognizer(ScriptedEngine(utterances: ["turn on", "the light"]))
    let transcript = try await recognizer.transcribe(twoUtterances)
    #expect(transcript.utterances.map(\.text) == ["turn on", "the light"])
    #expect(transcript.text == "turn on the light")
    #expect(transcript.words.count == 4)
  }

  @Test func eventsComeInTheStatedOrderAndEndOnce() async throws {
    let recognizer = try recognizer(ScriptedEngine(utterances: ["turn on", "the light"]))
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    async let names = task.events.reduce(into: [String]()) { $0.append($1.name) }
    try await feed(twoUtterances, to: request)
    let all = await names
    #expect(all.first == "speechDetected")
    #expect(Array(all.suffix(2)) == ["finishedReadingAudio", "ended"])
    #expect(all.filter { $0 == "ended" }.count == 1)
    #expect(all.filter { $0 == "final" }.count == 2)
    // Hypotheses come before the final of their utterance, which is why none is the last of them.
    let utterances = all.filter { $0 == "hypothesis" || $0 == "final" }
    #expect(utterances.last == "final")
  }

  @Test func cumulativeResultsNeverLoseTextAndAreFinalOnce() async throws {
    let recognizer = try recognizer(ScriptedEngine(utterances: ["turn on", "the light"]))
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    async let results = task.results.reduce(into: [RecognitionResult]()) { $0.append($1) }
    try await feed(twoUtterances, to: request)
    let all = try await results
    #expect(all.filter(\.isFinal).count == 1)
    #expect(all.last?.isFinal == true)
    #expect(all.last?.bestTranscription.formattedString == "turn on the light")
    let afterFirst = all.filter { $0.bestTranscription.utterances.count > 1 }
    #expect(afterFirst.allSatisfy { $0.bestTranscription.formattedString.hasPrefix("turn on") })
  }

  @Test func utteranceResultsCoverOneUtteranceEach() async throws {
    let recognizer = try recognizer(ScriptedEngine(utterances: ["turn on", "the light"]))
    let request = AudioBufferRecognitionRequest(
      options: RecognitionOptions(reportsPartialResults: false, resultScope: .utterance))
    let task = recognizer.recognitionTask(with: request)
    try await feed(twoUtterances, to: request)
    let all = try await task.results.reduce(into: [RecognitionResult]()) { $0.append($1) }
    #expect(all.map(\.bestTranscription.formattedString) == ["turn on", "the light"])
    #expect(all.filter { !$0.isFinal }.isEmpty)
    #expect(all[0].timeRange.end <= all[1].timeRange.start)
  }

  @Test func silenceIsAnEmptyResultAndNotAnError() async throws {
    let recognizer = try recognizer(ScriptedEngine(utterances: ["never heard"]))
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    try await feed(SoundSequence(.silence(3), chunk: 1600), to: request)
    #expect(try await task.transcript().isEmpty)
    #expect(task.outcome?.name == "nothingHeard")
    let last = try await task.results.reduce(nil) { $1 }
    #expect(last?.isFinal == true)
    #expect(last?.bestTranscription.isEmpty == true)
  }

  @Test(arguments: [0, 0.3, 0.5, 0.7, 2])
  func aShortClipIsHeardWhateverSilenceFollows(_ silence: Double) async throws {
    let recognizer = try recognizer(ScriptedEngine(utterances: ["yes"]))
    let tone = (0..<8000).map { Float($0 / 40 % 2 == 0 ? 0.3 : -0.3) }
    let sound = SoundSequence(
      AudioBuffer(tone, sampleRate: 16_000), .silence(silence), chunk: 333)
    #expect(try await recognizer.transcribe(sound).text == "yes")
  }

  @Test func aDetectorOfOnesOwnStandsInFrontOfTheEngine() async throws {
    struct Deaf: VoiceActivityDetector {
      let frameLength: Int
      func observe(_ frame: ArraySlice<Float>) -> VoiceActivity {
        VoiceActivity(isSpeech: false, level: -160)
      }
      func reset() {}
    }
    let engine = ScriptedEngine(utterances: ["turn on"], repeats: true)
    let deaf = try SpeechRecognizer(
      engine: engine, detection: VoiceActivityDetection { Deaf(frameLength: $0 / 100) })
    #expect(try await deaf.transcribe(twoUtterances).isEmpty)
    let hearing = try SpeechRecognizer(engine: engine)
    #expect(try await !hearing.transcribe(twoUtterances).isEmpty)
  }

  @Test func finishReturnsWhatWasHeardBeforeIt() async throws {
    let recognizer = try recognizer(ScriptedEngine(utterances: ["turn on", "the light"]))
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    try await request.append(.speechLike(1))
    #expect(try await task.finish().text == "turn on")
    #expect(task.state == .completed)
    let error = await #expect(throws: SpeechError.self) { try await request.append(.speechLike(1)) }
    #expect(error?.code == .sessionFinished)
  }

  @Test func cancelEndsAtOnceWithNoResultAfterItWhileTheEngineIsBusy() async throws {
    let gate = ScriptedEngine.Gate()
    let engine = ScriptedEngine(utterances: ["turn on"]).waiting(in: .end, at: gate)
    let recognizer = try recognizer(engine)
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    try await request.append(.speechLike(1))
    request.endAudio()
    await gate.arrival()
    task.cancel()
    #expect(task.outcome?.name == "cancelled")
    gate.open()
    let names = await task.events.reduce(into: [String]()) { $0.append($1.name) }
    #expect(names.last == "ended")
    #expect(!names.contains("final"))
    let error = await #expect(throws: SpeechError.self) { try await task.transcript() }
    #expect(error?.isCancellation == true)
    if case .cancelled(let dropped) = task.outcome { #expect(dropped.duration.seconds > 0.9) }
    // The worker is free again.
    #expect(try await recognizer.transcribe(twoUtterances).utterances.isEmpty)
  }

  @Test func aCancelledTaskNeverEndsAsFailed() async throws {
    let recognizer = try recognizer(ScriptedEngine(utterances: ["turn on"], repeats: true))
    for count in 0..<200 {
      let request = AudioBufferRecognitionRequest()
      let task = recognizer.recognitionTask(with: request)
      try await request.append(.silence(0.05 * Double(count % 5)))
      task.cancel()
      #expect(task.outcome?.name == "cancelled")
    }
  }

  @Test func whatTheEngineCannotDoIsToldAndNotSilentlyLeftOut() async throws {
    var engine = ScriptedEngine(utterances: ["turn on"])
    engine.settings.abilities = []
    let request = AudioBufferRecognitionRequest(
      options: RecognitionOptions(reportsAlternatives: true))
    let task = try recognizer(engine).recognitionTask(with: request)
    request.endAudio()
    let names = await task.events.reduce(into: [String]()) { $0.append($1.name) }
    #expect(names.filter { $0 == "warning" }.count == 2)
  }

  @Test(.timeLimit(.minutes(20)))
  func aCancelledTaskThatIsStillHeldGivesItsWorkerBack() async throws {
    let recognizer = try recognizer(
      ScriptedEngine(.partial("turn", at: 0.2), .final("turn on", at: 1)))
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    try await request.append(.speechLike(0.5))
    _ = try await task.results.first { _ in true }
    task.cancel()
    #expect(try await recognizer.transcribe(SoundSequence(.speechLike(2))).text == "turn on")
    withExtendedLifetime(task) {}
  }

  @Test func whatWasFinalStaysReadableAfterCancel() async throws {
    let recognizer = try recognizer(ScriptedEngine(utterances: ["turn on", "the light"]))
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    try await request.append(.speechLike(1))
    try await request.append(.silence(1))
    _ = await task.events.first { $0.name == "final" }
    task.cancel()
    #expect(task.finalizedTranscript.text == "turn on")
  }

  @Test func cancellingTheSwiftTaskThatWaitsStopsTheRecognition() async throws {
    let gate = ScriptedEngine.Gate()
    let engine = ScriptedEngine(utterances: ["turn on"]).waiting(in: .begin, at: gate)
    let recognizer = try recognizer(engine)
    let work = Task { [twoUtterances] in try await recognizer.transcribe(twoUtterances) }
    await gate.arrival()
    work.cancel()
    gate.open()
    let error = await #expect(throws: SpeechError.self) { try await work.value }
    #expect(error?.isCancellation == true)
  }

  @Test func aTaskThatNobodyHoldsStops() async throws {
    let engine = ScriptedEngine(utterances: ["turn on"])
    let recognizer = try recognizer(engine)
    let request = AudioBufferRecognitionRequest()
    _ = recognizer.recognitionTask(with: request)
    var error: SpeechError?
    while error == nil {
      do throws(SpeechError) {
        try await request.append(.silence(0.1))
        await Task.yield()
      } catch let refused {
        error = refused
      }
    }
    #expect(error?.isCancellation == true)
  }

  @Test func anIteratorAloneKeepsTheTaskRunning() async throws {
    let recognizer = try recognizer(ScriptedEngine(utterances: ["turn on"]))
    let request = AudioBufferRecognitionRequest()
    var iterator = recognizer.recognitionTask(with: request).results.makeAsyncIterator()
    try await request.append(.speechLike(1))
    request.endAudio()
    var last: RecognitionResult?
    while let result = try await iterator.next() { last = result }
    #expect(last?.bestTranscription.formattedString == "turn on")
  }

  @Test func handlersGetResultsInOrderAndTheTaskRunsWithoutAHandle() async throws {
    let recognizer = try recognizer(ScriptedEngine(utterances: ["turn on", "the light"]))
    let request = AudioBufferRecognitionRequest()
    let (results, log) = AsyncStream.makeStream(of: RecognitionResult.self)
    recognizer.recognitionTask(with: request) { result in
      guard case .success(let result) = result else { return log.finish() }
      log.yield(result)
      if result.isFinal { log.finish() }
    }
    try await feed(twoUtterances, to: request)
    let all = await results.reduce(into: [RecognitionResult]()) { $0.append($1) }
    #expect(all.last?.bestTranscription.formattedString == "turn on the light")
  }

  @MainActor @Test func theClosureOfRecognizeRunsWhereTheCallerIs() async throws {
    let recognizer = try recognizer(ScriptedEngine(utterances: ["turn on"]))
    let request = AudioBufferRecognitionRequest()
    async let feeding: Void = feed(SoundSequence(.speechLike(1)), to: request)
    var label = ""
    let transcript = try await recognizer.recognize(request) { result in
      MainActor.assertIsolated()
      label = result.bestTranscription.formattedString
    }
    try await feeding
    #expect(label == "turn on")
    #expect(transcript.text == label)
  }

  @Test func anEngineThatFailsEndsTheTaskWithItsErrorAndKeepsWhatWasFinal() async throws {
    let engine = ScriptedEngine(utterances: ["turn on", "the light"])
      .failing(in: .end, number: 2, with: SpeechError(.engineFailed, "boom"))
    let recognizer = try recognizer(engine)
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    async let feeding: Void = feed(twoUtterances, to: request)
    let error = await #expect(throws: SpeechError.self) { try await task.transcript() }
    #expect(error?.code == .engineFailed)
    #expect(task.finalizedTranscript.text == "turn on")
    _ = try? await feeding
    // The worker of the failed session was given up; the next task gets a new one.
    let next = AudioBufferRecognitionRequest()
    let second = recognizer.recognitionTask(with: next)
    try await feed(SoundSequence(.silence(1)), to: next)
    _ = try await second.transcript()
  }

  @Test func aMissingModelIsTheTasksOneEvent() async throws {
    let engine = ScriptedEngine(utterances: ["turn on"])
      .failing(in: .loadModel, with: SpeechError(.modelNotFound, "no model", remedy: "Install it."))
    let task = try recognizer(engine).recognitionTask(with: AudioBufferRecognitionRequest())
    let names = await task.events.reduce(into: [String]()) { $0.append($1.name) }
    #expect(names == ["ended"])
    let error = await #expect(throws: SpeechError.self) { try await task.transcript() }
    #expect(error?.code == .modelNotFound)
  }

  @Test func anEngineThatGivesNoFinalResultIsCaughtOut() async throws {
    let recognizer = try SpeechRecognizer(engine: MuteEngine())
    let error = await #expect(throws: SpeechError.self) {
      try await recognizer.transcribe(SoundSequence(.speechLike(1)))
    }
    #expect(error?.code == .internalFailure)
  }

  @Test func aRequestOfAnUnknownTypeAndOneUsedTwiceAreErrors() async throws {
    struct Foreign: RecognitionRequest { let options = RecognitionOptions() }
    let recognizer = try recognizer(ScriptedEngine(utterances: ["turn on"]))
    let foreign = recognizer.recognitionTask(with: Foreign())
    #expect(
      await #expect(throws: SpeechError.self) { try await foreign.transcript() }?.code
        == .unsupported)
    let request = AudioBufferRecognitionRequest()
    let first = recognizer.recognitionTask(with: request)
    let second = recognizer.recognitionTask(with: request)
    #expect(
      await #expect(throws: SpeechError.self) { try await second.transcript() }?.code
        == .invalidParameter)
    first.cancel()
  }

  @Test func anUnknownLocaleIsRefusedAndTheChosenOneReported() throws {
    var engine = ScriptedEngine(utterances: ["turn on"])
    engine.settings.locales = [LocaleID("en-US"), LocaleID("fr-FR")]
    let error = #expect(throws: SpeechError.self) {
      try SpeechRecognizer(engine: engine, locale: LocaleID("de-DE"))
    }
    #expect(error?.code == .localeNotSupported)
    #expect(error?.message.contains("fr-FR") == true)
    #expect(try SpeechRecognizer(engine: engine, locale: LocaleID("fr-CA")).locale.region == "FR")
  }

  @Test func adviceThatIsNotUsedIsAWarningOfTheTask() async throws {
    var engine = ScriptedEngine(utterances: ["turn on"])
    engine.settings.report = EngineReport(unapplied: [EngineWarning("no hints")])
    let recognizer = try SpeechRecognizer(
      engine: engine, hints: LanguageHints(contextualStrings: ["kubectl"]))
    #expect(recognizer.unapplied == [EngineWarning("no hints")])
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    request.endAudio()
    let names = await task.events.reduce(into: [String]()) { $0.append($1.name) }
    #expect(names.first == "warning")
  }

  @Test func aSequenceThatFailsGivesItsErrorWrapped() async throws {
    struct Broken: Error {}
    let (stream, feed) = AsyncThrowingStream.makeStream(of: AudioBuffer.self)
    feed.yield(.speechLike(1))
    feed.finish(throwing: Broken())
    let recognizer = try recognizer(ScriptedEngine(utterances: ["turn on"]))
    let error = await #expect(throws: SpeechError.self) {
      try await recognizer.transcribe(stream)
    }
    #expect(error?.code == .unreadableAudio)
    #expect(error?.underlying is Broken)
  }

  @Test func aMissingFileIsNamedWithItsCure() async throws {
    let recognizer = try recognizer(ScriptedEngine(utterances: ["turn on"]))
    let error = await #expect(throws: SpeechError.self) {
      try await recognizer.transcribe(URL(filePath: "/nonexistent/voice.wav"))
    }
    #expect(error?.code == .unreadableAudio)
    #expect(error?.message.contains("/nonexistent/voice.wav") == true)
    #expect(error?.remedy != nil)
  }

  @Test func backPressureKeepsWhatWaitsWithinItsLimit() async throws {
    let gate = ScriptedEngine.Gate()
    let engine = ScriptedEngine(utterances: ["turn on"]).waiting(in: .begin, number: 1, at: gate)
    let recognizer = try recognizer(engine)
    let request = AudioBufferRecognitionRequest()
    let task = recognizer.recognitionTask(with: request)
    let second = AudioBuffer.speechLike(1)
    try await request.append(second)
    await gate.arrival()
    var taken = 0
    while request.offer(second) { taken += 1 }
    #expect(Double(taken) <= AudioInbox.capacity + 1)
    gate.open()
    request.endAudio()
    _ = try await task.transcript()
  }
}

/// An engine whose sessions break the contract: they never say anything, not even the end.
private struct MuteEngine: SpeechEngine {
  private final class Part: EngineModel, EngineSession, @unchecked Sendable {
    let sharing = ModelSharing.oneSession
    let inputFormat = AudioFormat(.int16, sampleRate: 16_000)
    let segmentation = Segmentation()
    func makeSession(_: EngineConfiguration) -> any EngineSession { self }
    func begin(_: UtteranceRequest, _: borrowing EngineContext) {}
    func accept(_: AudioBuffer, _: borrowing EngineContext) {}
    func end(_: borrowing EngineContext) {}
    func abandon() {}
  }

  let descriptor = EngineDescriptor(id: "mute", version: "1", capabilities: [])
  func locales() -> [LocaleID] { [LocaleID("en-US")] }
  func loadModel(_: EngineConfiguration) -> any EngineModel { Part() }
}

extension RecognitionEvent {
  fileprivate var name: String {
    switch self {
    case .speechDetected: "speechDetected"
    case .hypothesis: "hypothesis"
    case .final: "final"
    case .finishedReadingAudio: "finishedReadingAudio"
    case .warning: "warning"
    case .ended: "ended"
    }
  }
}

extension RecognitionEvent.Outcome {
  fileprivate var name: String {
    switch self {
    case .finished: "finished"
    case .nothingHeard: "nothingHeard"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }
}
