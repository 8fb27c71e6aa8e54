/// The one way from sound to results: conversion, cutting into utterances, engine, updates.
///
/// Calls must come one after the other; whoever owns a pipeline sees to that. Sound is taken in the
/// format it comes in; times are stream times.
actor SpeechPipeline {
  /// What a pipeline tells its owner, in the order of time, from whatever thread finds it.
  enum Event: Sendable {
    /// Speech begins; an utterance follows.
    case speechStarted(AudioTime)
    /// The text of the utterance that is going on, which may change.
    case partial(Hypothesis, AudioTimeRange)
    /// The text of an utterance for good, `nil` when nothing was said in it.
    case final(Hypothesis?, AudioTimeRange)
    /// Nothing before this moment will change or be added.
    case finalized(through: AudioTime)
    /// Something a user should know.
    case warning(EngineWarning)
  }

  /// How a pipeline works; fixed for its life.
  struct Settings: Sendable {
    var wants: Set<UtteranceRequest.Want> = []
    var endpointing = Endpointing()
    /// `nil` for the engine's choice.
    var detection: VoiceActivityDetection?
    var priority = EnginePool.Priority.file
    var channels = AudioChannels.mixed

    /// Whether utterances are cut here and decoded whole, whatever the engine could do itself.
    var decodesWholeUtterances: Bool { channels == .separate }
  }

  /// The stretch of continuous sound that is being worked on.
  private struct Stretch {
    let start: AudioTime
    var cutter: UtteranceCutter?
    var converter: AudioConverter?
    var converterFormat: AudioFormat?
    /// Samples at the engine's rate that were taken.
    var samples: Int64 = 0
  }

  /// The utterance that is being collected or decoded.
  private struct OpenUtterance {
    let start: AudioTime
    var lease: WorkerLease?
    var sink: UtteranceSink
    let monitor: UtteranceMonitor
    /// What was heard while no worker is leased.
    var collected: [Float] = []
    var samples: Int64 = 0
  }

  private let pool: EnginePool
  private let settings: Settings
  private let receive: @Sendable (Event) -> Void
  private let cancellation = CancellationFlag()
  private var facts: SessionFacts?
  private var stretch: Stretch?
  private var utterance: OpenUtterance?
  private var end = AudioTime.zero
  /// Whether a worker was leased before.
  private var hadLease = false

  /// Sound is taken in pieces of at most this many seconds, so that cancelling takes effect soon.
  private static let longestPiece = 0.5

  init(pool: EnginePool, settings: Settings, receive: @escaping @Sendable (Event) -> Void) {
    self.pool = pool
    self.settings = settings
    let cancellation = cancellation
    self.receive = { event in
      if !cancellation.isSet { receive(event) }
    }
  }

  /// Loads the model, unless that is done.
  func prepare() async throws(SpeechError) {
    _ = try await sessionFacts()
  }

  /// Takes the next buffer, which has its place on the timeline.
  func process(_ buffer: AudioBuffer) async throws(SpeechError) {
    let start = buffer.start ?? end
    do throws(SpeechError) {
      let facts = try await sessionFacts()
      if stretch != nil, start > end {
        try await bridgeGap(to: start, format: buffer.format, facts)
      }
      end = start + buffer.duration
      try await takePieces(of: buffer, at: start, facts)
    } catch {
      // What was under way is given up whole, so that the next sound begins clean.
      end = start + buffer.duration
      stretch = nil
      await dropUtterance()
      throw error
    }
  }

  private func takePieces(
    of buffer: AudioBuffer, at start: AudioTime, _ facts: SessionFacts
  ) async throws(SpeechError) {
    let piece = max(Int(Double(buffer.format.sampleRate) * Self.longestPiece), 1)
    var first = 0
    while first < buffer.frameCount {
      let next = min(first + piece, buffer.frameCount)
      let samples = try convert(buffer[first..<next], at: start, facts)
      try await take(samples, facts)
      first = next
    }
  }

  /// Makes everything that was taken final; the next buffer begins anew, right behind.
  func finalize() async throws(SpeechError) {
    do throws(SpeechError) {
      if stretch != nil { try await endStretch(try await sessionFacts()) }
    } catch {
      stretch = nil
      await dropUtterance()
      throw error
    }
    tellFinalized(end)
  }

  /// Stops at once: nothing is told any more, the engine is asked to stop, and its worker goes back
  /// as soon as it has.
  nonisolated func cancel() {
    cancellation.set()
    Task { await dropUtterance() }
  }

  private func dropUtterance() async {
    let lease = utterance?.lease
    utterance = nil
    await lease?.worker.abandon()
    lease?.giveBack()
  }

  // MARK: Sound

  private func sessionFacts() async throws(SpeechError) -> SessionFacts {
    try checkCancellation()
    if let facts { return facts }
    let facts = try await pool.prepare(priority: settings.priority)
    guard facts.inputFormat.channels == 1 else {
      throw SpeechError(
        .incompatibleAudioFormats,
        "The engine \(pool.engineID) asks for \(facts.inputFormat.channels) channels.",
        remedy: "Engines are given one channel; mend the engine's inputFormat.")
    }
    self.facts = facts
    return facts
  }

  private func checkCancellation() throws(SpeechError) {
    if cancellation.isSet { throw SpeechError(.cancelled, "The recognition was cancelled.") }
  }

  private func makeStretch(at start: AudioTime, _ facts: SessionFacts) -> Stretch {
    let rate = facts.inputFormat.sampleRate
    var stretch = Stretch(start: start)
    if cuts(facts) {
      var endpointing = settings.endpointing
      endpointing.longest = min(
        endpointing.longest, facts.segmentation.longest ?? endpointing.longest)
      endpointing.padding = facts.segmentation.padding ?? endpointing.padding
      let detection = settings.detection ?? facts.detection ?? .adaptiveEnergy()
      stretch.cutter = UtteranceCutter(
        detector: detection.makeDetector(rate), endpointing: endpointing, sampleRate: rate)
    }
    return stretch
  }

  /// Fills a short gap with silence; a longer one ends the stretch, as silence would.
  private func bridgeGap(
    to start: AudioTime, format: AudioFormat, _ facts: SessionFacts
  ) async throws(SpeechError) {
    guard start - end < settings.endpointing.pause else {
      try await endStretch(facts)
      return
    }
    let frames = Int((start - end).samples(rate: format.sampleRate))
    let silence = AudioBuffer(
      [Float](repeating: 0, count: frames * format.channels), sampleRate: format.sampleRate,
      channels: format.channels)
    try await take(try convert(silence, at: end, facts), facts)
  }

  /// Converts a piece to mono samples at the engine's rate, starting a stretch where none is.
  private func convert(
    _ piece: AudioBuffer, at start: AudioTime, _ facts: SessionFacts
  ) throws(SpeechError) -> [Float] {
    var current = stretch ?? makeStretch(at: start, facts)
    var samples: [Float] = []
    if current.converterFormat != piece.format {
      if let old = current.converter {
        samples = try old.flush().floatSamples
        tellConditions(of: old)
      }
      let mono = AudioFormat(.float32, sampleRate: facts.inputFormat.sampleRate)
      current.converter = try AudioConverter(
        from: piece.format, to: mono, mix: settings.channels.mix)
      current.converterFormat = piece.format
    }
    if let converter = current.converter {
      let converted = try converter.convert(piece).floatSamples
      samples = samples.isEmpty ? converted : samples + converted
    }
    stretch = current
    return samples
  }

  private func take(_ samples: [Float], _ facts: SessionFacts) async throws(SpeechError) {
    try checkCancellation()
    guard !samples.isEmpty, let start = stretch?.start, let position = stretch?.samples else {
      return
    }
    stretch?.samples += Int64(samples.count)
    // In place: a copy of the cutter would copy the sound that it keeps.
    guard let actions = stretch?.cutter?.push(samples) else {
      if utterance == nil { try await beginUtterance(at: time(position, start, facts), facts) }
      return try await feed(samples, facts)
    }
    try await perform(actions, in: start, facts)
    if utterance == nil, let cutter = stretch?.cutter {
      tellFinalized(time(cutter.decidedThrough, start, facts))
    }
  }

  private func endStretch(_ facts: SessionFacts) async throws(SpeechError) {
    if let converter = stretch?.converter {
      try await take(try converter.flush().floatSamples, facts)
      tellConditions(of: converter)
    }
    let actions = stretch?.cutter?.finish() ?? []
    guard let start = stretch?.start else { return }
    stretch = nil
    try await perform(actions, in: start, facts)
    if utterance != nil { try await endUtterance(facts) }
  }

  /// Warns of sound that can't have been heard as it was meant.
  private func tellConditions(of converter: AudioConverter) {
    let broken = converter.conditions.notANumber
    if broken > 0 {
      receive(
        .warning(
          EngineWarning("\(broken) samples are not numbers; they were taken for silence.")))
    }
    if let channel = converter.conditions.soleChannel {
      let time = AudioTime(
        samples: Int64(converter.conditions.soleChannelFrames),
        rate: converter.inputFormat.sampleRate)
      receive(
        .warning(
          EngineWarning(
            "The channels cancel each other, as by a wire of wrong polarity: channel \(channel) was "
              + "heard alone for \(time).")))
    }
  }

  private func time(
    _ samples: Int64, _ start: AudioTime, _ facts: SessionFacts
  ) -> AudioTime {
    start + AudioTime(samples: samples, rate: facts.inputFormat.sampleRate)
  }

  private func tellFinalized(_ time: AudioTime) { receive(.finalized(through: time)) }

  // MARK: Utterances

  private func perform(
    _ actions: [UtteranceCutter.Action], in start: AudioTime, _ facts: SessionFacts
  ) async throws(SpeechError) {
    // Sound comes in frames; the engine hears those that follow on each other at once.
    var sound: [Float] = []
    for (index, action) in actions.enumerated() {
      if case .audio(let samples) = action {
        sound += samples
        continue
      }
      if !sound.isEmpty { try await feed(sound, facts) }
      sound = []
      switch action {
      case .begin(let position): try await beginUtterance(at: time(position, start, facts), facts)
      case .pause:
        // What follows is known already: nothing is to be guessed.
        if index == actions.count - 1 { try await pauseUtterance() }
      case .end: try await endUtterance(facts)
      case .audio: break
      }
    }
    if !sound.isEmpty { try await feed(sound, facts) }
  }

  /// Whether the engine is to hear an utterance while it is going on.
  private func isFedAtOnce(_ facts: SessionFacts) -> Bool {
    !settings.decodesWholeUtterances
      && (settings.wants.contains(.partials) || facts.segmentation.style != .cutAtPauses)
  }

  /// Whether sound is cut into utterances here.
  private func cuts(_ facts: SessionFacts) -> Bool {
    settings.decodesWholeUtterances || facts.segmentation.style == .cutAtPauses
  }

  private func beginUtterance(at start: AudioTime, _ facts: SessionFacts) async throws(SpeechError)
  {
    if cuts(facts) { receive(.speechStarted(start)) }
    let monitor = UtteranceMonitor(style: facts.segmentation.style, receive: receive)
    let sink = UtteranceSink(cancellation: cancellation) { monitor.take($0) }
    var opened = OpenUtterance(start: start, sink: sink, monitor: monitor)
    if isFedAtOnce(facts) {
      opened.lease = try await lease()
      try await engineCall(opened) { (worker) throws(SpeechError) in
        let request = UtteranceRequest(start: start, wants: self.settings.wants)
        try await worker.begin(request, sink)
      }
    }
    utterance = opened
  }

  private func feed(_ samples: [Float], _ facts: SessionFacts) async throws(SpeechError) {
    utterance?.samples += Int64(samples.count)
    guard utterance?.lease != nil else {
      // In place: a copy of the utterance would copy the sound that it collects.
      utterance?.collected += samples
      return
    }
    guard let current = utterance else { return }
    let audio = engineBuffer(samples, facts)
    try await engineCall(current) { (worker) throws(SpeechError) in
      try await worker.accept(audio, current.sink)
    }
  }

  /// Lets a session that hears the utterance decode ahead.
  private func pauseUtterance() async throws(SpeechError) {
    guard let current = utterance, current.lease != nil else { return }
    try await engineCall(current) { (worker) throws(SpeechError) in
      try await worker.pause(current.sink)
    }
  }

  private func endUtterance(_ facts: SessionFacts) async throws(SpeechError) {
    guard var current = utterance else { return }
    utterance = nil
    let sink = current.sink
    if current.lease == nil {
      let whole = engineBuffer(current.collected, facts)
      current.collected = []
      current.lease = try await lease()
      let request = UtteranceRequest(start: current.start, whole: whole, wants: settings.wants)
      try await engineCall(current) { (worker) throws(SpeechError) in
        try await worker.begin(request, sink)
        try await worker.accept(whole, sink)
      }
    }
    try await engineCall(current) { (worker) throws(SpeechError) in try await worker.end(sink) }
    let end = time(current.samples, current.start, facts)
    try current.monitor.checkFinals(engine: pool.engineID)
    current.lease?.giveBack()
    tellFinalized(end)
  }

  private func engineBuffer(_ samples: [Float], _ facts: SessionFacts) -> AudioBuffer {
    AudioBuffer(samples, sampleRate: facts.inputFormat.sampleRate)
      .converted(to: facts.inputFormat.sampleType)
  }

  private func lease() async throws(SpeechError) -> WorkerLease {
    try checkCancellation()
    let lease = try await pool.lease(settings.priority, continues: hadLease)
    hadLease = true
    try checkCancellation()
    return lease
  }

  /// Calls into the engine; a failure gives up the worker, since its session may be in any state.
  private func engineCall(
    _ utterance: OpenUtterance, _ call: (EngineWorker) async throws(SpeechError) -> Void
  ) async throws(SpeechError) {
    guard let lease = utterance.lease else { return }
    do throws(SpeechError) {
      try await call(lease.worker)
    } catch {
      self.utterance = nil
      if !error.isCancellation { lease.discard() }
      throw error
    }
    try checkCancellation()
  }
}

extension AudioChannels {
  /// What one channel is made of; separate channels come as one each.
  fileprivate var mix: AudioConverter.ChannelMix {
    if case .one(let number) = kind { .channel(number) } else { .automatic }
  }
}
