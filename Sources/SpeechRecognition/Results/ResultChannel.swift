/// Where results are put so that any number of readers get them: one writer side, many readers.
///
/// Final results are kept for readers that come late, up to a stated number; of volatile results
/// only the newest is kept, and a final one replaces it. Sending never waits, so a reader that is
/// slow, or none at all, blocks nobody.
///
/// Modules of one's own use a channel to offer their ``SpeechModule/results``.
public final class ResultChannel<Element: Sendable>: Sendable {
  /// How a channel came to its end.
  enum Ending: Sendable {
    case finished
    case failed(SpeechError)
  }

  /// What a reader gets from one look.
  enum Step: Sendable {
    case element(Element, cursor: Cursor)
    case ended(Ending)
  }

  /// How far one reader has got.
  struct Cursor: Sendable {
    var nextFinal = 0
    var seenVolatile = 0
  }

  private struct Waiter {
    let cursor: Cursor
    let continuation: CheckedContinuation<Step, Never>
  }

  private struct State {
    var finals: [Element] = []
    /// The number of final results that came before those kept.
    var dropped = 0
    var droppedRange: AudioTimeRange?
    var newestVolatile: Element?
    var volatileCount = 0
    var ending: Ending?
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0

    /// What a reader gets now, or `nil` when it has to wait.
    func step(for cursor: Cursor) -> Step? {
      guard cursor.nextFinal >= dropped else {
        return .ended(.failed(resultsDropped(before: dropped - cursor.nextFinal)))
      }
      var cursor = cursor
      let index = cursor.nextFinal - dropped
      if index < finals.count {
        cursor.nextFinal += 1
        return .element(finals[index], cursor: cursor)
      }
      if let newestVolatile, cursor.seenVolatile < volatileCount {
        cursor.seenVolatile = volatileCount
        return .element(newestVolatile, cursor: cursor)
      }
      return ending.map { .ended($0) }
    }

    private func resultsDropped(before count: Int) -> SpeechError {
      SpeechError(
        .resultsDropped, "\(count) results were given up before this reader asked for them.",
        remedy: "Read the results while they come.", timeRange: droppedRange)
    }

    /// Takes out the waiters that can go on now, with what they get.
    mutating func takeReadyWaiters() -> [(CheckedContinuation<Step, Never>, Step)] {
      var ready: [(CheckedContinuation<Step, Never>, Step)] = []
      for (id, waiter) in waiters {
        guard let step = step(for: waiter.cursor) else { continue }
        waiters[id] = nil
        ready.append((waiter.continuation, step))
      }
      return ready
    }
  }

  /// The number of final results that are kept unless the channel is told otherwise.
  public static var defaultCapacity: Int { 4096 }

  private let state = Locked(State())
  private let capacity: Int
  private let timeRange: @Sendable (Element) -> AudioTimeRange?

  /// Creates a channel.
  ///
  /// - Parameters:
  ///   - capacity: The number of final results to keep; at least 1. A reader that is further
  ///     behind gets a ``SpeechError/Code/resultsDropped`` error with the time range.
  ///   - timeRange: The stretch of the timeline that an element is about, for that error.
  public init(
    capacity: Int = defaultCapacity,
    timeRange: @escaping @Sendable (Element) -> AudioTimeRange? = { _ in nil }
  ) {
    self.capacity = max(capacity, 1)
    self.timeRange = timeRange
  }

  /// The results, from the first that is kept; each iterator reads all of them.
  public var results: ResultSequence<Element, SpeechError> { ResultSequence(self) }

  /// Sends a result that will not change any more.
  ///
  /// - Parameter element: The result; ignored after ``finish(throwing:)``.
  public func send(_ element: Element) {
    change { state in
      state.newestVolatile = nil
      state.finals.append(element)
      // Dropping in lots keeps the cost of an append constant.
      let surplus = state.finals.count - capacity
      guard surplus >= max(capacity / 4, 1) else { return }
      for dropped in state.finals.prefix(surplus) {
        guard let range = timeRange(dropped) else { continue }
        state.droppedRange = AudioTimeRange(
          start: state.droppedRange?.start ?? range.start, end: range.end)
      }
      state.finals.removeFirst(surplus)
      state.dropped += surplus
    }
  }

  /// Sends a result that may still change; it replaces the volatile one before it.
  ///
  /// - Parameter element: The result; ignored after ``finish(throwing:)``.
  public func sendVolatile(_ element: Element) {
    change { state in
      state.newestVolatile = element
      state.volatileCount += 1
    }
  }

  /// Ends the sequence of results; those that are kept can still be read.
  ///
  /// A volatile result that no final one followed is dropped.
  ///
  /// - Parameter error: What readers get after the last result, or `nil` to end normally.
  public func finish(throwing error: SpeechError? = nil) {
    change { state in
      state.newestVolatile = nil
      state.ending = error.map { .failed($0) } ?? .finished
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let ready = state.withLock { state in
      guard state.ending == nil else { return [(CheckedContinuation<Step, Never>, Step)]() }
      body(&state)
      return state.takeReadyWaiters()
    }
    for (continuation, step) in ready { continuation.resume(returning: step) }
  }

  /// The number of final results that are no longer kept.
  var droppedCount: Int { state.withLock { $0.dropped } }

  /// Returns what a reader gets next; waits for it. A cancelled task gets an error of that code.
  func next(after cursor: Cursor, isolation: isolated (any Actor)?) async -> Step {
    let cancelled = Step.ended(.failed(SpeechError(.cancelled, "The reading task was cancelled.")))
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { continuation in
        let step = state.withLock { state -> Step? in
          if Task.isCancelled { return cancelled }
          if let step = state.step(for: cursor) { return step }
          state.waiters[id] = Waiter(cursor: cursor, continuation: continuation)
          return nil
        }
        if let step { continuation.resume(returning: step) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
      waiter?.continuation.resume(returning: cancelled)
    }
  }
}
