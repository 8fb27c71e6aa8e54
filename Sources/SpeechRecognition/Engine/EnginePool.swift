import Synchronization

/// The workers of one engine and configuration, lent out for one utterance at a time.
///
/// Workers are started when they are needed, up to the limit, and kept while anybody holds the
/// pool. Who asks while all are busy waits in line; live sound goes before files.
final class EnginePool: Sendable {
  /// Who goes first when workers are scarce.
  enum Priority: Sendable {
    case live
    case file
  }

  /// The lines in which requests wait, in the order in which they are served.
  private enum Line: Sendable, CaseIterable {
    case continuedLive
    case live
    case continuedFile
    case file

    init(_ priority: Priority, continues: Bool) {
      switch priority {
      case .live: self = continues ? .continuedLive : .live
      case .file: self = continues ? .continuedFile : .file
      }
    }

    /// Whether work that was taken on goes on; such requests are under no limit.
    var isContinued: Bool { self == .continuedLive || self == .continuedFile }
  }

  private struct Waiter {
    let id: Int
    let continuation: CheckedContinuation<Outcome, Never>
  }

  /// What a waiter is told.
  private enum Outcome: Sendable {
    case worker(EngineWorker)
    case failed(SpeechError)
  }

  private struct State {
    var idle: [EngineWorker] = []
    var workers = 0
    var waiting: [Line: [Waiter]] = [:]
    var nextID = 0
    /// The requests that are under way; those that are to fail before they stand in line, with why.
    var requests: [Int: SpeechError?] = [:]
    var facts: SessionFacts?

    /// The number of requests in line whose work was not taken on yet.
    var newcomers: Int {
      waiting.reduce(0) { count, line in line.key.isContinued ? count : count + line.value.count }
    }

    mutating func nextWaiter() -> Waiter? {
      for line in Line.allCases where waiting[line]?.isEmpty == false {
        return waiting[line]?.removeFirst()
      }
      return nil
    }

    mutating func removeWaiter(_ id: Int) -> Waiter? {
      for line in Line.allCases {
        guard let index = waiting[line]?.firstIndex(where: { $0.id == id }) else { continue }
        return waiting[line]?.remove(at: index)
      }
      return nil
    }
  }

  let engine: any SpeechEngine
  /// The engine's identifier. Asking an engine for its descriptor may make it look at its models.
  let engineID: String
  let configuration: EngineConfiguration
  let limits: EngineLimits
  private let models = SharedModel()
  private let state = Locked(State())

  init(engine: any SpeechEngine, configuration: EngineConfiguration, limits: EngineLimits) {
    self.engine = engine
    engineID = engine.descriptor.id
    self.configuration = configuration
    self.limits = limits
  }

  /// Loads the model on a worker, unless one is loaded, and tells what its sessions need.
  func prepare(priority: Priority = .file) async throws(SpeechError) -> SessionFacts {
    if let facts = state.withLock({ $0.facts }) { return facts }
    return try await lease(priority).facts
  }

  /// Lends a worker whose session is ready; waits for one within the limits.
  ///
  /// - Parameters:
  ///   - priority: Who asks.
  ///   - continues: Whether the asker had a worker before: work that was taken on is under no limit
  ///     and goes before newcomers.
  /// - Returns: The worker, on loan.
  /// - Throws: ``SpeechError`` of code `insufficientResources` when too many wait already,
  ///   `timeout` when the wait is longer than the limit, `cancelled`, or what loading threw.
  func lease(
    _ priority: Priority, continues: Bool = false
  ) async throws(SpeechError) -> WorkerLease {
    let worker = try await worker(Line(priority, continues: continues))
    do throws(SpeechError) {
      let facts = try await worker.open(engine, configuration, models: models)
      state.withLock { $0.facts = facts }
      return WorkerLease(pool: self, worker: worker, facts: facts)
    } catch {
      discard()
      throw error
    }
  }

  private func worker(_ line: Line) async throws(SpeechError) -> EngineWorker {
    let id = state.withLock { state in
      state.nextID += 1
      state.requests[state.nextID] = .some(nil)
      return state.nextID
    }
    defer { state.withLock { _ = $0.requests.removeValue(forKey: id) } }
    let limit = line.isContinued ? nil : limits.longestWait
    let outcome = await withTaskCancellationHandler {
      await withTimeLimit(limit) {
        await withCheckedContinuation { continuation in
          let outcome = self.state.withLock { state -> Outcome? in
            if let error = state.requests[id] ?? nil { return .failed(error) }
            if let worker = state.idle.popLast() { return .worker(worker) }
            if state.workers < self.limits.concurrent {
              state.workers += 1
              return .worker(EngineWorker())
            }
            guard line.isContinued || state.newcomers < self.limits.waiting else {
              return .failed(self.tooManyWaiting)
            }
            let waiter = Waiter(id: id, continuation: continuation)
            state.waiting[line, default: []].append(waiter)
            return nil
          }
          if let outcome { continuation.resume(returning: outcome) }
        }
      } onTimeLimit: {
        self.fail(id, self.waitedTooLong)
      }
    } onCancel: {
      fail(id, SpeechError(.cancelled, "The task was cancelled while it waited for a worker."))
    }
    switch outcome {
    case .worker(let worker): return worker
    case .failed(let error): throw error
    }
  }

  /// The number of requests in line.
  var waitingCount: Int {
    state.withLock { state in state.waiting.values.reduce(0) { $0 + $1.count } }
  }

  private func fail(_ id: Int, _ error: SpeechError) {
    let waiter = state.withLock { state in
      let waiter = state.removeWaiter(id)
      if waiter == nil, state.requests[id] != nil { state.requests[id] = error }
      return waiter
    }
    waiter?.continuation.resume(returning: .failed(error))
  }

  /// Takes a worker back, for the next in line.
  fileprivate func takeBack(_ worker: EngineWorker) {
    let waiter = state.withLock { state in
      let waiter = state.nextWaiter()
      if waiter == nil { state.idle.append(worker) }
      return waiter
    }
    waiter?.continuation.resume(returning: .worker(worker))
  }

  /// Gives up a worker that failed; the next in line gets a new one.
  fileprivate func discard() {
    let waiter = state.withLock { state in
      let waiter = state.nextWaiter()
      if waiter == nil { state.workers -= 1 }
      return waiter
    }
    waiter?.continuation.resume(returning: .worker(EngineWorker()))
  }

  private var tooManyWaiting: SpeechError {
    SpeechError(
      .insufficientResources,
      "All \(limits.concurrent) workers of \(engineID) are busy and \(limits.waiting) "
        + "requests wait already.",
      remedy: "Try again later, or raise the limits.", engine: engineID)
  }

  private var waitedTooLong: SpeechError {
    SpeechError(
      .timeout,
      "No worker of \(engineID) became free within "
        + "\(limits.longestWait.map { "\($0)" } ?? "the limit").",
      remedy: "Try again later, or raise the limits.", engine: engineID)
  }
}

/// A worker that is lent out; it goes back when the lease is returned or let go.
final class WorkerLease: Sendable {
  let worker: EngineWorker
  let facts: SessionFacts
  private let pool: EnginePool
  private let isOver = Atomic(false)

  fileprivate init(pool: EnginePool, worker: EngineWorker, facts: SessionFacts) {
    self.pool = pool
    self.worker = worker
    self.facts = facts
  }

  /// Gives the worker back; its session must be between utterances.
  func giveBack() {
    if !isOver.exchange(true, ordering: .relaxed) { pool.takeBack(worker) }
  }

  /// Gives the worker up, since its session may be in any state.
  func discard() {
    if !isOver.exchange(true, ordering: .relaxed) { pool.discard() }
  }

  deinit { giveBack() }
}
