import SpeechEngineTestKit
import Testing

@testable import SpeechRecognition

@Suite struct EnginePoolTests {
  private func pool(_ engine: ScriptedEngine, _ limits: EngineLimits) -> EnginePool {
    EnginePool(
      engine: engine, configuration: EngineConfiguration(locale: LocaleID("en-US")),
      limits: limits)
  }

  @Test func startsNoMoreWorkersThanTheLimitAndUsesThemAgain() async throws {
    let engine = ScriptedEngine(utterances: ["one"])
    let pool = pool(engine, EngineLimits(concurrent: 2))
    let first = try await pool.lease(.file)
    let second = try await pool.lease(.file)
    async let third = pool.lease(.file)
    first.giveBack()
    let lease = try await third
    #expect(lease.worker === first.worker)
    #expect(second.worker !== first.worker)
    #expect(engine.journal.counts.sessionsMade == 2)
  }

  @Test func concurrentSessionsShareOneModelAndOthersLoadTheirOwn() async throws {
    for (sharing, models) in [(ModelSharing.concurrentSessions, 1), (.oneSession, 3)] {
      var engine = ScriptedEngine(utterances: ["one"])
      engine.settings.sharing = sharing
      let pool = pool(engine, EngineLimits(concurrent: 3))
      var leases: [WorkerLease] = []
      for _ in 0..<3 { leases.append(try await pool.lease(.file)) }
      #expect(engine.journal.counts.modelsLoaded == models)
      #expect(leases.count == 3)
    }
  }

  @Test func liveSoundGoesBeforeFilesAndEachInItsTurn() async throws {
    let pool = pool(ScriptedEngine(utterances: ["one"]), EngineLimits(concurrent: 1))
    let held = try await pool.lease(.file)
    let (order, log) = AsyncStream.makeStream(of: String.self)
    func wait(_ priority: EnginePool.Priority, _ name: String) -> Task<Void, any Error> {
      Task {
        let lease = try await pool.lease(priority)
        log.yield(name)
        lease.giveBack()
      }
    }
    var tasks: [Task<Void, any Error>] = []
    for (index, (priority, name)) in [
      (EnginePool.Priority.file, "file 1"), (.file, "file 2"), (.live, "live"),
    ].enumerated() {
      tasks.append(wait(priority, name))
      while pool.waitingCount <= index { await Task.yield() }
    }
    held.giveBack()
    for task in tasks { try await task.value }
    log.finish()
    #expect(await order.reduce(into: []) { $0.append($1) } == ["live", "file 1", "file 2"])
  }

  @Test func moreRequestsThanMayWaitAreRefused() async throws {
    let pool = pool(
      ScriptedEngine(utterances: ["one"]), EngineLimits(concurrent: 1, waiting: 0))
    let held = try await pool.lease(.file)
    let error = await #expect(throws: SpeechError.self) { try await pool.lease(.file) }
    #expect(error?.code == .insufficientResources)
    held.giveBack()
    _ = try await pool.lease(.file)
  }

  @Test func workThatWasTakenOnIsUnderNoLimitAndGoesFirst() async throws {
    let pool = pool(
      ScriptedEngine(utterances: ["one"]),
      EngineLimits(concurrent: 1, waiting: 1, longestWait: .seconds(600)))
    let held = try await pool.lease(.file)
    let (order, log) = AsyncStream.makeStream(of: String.self)
    func wait(_ name: String, continues: Bool) -> Task<Void, any Error> {
      Task {
        let lease = try await pool.lease(.file, continues: continues)
        log.yield(name)
        lease.giveBack()
      }
    }
    let newcomer = wait("new", continues: false)
    while pool.waitingCount < 1 { await Task.yield() }
    let continued = wait("continued", continues: true)
    while pool.waitingCount < 2 { await Task.yield() }
    let refused = await #expect(throws: SpeechError.self) { try await pool.lease(.live) }
    #expect(refused?.code == .insufficientResources)
    held.giveBack()
    try await newcomer.value
    try await continued.value
    log.finish()
    #expect(await order.reduce(into: []) { $0.append($1) } == ["continued", "new"])
  }

  @Test func aRequestThatWaitsTooLongTimesOut() async throws {
    let pool = pool(
      ScriptedEngine(utterances: ["one"]),
      EngineLimits(concurrent: 1, longestWait: .milliseconds(1)))
    let held = try await pool.lease(.file)
    let error = await #expect(throws: SpeechError.self) { try await pool.lease(.file) }
    #expect(error?.code == .timeout)
    held.giveBack()
  }

  @Test func aCancelledRequestLeavesTheLine() async throws {
    let pool = pool(ScriptedEngine(utterances: ["one"]), EngineLimits(concurrent: 1))
    let held = try await pool.lease(.file)
    let waiting = Task { try await pool.lease(.file).facts }
    waiting.cancel()
    let error = await #expect(throws: SpeechError.self) { try await waiting.value }
    #expect(error?.isCancellation == true)
    #expect(pool.waitingCount == 0)
    held.giveBack()
  }

  @Test func aModelThatFailsToLoadLeavesRoomForTheNext() async throws {
    let engine = ScriptedEngine(utterances: ["one"])
      .failing(in: .loadModel, number: 1, with: SpeechError(.modelNotFound, "no model"))
    let pool = pool(engine, EngineLimits(concurrent: 1))
    let error = await #expect(throws: SpeechError.self) { try await pool.lease(.file) }
    #expect(error?.code == .modelNotFound)
    _ = try await pool.lease(.file)
  }

  @Test func sessionsLiveAndDieOnTheThreadThatMadeThem() async throws {
    var engine = ScriptedEngine(utterances: ["one"], repeats: true)
    engine.settings.sharing = .oneSession
    let journal = engine.journal
    do {
      let recognizer = try SpeechRecognizer(engine: engine, limits: EngineLimits(concurrent: 2))
      for _ in 0..<4 {
        _ = try await recognizer.transcribe(SoundSequence(.speechLike(1)))
      }
    }
    await journal.until { $0.sessionsFreed == $0.sessionsMade && $0.modelsFreed == $0.modelsLoaded }
    for life in journal.sessions + journal.models {
      #expect(life.freedOn == life.madeOn)
      #expect(life.usedOn.isSubset(of: [life.madeOn]))
    }
  }

  @Test func recognizersOfOneEngineConfigurationAndLimitsShareTheirWorkers() async throws {
    let engine = ScriptedEngine(utterances: ["one"], repeats: true)
    let limits = EngineLimits(concurrent: 1)
    let first = try SpeechRecognizer(engine: engine, limits: limits)
    let second = try SpeechRecognizer(engine: engine, limits: limits)
    _ = try await first.transcribe(SoundSequence(.speechLike(1)))
    _ = try await second.transcribe(SoundSequence(.speechLike(1)))
    #expect(engine.journal.counts.sessionsMade == 1)
  }
}
