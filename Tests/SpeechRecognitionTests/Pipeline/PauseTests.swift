import SpeechAudio
import Testing

@testable import SpeechRecognition

@Suite("Pauses that an engine may use")
struct PauseTests {
  @Test("A session that hears live sound is told of a pause before the utterance's end")
  func toldBeforeTheEnd() async throws {
    let calls = try await calls(wants: [.partials])
    #expect(calls.contains("pause"))
    for (call, next) in zip(calls, calls.dropFirst()) where next == "end" {
      #expect(call == "pause")
    }
    #expect(calls.count { $0 == "end" } == 3)
  }

  @Test("A session that gets whole utterances is not")
  func notToldOfWholeUtterances() async throws {
    #expect(try await !calls(wants: []).contains("pause"))
  }

  private func calls(
    wants: Set<UtteranceRequest.Want>
  ) async throws(SpeechError) -> [String] {
    let engine = NotingEngine()
    let pool = EnginePool(
      engine: engine, configuration: EngineConfiguration(locale: LocaleID("en-US")),
      limits: EngineLimits(concurrent: 1))
    var settings = SpeechPipeline.Settings()
    settings.wants = wants
    let pipeline = SpeechPipeline(pool: pool, settings: settings) { _ in }
    let sound = SyntheticSound.sentences() + [Float](repeating: 0, count: 16_000)
    var start = 0
    while start < sound.count {
      let end = min(start + 1600, sound.count)
      let buffer = AudioBuffer(Array(sound[start..<end]), sampleRate: SyntheticSound.rate)
      try await pipeline.process(buffer)
      start = end
    }
    try await pipeline.finalize()
    return engine.calls.withLock { $0 }
  }
}

/// Notes the calls to its session.
private struct NotingEngine: SpeechEngine {
  let calls = Locked<[String]>([])
  let descriptor = EngineDescriptor(id: "noting", version: "1", capabilities: [])

  func locales() throws(SpeechError) -> [LocaleID] { [LocaleID("en-US")] }

  func loadModel(_ configuration: EngineConfiguration) throws(SpeechError) -> any EngineModel {
    Model(calls: calls)
  }

  private final class Model: EngineModel {
    let sharing = ModelSharing.oneSession
    let calls: Locked<[String]>
    init(calls: Locked<[String]>) { self.calls = calls }

    func makeSession(
      _ configuration: EngineConfiguration
    ) throws(SpeechError) -> any EngineSession {
      Session(calls: calls)
    }
  }

  private final class Session: EngineSession {
    let inputFormat = AudioFormat(.float32, sampleRate: SyntheticSound.rate)
    let segmentation = Segmentation()
    let calls: Locked<[String]>
    init(calls: Locked<[String]>) { self.calls = calls }

    private func note(_ call: String) { calls.withLock { $0.append(call) } }

    func begin(
      _ request: UtteranceRequest, _ context: borrowing EngineContext
    ) throws(SpeechError) { note("begin") }

    func accept(_ audio: AudioBuffer, _ context: borrowing EngineContext) throws(SpeechError) {
      note("accept")
    }

    func pause(_ context: borrowing EngineContext) throws(SpeechError) { note("pause") }

    func end(_ context: borrowing EngineContext) throws(SpeechError) {
      note("end")
      context.emit(
        EngineUpdate(
          .final(nil), range: AudioTimeRange(start: .zero, end: .zero), processedThrough: .zero))
    }

    func abandon() { note("abandon") }
  }
}
