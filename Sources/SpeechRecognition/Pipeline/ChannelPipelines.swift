/// The way of the sound of one session: one pipeline, or one for each channel.
///
/// Calls must come one after the other, as with a ``SpeechPipeline``. Separate channels are heard in
/// turn, in steps of half a second; each utterance is decoded as a whole when it has ended, so that no
/// channel keeps a worker that another waits for.
final class ChannelPipelines: Sendable {
  /// Takes what a pipeline tells, with the channel that it is about: `nil` for a mix.
  typealias Receiver = @Sendable (SpeechPipeline.Event, _ channel: Int?) -> Void

  private struct State {
    var pipelines: [SpeechPipeline] = []
    /// The moment up to which each pipeline's results are final.
    var finalized: [AudioTime] = []
    var end = AudioTime.zero
    var isCancelled = false
  }

  private let pool: EnginePool
  private let settings: SpeechPipeline.Settings
  private let receive: Receiver
  private let state = Locked(State())

  private static let longestStep = 0.5

  init(pool: EnginePool, settings: SpeechPipeline.Settings, receive: @escaping Receiver) {
    self.pool = pool
    var settings = settings
    if settings.decodesWholeUtterances { settings.wants.remove(.partials) }
    self.settings = settings
    self.receive = receive
  }

  private var isSeparate: Bool { settings.channels == .separate }

  /// Loads the model, unless that is done.
  func prepare() async throws(SpeechError) { try await pipelines(1)[0].prepare() }

  /// Takes the next buffer, which has its place on the timeline.
  func process(_ buffer: AudioBuffer) async throws(SpeechError) {
    guard isSeparate else { return try await pipelines(1)[0].process(buffer) }
    let step = max(Int(Double(buffer.format.sampleRate) * Self.longestStep), 1)
    for first in stride(from: 0, to: buffer.frameCount, by: step) {
      let piece = buffer[first..<min(first + step, buffer.frameCount)]
      for (pipeline, sound) in zip(pipelines(buffer.format.channels), piece.split()) {
        try await pipeline.process(sound)
      }
    }
    let end = (buffer.start ?? .zero) + buffer.duration
    state.withLock { $0.end = end }
  }

  /// Makes everything that was taken final.
  func finalize() async throws(SpeechError) {
    for pipeline in pipelines(1) { try await pipeline.finalize() }
    // A channel whose sound ended earlier is as final as the others.
    if isSeparate { receive(.finalized(through: state.withLock { $0.end }), nil) }
  }

  /// Stops at once, as ``SpeechPipeline/cancel()`` does.
  func cancel() {
    let pipelines = state.withLock { state in
      state.isCancelled = true
      return state.pipelines
    }
    for pipeline in pipelines { pipeline.cancel() }
  }

  /// The pipelines, of which there are at least as many as asked for.
  private func pipelines(_ count: Int) -> [SpeechPipeline] {
    state.withLock { state in
      while state.pipelines.count < count {
        let channel = isSeparate ? state.pipelines.count : settings.channels.soleNumber
        let index = state.pipelines.count
        let pipeline = SpeechPipeline(pool: pool, settings: settings) { [weak self] event in
          self?.tell(event, channel, of: index)
        }
        if state.isCancelled { pipeline.cancel() }
        state.pipelines.append(pipeline)
        state.finalized.append(.zero)
      }
      return state.pipelines
    }
  }

  /// Passes an event on; with several channels, final is what is so in all of them.
  private func tell(_ event: SpeechPipeline.Event, _ channel: Int?, of index: Int) {
    guard isSeparate, case .finalized(let time) = event else { return receive(event, channel) }
    let common = state.withLock { state in
      state.finalized[index] = max(state.finalized[index], time)
      return state.finalized.min()
    }
    if let common { receive(.finalized(through: common), nil) }
  }
}

extension AudioChannels {
  /// The channel that results are about, when it is one only.
  fileprivate var soleNumber: Int? {
    if case .one(let number) = kind { number } else { nil }
  }
}
