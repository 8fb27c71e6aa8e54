public import struct Foundation.AttributedString

internal import Synchronization

/// A module that turns speech into text.
///
/// ```swift
/// let transcriber = SpeechTranscriber(engine: .pocketSphinx, preset: .progressive)
/// let analyzer = SpeechAnalyzer(modules: [transcriber])
/// async let transcript = transcriber.results.reduce(into: Transcript()) { $0.append($1) }
/// try await analyzer.analyzeSequence(sound)
/// try await analyzer.finalizeAndFinishThroughEndOfInput()
/// print(try await transcript.text)
/// ```
public final class SpeechTranscriber: SpeechModule {
  /// A named set of options.
  public struct Preset: Sendable, Hashable {
    /// Whether results come while an utterance is still going on.
    public var reportsVolatileResults: Bool
    /// Whether other readings are looked for.
    public var reportsAlternatives: Bool
    /// Where utterances begin and end.
    public var endpointing: Endpointing
    /// Which channels of the sound are heard.
    public var channels: AudioChannels

    /// Creates a preset.
    ///
    /// - Parameters:
    ///   - reportsVolatileResults: Whether results come while an utterance is still going on.
    ///   - reportsAlternatives: Whether other readings are looked for.
    ///   - endpointing: Where utterances begin and end.
    ///   - channels: Which channels of the sound are heard.
    public init(
      reportsVolatileResults: Bool = false, reportsAlternatives: Bool = false,
      endpointing: Endpointing = Endpointing(), channels: AudioChannels = .mixed
    ) {
      self.reportsVolatileResults = reportsVolatileResults
      self.reportsAlternatives = reportsAlternatives
      self.endpointing = endpointing
      self.channels = channels
    }

    /// Final results only.
    public static let transcription = Preset()
    /// Final results with other readings.
    public static let transcriptionWithAlternatives = Preset(reportsAlternatives: true)
    /// Volatile results while somebody speaks, then final ones.
    public static let progressive = Preset(reportsVolatileResults: true)
  }

  /// The text of one utterance.
  public struct Result: SpeechModuleResult, Hashable {
    /// The stretch that the result is about, in stream time.
    public let range: AudioTimeRange
    /// The moment up to which the transcriber's results are final, in the result's channel.
    public let resultsFinalizationTime: AudioTime
    /// The text with its segments; empty when nothing was said in the stretch.
    public let transcription: Transcription
    /// The locale that was recognised.
    public let locale: LocaleID
    /// The channel that the result is about, counted from 0; `nil` for a mix of channels.
    public let channel: Int?

    /// The text, with the time range and confidence of each segment as attributes.
    public var text: AttributedString { transcription.attributedString }
    /// Other readings of the stretch, most likely first.
    public var alternatives: [AttributedString] {
      transcription.utterances.flatMap(\.alternatives).map { AttributedString($0) }
    }
  }

  private let engine: any SpeechEngine
  private let wantedLocale: LocaleID?
  private let limits: EngineLimits
  private let detection: VoiceActivityDetection?
  private let retention: ModelRetention
  private let preset: Preset
  private let channel = ResultChannel<Result>(timeRange: \.range)
  private let warningChannel = ResultChannel<EngineWarning>()
  private let isUsed = Atomic(false)

  /// Creates a transcriber for one analyzer; its model is loaded when the analyzer needs it.
  ///
  /// - Parameters:
  ///   - engine: The engine, such as `.pocketSphinx`.
  ///   - locale: The language to recognise; results say which was chosen. `nil` means the current
  ///     locale where the engine has it, else its first.
  ///   - preset: What is reported.
  ///   - limits: How much is decoded at once; transcribers of one engine and locale with the same
  ///     limits share workers.
  ///   - detection: What finds speech in front of engines that don't do so themselves; `nil` for
  ///     what the engine thinks best, else ``VoiceActivityDetection/adaptiveEnergy(_:)``.
  ///   - retention: How long workers and model are kept after their last use.
  public init(
    engine: any SpeechEngine, locale: LocaleID? = nil, preset: Preset = .transcription,
    limits: EngineLimits = EngineLimits(), detection: VoiceActivityDetection? = nil,
    retention: ModelRetention = .whileInUse
  ) {
    self.engine = engine
    self.detection = detection
    wantedLocale = locale
    self.preset = preset
    self.limits = limits
    self.retention = retention
  }

  /// The text, utterance by utterance; a final result for each, also when its text is empty.
  public var results: ResultSequence<Result, SpeechError> { channel.results }

  /// What the engine wants a user to know, such as advice that it can't use.
  public var warnings: ResultSequence<EngineWarning, Never> {
    ResultSequence(unfailing: warningChannel)
  }

  public func makeProcessor() throws(SpeechError) -> any ModuleProcessor {
    guard !isUsed.exchange(true, ordering: .relaxed) else {
      throw SpeechError(
        .invalidParameter, "A transcriber was given to a second analyzer.",
        remedy: "Make a new SpeechTranscriber for each analyzer.")
    }
    let configuration = try EngineConfiguration(
      for: engine, locale: wantedLocale, hints: LanguageHints())
    let unapplied = preset.channels.unapplied(reportsPartials: preset.reportsVolatileResults)
    for warning in try engine.validate(configuration).unapplied + unapplied {
      warningChannel.send(warning)
    }
    var settings = SpeechPipeline.Settings(
      endpointing: preset.endpointing, detection: detection, priority: .live,
      channels: preset.channels)
    if preset.reportsVolatileResults { settings.wants.insert(.partials) }
    if preset.reportsAlternatives { settings.wants.insert(.alternatives) }
    return Processor(
      pool: EnginePools.pool(for: engine, configuration, limits, retention), settings: settings,
      channel: channel, warnings: warningChannel)
  }

  public func finish(throwing error: SpeechError?) {
    channel.finish(throwing: error)
    warningChannel.finish()
  }

  private final class Processor: ModuleProcessor {
    private let pipelines: ChannelPipelines
    private let channels: AudioChannels
    private let through: FinalizationTime

    init(
      pool: EnginePool, settings: SpeechPipeline.Settings, channel: ResultChannel<Result>,
      warnings: ResultChannel<EngineWarning>
    ) {
      let through = FinalizationTime()
      let locale = pool.configuration.locale
      channels = settings.channels
      pipelines = ChannelPipelines(pool: pool, settings: settings) { event, number in
        switch event {
        case .partial(let hypothesis, let range):
          // An empty range can't be told from a final one.
          guard !range.isEmpty else { break }
          channel.sendVolatile(
            Result(hypothesis, range, finalizedThrough: range.start, locale, number))
        case .final(let hypothesis, let range):
          // Of separate channels, another may have said something before.
          if settings.channels != .separate { through.advance(to: range.end) }
          channel.send(Result(hypothesis, range, finalizedThrough: range.end, locale, number))
        case .finalized(let time): through.advance(to: time)
        case .warning(let warning): warnings.send(warning)
        case .speechStarted: break
        }
      }
      self.through = through
    }

    var finalizedThrough: AudioTime { through.time }
    func check(_ format: AudioFormat) throws(SpeechError) { try channels.check(format) }
    func prepare() async throws(SpeechError) { try await pipelines.prepare() }
    func process(_ audio: AudioBuffer) async throws(SpeechError) {
      try await pipelines.process(audio)
    }
    func finalize() async throws(SpeechError) { try await pipelines.finalize() }
    func cancel() { pipelines.cancel() }
  }
}

extension SpeechTranscriber.Result {
  fileprivate init(
    _ hypothesis: Hypothesis?, _ range: AudioTimeRange, finalizedThrough: AudioTime,
    _ locale: LocaleID, _ channel: Int?
  ) {
    self.range = range
    resultsFinalizationTime = finalizedThrough
    let said = hypothesis.flatMap { $0.words.isEmpty ? nil : $0 }
    transcription = Transcription(
      said.map {
        [Transcription.Utterance($0, timeRange: range, channel: channel, locale: locale)]
      } ?? [])
    self.locale = locale
    self.channel = channel
  }
}

/// The moment up to which results are final; only moves forward.
final class FinalizationTime: Sendable {
  private let value = Locked(AudioTime.zero)

  var time: AudioTime { value.withLock { $0 } }

  func advance(to time: AudioTime) { value.withLock { $0 = max($0, time) } }
}
