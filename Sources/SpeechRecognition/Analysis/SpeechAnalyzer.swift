public import struct Foundation.URL

/// Runs modules over sound, one input after the other, on one continuous timeline.
///
/// An input is any sequence of buffers, or a file. When an input ends, everything in it becomes
/// final and the session stays usable for the next; only the `finish` methods, cancelling, or an
/// error end the session, and with it every module's results.
///
/// A buffer that can't be taken, for its format or because it overlaps sound that was taken, is
/// told by ``refusedInput`` and does not end the session.
public actor SpeechAnalyzer {
  private enum Phase {
    case open
    case finished(SpeechError?)
  }

  private let modules: [any SpeechModule]
  private let parts: AnalyzerParts
  private var phase = Phase.open
  private var timeline = AudioTimeline()
  private var hasInput = false
  private var inputWaiters: [CheckedContinuation<Void, Never>] = []
  private let gate = SerialGate()
  private var meter = AudioDiagnosticsMeter()
  private let losses = SoundLosses()

  /// Creates an analyzer.
  ///
  /// - Parameter modules: What to run; each module belongs to one analyzer.
  public init(modules: [any SpeechModule]) {
    self.modules = modules
    parts = AnalyzerParts(claimed: ModuleClaims.claim(modules))
  }

  /// The sound that could not be taken: refused buffers, each as an error with its time range, and
  /// what is missing of files that were cut off.
  public nonisolated var refusedInput: ResultSequence<SpeechError, Never> {
    ResultSequence(unfailing: parts.refusals)
  }

  /// How good the sound of all inputs was so far, and what was wrong with it.
  public var diagnostics: AudioDiagnostics {
    var diagnostics = meter.diagnostics
    losses.add(to: &diagnostics)
    return diagnostics
  }

  /// The stretch that was heard and is not final: from the first moment that some module has not
  /// made final to the end of the sound taken. `nil` before any sound.
  public var volatileRange: AudioTimeRange? {
    guard timeline.end > .zero else { return nil }
    let finalized = (parts.processors ?? []).map(\.finalizedThrough).min() ?? timeline.end
    return AudioTimeRange(start: min(finalized, timeline.end), end: timeline.end)
  }

  /// Loads what the modules need, so that the first sound is not kept waiting.
  ///
  /// - Throws: ``SpeechError`` that names what is missing and its cure; the session is then over.
  public func prepareToAnalyze() async throws(SpeechError) {
    try await work { (processor) throws(SpeechError) in try await processor.prepare() }
  }

  // MARK: Input

  /// Analyses a sequence of buffers to its end, and makes everything in it final.
  ///
  /// The sequence need not be `Sendable`: it is read in the caller's isolation, no faster than the
  /// modules take it.
  ///
  /// - Parameters:
  ///   - sequence: The sound.
  ///   - isolation: The isolation that the sequence is read in.
  /// - Returns: The end of the sound that was taken, or `nil` when there was none.
  /// - Throws: ``SpeechError`` when a module fails (the session is then over), another input is
  ///   being analysed, the session is over, or the calling task is cancelled. An error of the
  ///   sequence's own is wrapped after all sound before it was made final; the session goes on.
  @discardableResult
  public func analyzeSequence<Sound: AsyncSequence>(
    _ sequence: Sound, isolation: isolated (any Actor)? = #isolation
  ) async throws(SpeechError) -> AudioTime? where Sound.Element == AudioBuffer {
    try await beginInput()
    return try await analyzeInput(sequence, isolation: isolation)
  }

  /// Analyses a sound file to its end, and makes everything in it final.
  ///
  /// - Parameter url: The file; its format is told by its content.
  /// - Returns: The end of the sound that was taken, or `nil` when there was none.
  /// - Throws: ``SpeechError`` as ``analyzeSequence(_:isolation:)`` does, or that names the file.
  @discardableResult
  public func analyzeSequence(from url: URL) async throws(SpeechError) -> AudioTime? {
    try beginInput()
    return try await analyzeInput(from: url)
  }

  /// Starts analysing a sequence of buffers and returns at once.
  ///
  /// The analyzer works on until the sequence ends or the session does, also when nobody holds it;
  /// end it with one of the `finish` methods or ``cancelAndFinishNow()``. An error of the sequence's
  /// own ends the session: every module's results fail with it.
  ///
  /// - Parameter inputSequence: The sound.
  /// - Throws: ``SpeechError`` when another input is being analysed or the session is over.
  public func start<Sound: AsyncSequence & Sendable>(
    inputSequence: Sound
  ) async throws(SpeechError) where Sound.Element == AudioBuffer {
    try beginInput()
    run { (analyzer) throws(SpeechError) in _ = try await analyzer.analyzeInput(inputSequence) }
  }

  /// Starts analysing a sound file and returns at once.
  ///
  /// - Parameter url: The file; its format is told by its content.
  /// - Throws: ``SpeechError`` when another input is being analysed or the session is over.
  public func start(inputFile url: URL) async throws(SpeechError) {
    try beginInput()
    run { (analyzer) throws(SpeechError) in _ = try await analyzer.analyzeInput(from: url) }
  }

  /// Runs the analysis of an input that has begun; its failure ends the session.
  private func run(
    _ analysis: @escaping @Sendable (isolated SpeechAnalyzer) async throws(SpeechError) -> Void
  ) {
    parts.runningInput = Task {
      do throws(SpeechError) {
        try await analysis(self)
      } catch {
        end(error.isCancellation ? nil : error)
      }
    }
  }

  private func analyzeInput(from url: URL) async throws(SpeechError) -> AudioTime? {
    let source = FileSource { () throws(SpeechError) in try AudioFile(url) }
    return try await analyzeInput(FileSequence(source: source)) {
      await source.warnings().map { SpeechError(.unreadableAudio, $0.message) }
    }
  }

  // Reads an input that has begun to its end, makes it final and ends it; `missing` tells at the end
  // what could not be read of it.
  private func analyzeInput<Sound: AsyncSequence>(
    _ sequence: Sound, isolation: isolated (any Actor)? = #isolation,
    missing: () async -> [SpeechError] = { [] }
  ) async throws(SpeechError) -> AudioTime? where Sound.Element == AudioBuffer {
    var failure: SpeechError?
    let before = await diagnostics
    do {
      var iterator = sequence.makeAsyncIterator()
      while let buffer = try await iterator.next(isolation: isolation) {
        if Task.isCancelled {
          throw SpeechError(.cancelled, "The task that reads the input was cancelled.")
        }
        try await take(buffer)
      }
    } catch {
      failure = SpeechError(wrapping: error, as: .unreadableAudio, "The input broke off")
    }
    var end: AudioTime?
    if failure?.isCancellation == true {
      await finalizeUnwaited()
    } else if await isOpen {
      do throws(SpeechError) {
        end = try await finalizeInput()
      } catch {
        failure = failure ?? error
      }
    }
    for error in await missing() + faults(since: before) { parts.refusals.send(error) }
    await endInput()
    if let failure { throw failure }
    return end
  }

  /// What is wrong with all of the sound since a moment.
  private func faults(since before: AudioDiagnostics) -> [SpeechError] {
    var input = diagnostics
    input.sampleCount -= before.sampleCount
    input.notANumberCount -= before.notANumberCount
    let range = AudioTimeRange(
      start: timeline.end - (input.duration - before.duration), end: timeline.end)
    let end = AudioTimeRange(start: timeline.end, end: timeline.end)
    return [
      SpeechError(notNumbers: input, timeRange: range),
      SpeechError(
        unfinishedBytes: input.unfinishedByteCount - before.unfinishedByteCount, timeRange: end),
    ].compactMap(\.self)
  }

  /// Makes what a cancelled input left behind final, without keeping the canceller waiting; the next
  /// input begins behind it.
  private func finalizeUnwaited() {
    Task { try? await self.finalize(through: nil) }
  }

  private func beginInput() throws(SpeechError) {
    try checkOpen()
    guard !hasInput else { throw Self.secondInput }
    hasInput = true
  }

  private func endInput() {
    hasInput = false
    wakeInputWaiters()
  }

  private func wakeInputWaiters() {
    for waiter in inputWaiters { waiter.resume() }
    inputWaiters = []
  }

  /// Gives a buffer to the modules, or tells why it is refused.
  private func take(_ buffer: AudioBuffer) async throws(SpeechError) {
    try checkOpen()
    if parts.processors == nil { try await work { (_) throws(SpeechError) in } }
    let placed: AudioBuffer
    do throws(SpeechError) {
      try check(buffer)
      placed = try timeline.place(buffer)
    } catch {
      losses.refused(error)
      return parts.refusals.send(error)
    }
    meter.add(placed)
    try await work { (processor) throws(SpeechError) in try await processor.process(placed) }
  }

  /// Sees that every module can hear a buffer.
  private func check(_ buffer: AudioBuffer) throws(SpeechError) {
    do throws(SpeechError) {
      for processor in parts.processors ?? [] { try processor.check(buffer.format) }
    } catch {
      throw SpeechError(
        error.code, error.message, remedy: error.remedy,
        timeRange: AudioTimeRange(start: buffer.start ?? timeline.end, duration: buffer.duration))
    }
  }

  private func finalizeInput() async throws(SpeechError) -> AudioTime? {
    try await finalize(through: nil)
    return timeline.end > .zero ? timeline.end : nil
  }

  // MARK: Ending

  /// Makes all sound taken so far final, unless everything up to a moment is; the session goes on.
  ///
  /// - Parameter time: The moment that is to be final, or `nil` for all sound taken so far.
  /// - Throws: ``SpeechError`` when a module fails or the session is over.
  public func finalize(through time: AudioTime?) async throws(SpeechError) {
    try checkOpen()
    if let time, let volatileRange, time <= volatileRange.start { return }
    try await work { (processor) throws(SpeechError) in try await processor.finalize() }
  }

  /// Makes all sound taken so far final and ends the session.
  ///
  /// - Throws: ``SpeechError`` when a module fails or the session is over.
  public func finalizeAndFinish() async throws(SpeechError) {
    try await finalize(through: nil)
    end(nil)
  }

  /// Waits for the end of the input that is being analysed, if there is one, makes everything final
  /// and ends the session.
  ///
  /// - Throws: ``SpeechError`` when a module fails or the session is over.
  public func finalizeAndFinishThroughEndOfInput() async throws(SpeechError) {
    try checkOpen()
    while hasInput, isOpen {
      if Task.isCancelled {
        throw SpeechError(.cancelled, "The task that waits for the end of the input was cancelled.")
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { inputWaiters.append($0) }
      } onCancel: {
        Task { await self.wakeInputWaiters() }
      }
    }
    if case .finished(let error?) = phase { throw error }
    try await finalizeAndFinish()
  }

  /// Drops what is not final and ends the session at once; every result sequence ends.
  ///
  /// Whoever waits in ``analyzeSequence(_:isolation:)`` for a sequence's next buffer is told when it
  /// comes; cancel its task to end that, too.
  public func cancelAndFinishNow() async { end(nil) }

  /// Ends the session: no more sound is taken, every result sequence ends.
  private func end(_ error: SpeechError?) {
    guard case .open = phase else { return }
    phase = .finished(error)
    parts.end(error)
    wakeInputWaiters()
  }

  private var isOpen: Bool {
    if case .open = phase { true } else { false }
  }

  // MARK: Modules

  private func checkOpen() throws(SpeechError) {
    guard case .finished(let error) = phase else { return }
    throw SpeechError(
      .sessionFinished, "The analyzer's session is over.",
      remedy: "Make a new SpeechAnalyzer with new modules.", underlying: error)
  }

  /// Does something with every module, in its turn; a failure ends the session.
  private func work(
    _ body: (any ModuleProcessor) async throws(SpeechError) -> Void
  ) async throws(SpeechError) {
    try await gate.run { () throws(SpeechError) in
      try checkOpen()
      do throws(SpeechError) {
        for processor in try openProcessors() { try await body(processor) }
      } catch {
        if !error.isCancellation { end(error) }
        throw error
      }
    }
  }

  private func openProcessors() throws(SpeechError) -> [any ModuleProcessor] {
    if let processors = parts.processors { return processors }
    var made: [any ModuleProcessor] = []
    guard parts.claimed.count == modules.count else {
      throw SpeechError(
        .invalidParameter, "A module was given to a second analyzer, or twice to one.",
        remedy: "Make a new module for each analyzer.")
    }
    for module in modules { made.append(try module.makeProcessor()) }
    parts.processors = made
    return made
  }

  private static let secondInput = SpeechError(
    .invalidParameter, "The analyzer is given a second input while one is being analysed.",
    remedy: "Wait for the end of the first, or use a second analyzer.")
}

/// The buffers of a file as a sequence; their places are given by the analyzer, whose timeline goes
/// on over inputs.
private struct FileSequence: AsyncSequence, AsyncIteratorProtocol {
  let source: FileSource

  func makeAsyncIterator() -> FileSequence { self }

  mutating func next(
    isolation actor: isolated (any Actor)?
  ) async throws(SpeechError) -> AudioBuffer? {
    try await source.next()?.placed(at: nil)
  }
}
