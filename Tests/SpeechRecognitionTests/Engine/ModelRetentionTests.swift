import SpeechAudio
import Testing

@testable import SpeechRecognition

@Suite("How long models are kept")
struct ModelRetentionTests {
  @Test("While in use: two users share a model, and it goes with the last")
  func whileInUse() async throws {
    let engine = CountingEngine("while-in-use")
    do {
      let first = try SpeechRecognizer(engine: engine)
      let second = try SpeechRecognizer(engine: engine)
      try await first.prepare()
      try await second.prepare()
      #expect(engine.loads.withLock { $0 } == 1)
    }
    await engine.waitUntilFreed()
    let third = try SpeechRecognizer(engine: engine)
    try await third.prepare()
    #expect(engine.loads.withLock { $0 } == 2)
  }

  @Test("For the process: it is there for the next user")
  func processLifetime() async throws {
    let engine = CountingEngine("process-lifetime")
    for _ in 0..<3 {
      let recognizer = try SpeechRecognizer(engine: engine, retention: .processLifetime)
      try await recognizer.prepare()
    }
    #expect(engine.loads.withLock { $0 } == 1)
  }

  @Test("Lingering: it is there for the next user, and goes when nobody comes")
  func lingering() async throws {
    let kept = CountingEngine("lingering")
    for _ in 0..<2 {
      let recognizer = try SpeechRecognizer(engine: kept, retention: .lingering)
      try await recognizer.prepare()
    }
    #expect(kept.loads.withLock { $0 } == 1)

    let brief = CountingEngine("briefly")
    do {
      let recognizer = try SpeechRecognizer(
        engine: brief, retention: .lingering(for: .milliseconds(1)))
      try await recognizer.prepare()
    }
    await brief.waitUntilFreed()
    #expect(brief.loads.withLock { $0 } == 1)
  }
}

/// Counts its models, and tells when one is freed.
private struct CountingEngine: SpeechEngine {
  let loads = Locked(0)
  let descriptor: EngineDescriptor
  private let freed = AsyncStream<Void>.makeStream()

  init(_ name: String) {
    descriptor = EngineDescriptor(id: name, version: "1", capabilities: [])
  }

  func locales() throws(SpeechError) -> [LocaleID] { [LocaleID("en-US")] }

  func loadModel(_ configuration: EngineConfiguration) throws(SpeechError) -> any EngineModel {
    loads.withLock { $0 += 1 }
    return Model(freed: freed.continuation)
  }

  func waitUntilFreed() async {
    for await _ in freed.stream { break }
  }

  private final class Model: EngineModel {
    let sharing = ModelSharing.concurrentSessions
    let freed: AsyncStream<Void>.Continuation

    init(freed: AsyncStream<Void>.Continuation) { self.freed = freed }
    deinit { freed.yield() }

    func makeSession(
      _ configuration: EngineConfiguration
    ) throws(SpeechError) -> any EngineSession { Session() }
  }

  private final class Session: EngineSession {
    let inputFormat = AudioFormat(.float32, sampleRate: 16_000)
    let segmentation = Segmentation()

    func begin(
      _ request: UtteranceRequest, _ context: borrowing EngineContext
    ) throws(SpeechError) {}
    func accept(_ audio: AudioBuffer, _ context: borrowing EngineContext) throws(SpeechError) {}
    func end(_ context: borrowing EngineContext) throws(SpeechError) {}
    func abandon() {}
  }
}
