/// What runs behind a task: takes sound from a source through the pipeline and tells what is found.
final class RecognitionSession: Sendable {
  private struct Progress {
    var state = RecognitionTask.State.starting
    var outcome: RecognitionEvent.Outcome?
    var utterances = UtteranceList()
    var finalizedThrough = AudioTime.zero
    var takenThrough = AudioTime.zero
    var hasDetectedSpeech = false

    mutating func add(_ utterance: Transcription.Utterance, isInOrder: Bool) {
      if isInOrder { utterances.append(utterance) } else { utterances.insert(utterance) }
    }
  }

  /// What works for the session once it has started.
  private struct Parts {
    let pipelines: ChannelPipelines
    let source: any AudioSource
    let driver: Task<Void, Never>
  }

  let events = ResultChannel<RecognitionEvent>(timeRange: \.timeRange)
  let results = ResultChannel<RecognitionResult>(timeRange: \.timeRange)
  let progress = ResultChannel<RecognitionProgress>()

  private let locale: LocaleID
  private let scope: RecognitionOptions.ResultScope
  private let isSeparate: Bool
  private let current = Locked(Progress())
  private let parts = Locked<Parts?>(nil)
  private let meter = Locked(AudioDiagnosticsMeter())
  private let losses = Locked<SoundLosses?>(nil)

  static let cancelled = SpeechError(.cancelled, "The recognition task was cancelled.")

  init(locale: LocaleID, options: RecognitionOptions) {
    self.locale = locale
    scope = options.resultScope
    isSeparate = options.channels == .separate
  }

  var state: RecognitionTask.State { current.withLock { $0.state } }
  var outcome: RecognitionEvent.Outcome? { current.withLock { $0.outcome } }
  var finalizedTranscript: Transcript {
    Transcript(utterances: current.withLock { $0.utterances }.all, diagnostics: diagnostics)
  }
  var diagnostics: AudioDiagnostics {
    var diagnostics = meter.withLock { $0 }.diagnostics
    losses.withLock { $0 }?.add(to: &diagnostics)
    return diagnostics
  }

  // MARK: Running

  /// Starts the work; the session keeps itself alive until it has ended.
  func start(
    pool: EnginePool, settings: SpeechPipeline.Settings, warnings: [EngineWarning],
    source: any AudioSource
  ) {
    for warning in warnings { events.send(.warning(warning)) }
    let pipelines = ChannelPipelines(pool: pool, settings: settings) { [weak self] in
      self?.take($0, channel: $1)
    }
    losses.withLock { $0 = source.losses }
    parts.withLock { parts in
      let driver = Task {
        do throws(SpeechError) {
          try await self.run(pipelines, source)
        } catch {
          self.end(error.isCancellation ? self.cancelledOutcome : .failed(error))
        }
        source.close(self.closingError)
        // A task that is kept for its outcome keeps no worker, thread or file.
        pipelines.cancel()
        self.parts.withLock { $0 = nil }
      }
      parts = Parts(pipelines: pipelines, source: source, driver: driver)
    }
  }

  /// Ends a task that could not be started.
  func fail(_ error: SpeechError) { end(.failed(error)) }

  private func run(
    _ pipelines: ChannelPipelines, _ source: any AudioSource
  ) async throws(SpeechError) {
    try await pipelines.prepare()
    advance(to: .running)
    while let buffer = try await next(from: source, pipelines) {
      let taken = (buffer.start ?? .zero) + buffer.duration
      current.withLock { $0.takenThrough = taken }
      meter.withLock { $0.add(buffer) }
      try await pipelines.process(buffer)
      let fraction = await source.fractionRead()
      progress.sendVolatile(RecognitionProgress(audioTime: taken, fractionCompleted: fraction))
    }
    for warning in await source.warnings() + unfinished {
      take(.warning(warning), channel: nil)
    }
    advance(to: .finishing)
    source.close(
      SpeechError(.sessionFinished, "The task takes no more sound.", remedy: "Start a new task."))
    try await pipelines.finalize()
    try checkNumbers()
    end(finalizedTranscript.isEmpty ? .nothingHeard : .finished)
  }

  /// Tells bytes that were left over at the end of the sound.
  private var unfinished: [EngineWarning] {
    SpeechError(unfinishedBytes: diagnostics.unfinishedByteCount).map {
      [EngineWarning($0.description)]
    } ?? []
  }

  /// Sees that the sound was any: when no sample is a number, silence would be a lie.
  private func checkNumbers() throws(SpeechError) {
    if let error = SpeechError(notNumbers: diagnostics) { throw error }
  }

  /// Reads on; what was heard before the sound broke off is recognised before the error is told.
  private func next(
    from source: any AudioSource, _ pipelines: ChannelPipelines
  ) async throws(SpeechError) -> AudioBuffer? {
    do throws(SpeechError) {
      return try await source.next()
    } catch {
      try await pipelines.finalize()
      throw error
    }
  }

  /// Why a source is told to close when the work has ended.
  private var closingError: SpeechError {
    switch outcome {
    case .failed(let error): error
    case .cancelled: Self.cancelled
    default: SpeechError(.sessionFinished, "The recognition task is over.")
    }
  }

  /// Ends the taking of sound; what was taken is still recognised.
  func stopTakingSound() { parts.withLock { $0 }?.source.stop() }

  func cancel() {
    // The end first: whatever the work throws or finds when it stops is ignored then.
    end(cancelledOutcome)
    let parts = parts.withLock { $0 }
    parts?.pipelines.cancel()
    parts?.driver.cancel()
  }

  private var cancelledOutcome: RecognitionEvent.Outcome {
    let dropped = current.withLock { current in
      AudioTimeRange(start: current.finalizedThrough, end: current.takenThrough)
    }
    return .cancelled(dropped: dropped)
  }

  // MARK: Telling

  private func advance(to state: RecognitionTask.State) {
    current.withLock { current in
      guard current.outcome == nil else { return }
      current.state = state
      if state == .finishing { events.send(.finishedReadingAudio) }
    }
  }

  /// Sends the terminal event, unless that has happened.
  private func end(_ outcome: RecognitionEvent.Outcome) {
    current.withLock { current in
      guard current.outcome == nil else { return }
      current.outcome = outcome
      current.state = .completed
      var error: SpeechError?
      switch outcome {
      case .finished, .nothingHeard:
        progress.send(
          RecognitionProgress(audioTime: current.takenThrough, fractionCompleted: 1))
        if scope == .cumulative {
          let whole = Transcription(earlier: current.utterances, last: nil)
          let range = AudioTimeRange(start: .zero, end: current.takenThrough)
          results.send(result(whole, isFinal: true, range))
        }
      case .cancelled: error = Self.cancelled
      case .failed(let failure): error = failure
      }
      results.finish(throwing: error)
      events.send(.ended(outcome))
      events.finish()
      progress.finish()
    }
  }

  /// Takes what the pipeline tells, on whatever thread finds it.
  private func take(_ event: SpeechPipeline.Event, channel: Int?) {
    current.withLock { current in
      guard current.outcome == nil else { return }
      switch event {
      case .speechStarted(let time):
        guard !current.hasDetectedSpeech else { return }
        current.hasDetectedSpeech = true
        events.send(.speechDetected(at: time))
      case .partial(let hypothesis, let range):
        let utterance = Transcription.Utterance(
          hypothesis, timeRange: range, channel: channel, locale: locale)
        let hypothesis = result(after: current, utterance, range, channel, isFinal: false)
        results.sendVolatile(hypothesis)
        events.sendVolatile(.hypothesis(hypothesis))
      case .final(let hypothesis, let range):
        tellFinal(hypothesis, range, channel, &current)
      case .finalized(let time):
        current.finalizedThrough = max(current.finalizedThrough, time)
      case .warning(let warning):
        events.send(.warning(warning))
      }
    }
  }

  private func tellFinal(
    _ hypothesis: Hypothesis?, _ range: AudioTimeRange, _ channel: Int?, _ current: inout Progress
  ) {
    var utterance: Transcription.Utterance?
    if let hypothesis, !hypothesis.words.isEmpty {
      utterance = Transcription.Utterance(
        hypothesis, timeRange: range, channel: channel, locale: locale)
    }
    let final = result(after: current, utterance, range, channel, isFinal: scope == .utterance)
    if let utterance { current.add(utterance, isInOrder: !isSeparate) }
    // Of separate channels, another may have said something before.
    if !isSeparate { current.finalizedThrough = max(current.finalizedThrough, range.end) }
    switch scope {
    case .cumulative: results.sendVolatile(final)
    case .utterance: results.send(final)
    }
    events.send(.final(final))
  }

  private func result(
    after current: Progress, _ utterance: Transcription.Utterance?, _ range: AudioTimeRange,
    _ channel: Int?, isFinal: Bool
  ) -> RecognitionResult {
    switch scope {
    case .cumulative:
      var text = Transcription(earlier: current.utterances, last: utterance)
      if isSeparate, let utterance {
        var all = current
        all.add(utterance, isInOrder: false)
        text = Transcription(earlier: all.utterances, last: nil)
      }
      return result(
        text, isFinal: isFinal, AudioTimeRange(start: .zero, end: range.end),
        isSeparate ? nil : channel)
    case .utterance:
      return result(
        Transcription(earlier: UtteranceList(), last: utterance), isFinal: isFinal, range, channel)
    }
  }

  private func result(
    _ transcription: Transcription, isFinal: Bool, _ range: AudioTimeRange, _ channel: Int? = nil
  ) -> RecognitionResult {
    RecognitionResult(
      bestTranscription: transcription, isFinal: isFinal, timeRange: range, locale: locale,
      channel: channel)
  }
}

extension RecognitionEvent {
  /// The stretch of the timeline that an event is about, where it has one.
  fileprivate var timeRange: AudioTimeRange? {
    switch self {
    case .speechDetected(let time): AudioTimeRange(start: time, end: time)
    case .hypothesis(let result), .final(let result): result.timeRange
    case .finishedReadingAudio, .warning, .ended: nil
    }
  }
}

extension SpeechError {
  /// What bare bytes that end within a frame are told by, or `nil` when there are none left over.
  init?(unfinishedBytes count: Int, timeRange: AudioTimeRange? = nil) {
    guard count > 0 else { return nil }
    self.init(
      .unreadableAudio,
      "The sound ended within a frame: \(count) byte\(count == 1 ? " is" : "s are") left over.",
      remedy: "Check the encoding and the number of channels.", timeRange: timeRange)
  }

  /// The error that sound is in which no sample is a number, or `nil` for any other.
  init?(notNumbers diagnostics: AudioDiagnostics, timeRange: AudioTimeRange? = nil) {
    let count = diagnostics.notANumberCount
    guard count > 0, count == diagnostics.sampleCount else { return nil }
    self.init(
      .unreadableAudio, "None of the \(count) samples of the sound is a number.",
      remedy: "Check the sample type and the byte order of what gives the sound.",
      timeRange: timeRange)
  }
}
