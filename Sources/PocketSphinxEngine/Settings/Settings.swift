public import SpeechAudio
public import SpeechRecognition

public import struct Foundation.URL

extension PocketSphinxEngine {
  /// Which model PocketSphinx uses, and how it searches.
  ///
  /// Two engines with equal settings share their workers.
  public struct Settings: Sendable, Hashable {
    /// How much time a search may take.
    ///
    /// Measured on LibriSpeech beside `pocketsphinx_batch` with its defaults, in the same minutes
    /// on a busy machine: the time as a share of its processor time (12 files, 165 s of sound),
    /// and words that are wrong beside those that it gets wrong (37 files, 1335 words, for
    /// `accurate`; 21 files, 820 words, for `fast`).
    public enum Preset: String, Sendable, Hashable, Codable, CaseIterable {
      /// The best text that the model can give in one search: 0.79 of the time, 0.4 % of the
      /// words more are wrong.
      ///
      /// The library's second search (`-fwdflat`) is off, and no more than 10 000 states are
      /// followed and 20 words ended at a time, which changed no text and keeps noise from
      /// slowing the search down.
      case accurate
      /// Fewer words are followed at a time, 5000 states and 10 word ends: 0.61 of the time,
      /// 0.4 % of the words more are wrong.
      case fast
    }

    /// The model's folder, or `nil` for the one that Debian's `pocketsphinx-en-us` installs.
    ///
    /// Either the folder of an acoustic model (with `mdef`, `means`, …), or one that holds such a
    /// folder of the same name beside the language model and the dictionary, as Debian's
    /// `/usr/share/pocketsphinx/model/en-us` does.
    public var model: URL?
    /// The language model (ARPA or binary), or `nil` for the one that comes with the model.
    public var languageModel: URL?
    /// The pronunciation dictionary, or `nil` for the one that comes with the model.
    public var dictionary: URL?
    /// The language of the model; `en-US` at first.
    public var locale: LocaleID
    /// How much time a search may take.
    public var preset: Preset

    /// The weight of the language model against the sound, 1 to 20; `nil` for the default, 6.5.
    public var languageWeight: Double?
    /// The factor on a hypothesis' probability for each further word, 1e-10 to 10; `nil` for the
    /// default, 0.65. Lower values give fewer, longer words.
    public var wordInsertionPenalty: Double?
    /// The largest number of states that are followed at a time, 100 to 100 000; `nil` for the
    /// preset's, 10 000 or 5000.
    public var maximumActiveStates: Int?
    /// The largest number of words that may end at a time, 1 to 1000; `nil` for the preset's,
    /// 20 or 10.
    public var maximumWordExits: Int?
    /// Whether steady noise is taken out of the sound before the search.
    public var removesNoise: Bool

    /// The lowest level of log lines that reach ``log``.
    public var logLevel: LogLine.Level
    private var receiver: LogReceiver<LogLine>?

    /// Takes the decoder's log, line by line, on a queue of its own; `nil` for nobody.
    ///
    /// Setting it makes the settings differ from all others, so that each handler gets the lines
    /// of its own decoders.
    public var log: (@Sendable (LogLine) -> Void)? {
      get { receiver?.handler }
      set { receiver = newValue.map(LogReceiver.init) }
    }

    /// Creates settings; the rest can be set on the value.
    ///
    /// - Parameters:
    ///   - model: The model's folder, or `nil` for Debian's.
    ///   - languageModel: The language model, or `nil` for the model's own.
    ///   - dictionary: The pronunciation dictionary, or `nil` for the model's own.
    ///   - locale: The language of the model.
    ///   - preset: How much time a search may take.
    ///   - logLevel: The lowest level of log lines that reach `log`.
    ///   - log: Takes the decoder's log, line by line.
    public init(
      model: URL? = nil, languageModel: URL? = nil, dictionary: URL? = nil,
      locale: LocaleID = LocaleID("en-US"), preset: Preset = .accurate,
      logLevel: LogLine.Level = .info, log: (@Sendable (LogLine) -> Void)? = nil
    ) {
      self.model = model
      self.languageModel = languageModel
      self.dictionary = dictionary
      self.locale = locale
      self.preset = preset
      self.logLevel = logLevel
      removesNoise = true
      receiver = log.map(LogReceiver.init)
    }

    var logReceiver: LogReceiver<LogLine>? { receiver }
  }
}

extension PocketSphinxEngine.Settings {
  /// Checks each number against its range.
  ///
  /// - Throws: ``SpeechError`` with code `invalidParameter` that names the setting, the value and
  ///   the range.
  public func validate() throws(SpeechError) {
    try check("languageWeight", languageWeight, 1...20)
    try check("wordInsertionPenalty", wordInsertionPenalty, 1e-10...10)
    try check("maximumActiveStates", maximumActiveStates, 100...100_000)
    try check("maximumWordExits", maximumWordExits, 1...1000)
    for (name, url) in [
      ("model", model), ("languageModel", languageModel), ("dictionary", dictionary),
    ] {
      guard let url, !url.isFileURL else { continue }
      throw SpeechError(
        .invalidParameter, "The setting \(name) is \(url), which is not a file's URL.",
        remedy: "Give a file on this machine.", engine: engineID)
    }
  }

  private func check<Value: Comparable>(
    _ name: String, _ value: Value?, _ range: ClosedRange<Value>
  ) throws(SpeechError) {
    guard let value, !range.contains(value) else { return }
    throw SpeechError(
      .invalidParameter, "The setting \(name) is \(value), outside its range.",
      remedy: "Give a value from \(range.lowerBound) to \(range.upperBound).", engine: engineID)
  }

  /// The options of the C library that stand for the settings.
  var arguments: [(name: String, value: String)] {
    var arguments = [
      ("-remove_silence", "no"), ("-dither", "no"), ("-fwdflat", "no"), ("-bestpath", "yes"),
    ]
    if !removesNoise { arguments.append(("-remove_noise", "no")) }
    if let languageWeight { arguments.append(("-lw", "\(languageWeight)")) }
    if let wordInsertionPenalty { arguments.append(("-wip", "\(wordInsertionPenalty)")) }
    let states = maximumActiveStates ?? (preset == .fast ? 5000 : 10_000)
    arguments.append(("-maxhmmpf", "\(states)"))
    let exits = maximumWordExits ?? (preset == .fast ? 10 : 20)
    arguments.append(("-maxwpf", "\(exits)"))
    return arguments
  }

  /// `pocketsphinx`, with a digest of the settings when they are not the default ones.
  var engineID: String {
    guard self != Self() else { return "pocketsphinx" }
    let parts: [String?] = [
      model?.absoluteString, languageModel?.absoluteString, dictionary?.absoluteString,
      locale.identifier, preset.rawValue, languageWeight.map { "\($0)" },
      wordInsertionPenalty.map { "\($0)" }, maximumActiveStates.map { "\($0)" },
      maximumWordExits.map { "\($0)" }, "\(removesNoise)", "\(logLevel.rawValue)",
      logReceiver.map { "\($0.id)" },
    ]
    return EngineIdentifier.make("pocketsphinx", parts)
  }
}
