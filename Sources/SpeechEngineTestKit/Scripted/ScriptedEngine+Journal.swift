internal import Glibc
internal import SpeechAudio
internal import Synchronization

extension ScriptedEngine {
  /// What was done with a scripted engine, for tests to read from any thread.
  public final class Journal: Sendable {
    /// How often things happened.
    public struct Counts: Sendable, Hashable {
      /// The models that were loaded.
      public fileprivate(set) var modelsLoaded = 0
      /// The models that were freed again.
      public fileprivate(set) var modelsFreed = 0
      /// The sessions that were made.
      public fileprivate(set) var sessionsMade = 0
      /// The sessions that were freed again.
      public fileprivate(set) var sessionsFreed = 0
      /// The samples that sessions were given.
      public fileprivate(set) var samplesHeard = 0
      fileprivate var calls: [Call: Int] = [:]

      /// The number of calls that were begun, also of those that failed.
      ///
      /// - Parameter call: The call to count.
      public subscript(call: Call) -> Int { calls[call] ?? 0 }
    }

    /// The life of one model or session, by threads.
    public struct Life: Sendable, Hashable {
      /// The thread that it was made on.
      public let madeOn: UInt
      /// The threads on which it was used.
      public fileprivate(set) var usedOn: Set<UInt> = []
      /// The thread that it was freed on, or `nil` while it lives.
      public fileprivate(set) var freedOn: UInt?
    }

    private struct Waiter {
      let condition: @Sendable (Counts) -> Bool
      let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
      var counts = Counts()
      var models: [Life] = []
      var sessions: [Life] = []
      var waiters: [Int: Waiter] = [:]
      var nextWaiter = 0
    }

    private static let nextID = Atomic(1)

    let id = nextID.add(1, ordering: .relaxed).oldValue
    private let state = Locked(State())

    init() {}

    /// How often things have happened so far.
    public var counts: Counts { state.withLock { $0.counts } }
    /// The models in the order in which they were loaded.
    public var models: [Life] { state.withLock { $0.models } }
    /// The sessions in the order in which they were made.
    public var sessions: [Life] { state.withLock { $0.sessions } }

    /// Waits until enough has happened; returns at once when it has, or the waiting task is
    /// cancelled.
    ///
    /// - Parameter condition: Tells whether it is enough.
    public func until(_ condition: @escaping @Sendable (Counts) -> Bool) async {
      let id = state.withLock { state in
        state.nextWaiter += 1
        return state.nextWaiter
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isDone = state.withLock { state in
            if condition(state.counts) || Task.isCancelled { return true }
            state.waiters[id] = Waiter(condition: condition, continuation: continuation)
            return false
          }
          if isDone { continuation.resume() }
        }
      } onCancel: {
        state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
      }
    }

    // MARK: Notes

    @discardableResult
    func note(_ call: Call, session: Int?) -> Int {
      change { state in
        state.counts.calls[call, default: 0] += 1
        if let session { state.sessions[session].usedOn.insert(Self.thread) }
        return state.counts[call]
      }
    }

    func noteModelLoaded() -> Int {
      change { state in
        state.counts.modelsLoaded += 1
        state.models.append(Life(madeOn: Self.thread))
        return state.models.count - 1
      }
    }

    func noteModelFreed(_ number: Int) {
      change { state in
        state.counts.modelsFreed += 1
        state.models[number].freedOn = Self.thread
      }
    }

    func noteSessionMade() -> Int {
      change { state in
        state.counts.sessionsMade += 1
        state.sessions.append(Life(madeOn: Self.thread))
        return state.sessions.count - 1
      }
    }

    func noteSessionFreed(_ number: Int) {
      change { state in
        state.counts.sessionsFreed += 1
        state.sessions[number].freedOn = Self.thread
      }
    }

    func noteSound(_ samples: Int) { change { $0.counts.samplesHeard += samples } }

    private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
      let (value, ready) = state.withLock { state in
        let value = body(&state)
        let ready = state.waiters.filter { $0.value.condition(state.counts) }
        for id in ready.keys { state.waiters[id] = nil }
        return (value, ready.values.map(\.continuation))
      }
      for continuation in ready { continuation.resume() }
      return value
    }

    /// The number of the calling thread; it may be given again to a later one.
    private static var thread: UInt { UInt(pthread_self()) }
  }
}
