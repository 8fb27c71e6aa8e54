/// A bounded queue of buffers between who gives sound and who takes it.
final class AudioInbox: AudioSource {
  private struct Producer {
    let id: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var buffers: [AudioBuffer] = []
    var timeline: AudioTimeline
    var hasEnded = false
    var closed: SpeechError?
    var consumer: CheckedContinuation<AudioBuffer?, Never>?
    var producers: [Producer] = []
    var nextID = 0
    /// The length of the waiting sound in seconds.
    var waitingSound = 0.0

    /// Takes out the first buffers, as one where they are many small ones of one format.
    mutating func takeFirst() -> AudioBuffer? {
      guard let first = buffers.first else { return nil }
      var length = first.duration.seconds
      var run = 1
      while run < buffers.count, length < AudioInbox.joinedLength,
        buffers[run].format == first.format,
        buffers[run].unfinishedByteCount == 0, first.unfinishedByteCount == 0,
        buffers[run].start == buffers[run - 1].start.map({ $0 + buffers[run - 1].duration })
      {
        length += buffers[run].duration.seconds
        run += 1
      }
      let joined = run == 1 ? first : AudioBuffer(joining: buffers[..<run])
      buffers.removeFirst(run)
      waitingSound = buffers.isEmpty ? 0 : waitingSound - length
      return joined
    }
  }

  /// The sound that may wait in the queue, in seconds; a longer single buffer is taken when the
  /// queue is empty.
  static let capacity = 5.0
  /// Small buffers that wait are joined up to about this length, in seconds.
  private static let joinedLength = 0.25

  private let state: Locked<State>
  private let counts = SoundLosses()

  let isLive = true

  var losses: SoundLosses? { counts }

  /// - Parameter channels: The channels that buffers have to have.
  init(channels: AudioChannels = .mixed) {
    state = Locked(State(timeline: AudioTimeline(channels: channels)))
  }

  func fractionRead() async -> Double? { nil }

  func warnings() async -> [EngineWarning] { counts.warnings }

  /// Puts a buffer in line, waiting while the line is full.
  ///
  /// - Throws: ``SpeechError`` of code `sessionFinished` after the end, `cancelled` when the calling
  ///   task is cancelled while it waits, or what refuses the buffer.
  func append(_ buffer: AudioBuffer) async throws(SpeechError) {
    while try !offer(buffer) {
      if Task.isCancelled {
        throw SpeechError(.cancelled, "The task that appends sound was cancelled.")
      }
      await waitForRoom()
    }
  }

  /// Puts a buffer in line if there is room.
  ///
  /// - Returns: Whether the buffer was taken.
  func offer(_ buffer: AudioBuffer) throws(SpeechError) -> Bool {
    let (outcome, consumer, placed) = state.withLock {
      state -> (Result<Bool, SpeechError>, CheckedContinuation<AudioBuffer?, Never>?, AudioBuffer?)
      in
      if let closed = state.closed { return (.failure(closed), nil, nil) }
      if state.hasEnded { return (.failure(Self.ended), nil, nil) }
      guard
        state.buffers.isEmpty
          || state.waitingSound + buffer.duration.seconds <= Self.capacity
      else { return (.success(false), nil, nil) }
      do throws(SpeechError) {
        let placed = try state.timeline.place(buffer)
        if placed.isEmpty, placed.unfinishedByteCount == 0 { return (.success(true), nil, nil) }
        if let consumer = state.consumer {
          state.consumer = nil
          return (.success(true), consumer, placed)
        }
        state.buffers.append(placed)
        state.waitingSound += placed.duration.seconds
        return (.success(true), nil, nil)
      } catch {
        counts.refused(error)
        return (.failure(error), nil, nil)
      }
    }
    consumer?.resume(returning: placed)
    return try outcome.get()
  }

  /// Whether more sound is taken, so that what a buffer met with was about that buffer.
  var isOpen: Bool { state.withLock { $0.closed == nil && !$0.hasEnded } }

  /// Says that no more sound follows.
  func end() {
    let (consumer, producers) = state.withLock { state in
      state.hasEnded = true
      defer { (state.consumer, state.producers) = (nil, []) }
      return (state.consumer, state.producers)
    }
    consumer?.resume(returning: nil)
    for producer in producers { producer.continuation.resume() }
  }

  func stop() { end() }

  func close(_ error: SpeechError) {
    state.withLock { state in
      state.closed = state.closed ?? error
      state.buffers = []
    }
    end()
  }

  func next() async -> AudioBuffer? {
    let buffer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let buffer = state.withLock { state -> AudioBuffer?? in
          if let first = state.takeFirst() { return .some(first) }
          if state.hasEnded || Task.isCancelled { return .some(nil) }
          state.consumer = continuation
          return nil
        }
        if let buffer { continuation.resume(returning: buffer) }
      }
    } onCancel: {
      let consumer = state.withLock { state in
        defer { state.consumer = nil }
        return state.consumer
      }
      consumer?.resume(returning: nil)
    }
    let producers = state.withLock { state in
      defer { state.producers = [] }
      return state.producers
    }
    for producer in producers { producer.continuation.resume() }
    return buffer
  }

  /// Waits until the line moves, it ends, or the calling task is cancelled.
  private func waitForRoom() async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          let isFull = !state.buffers.isEmpty && !state.hasEnded && !Task.isCancelled
          if isFull { state.producers.append(Producer(id: id, continuation: continuation)) }
          return isFull
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      let producer = state.withLock { state -> Producer? in
        guard let index = state.producers.firstIndex(where: { $0.id == id }) else { return nil }
        return state.producers.remove(at: index)
      }
      producer?.continuation.resume()
    }
  }

  private static let ended = SpeechError(
    .sessionFinished, "Sound was given after its end had been declared.",
    remedy: "Start a new request for more sound.")
}
