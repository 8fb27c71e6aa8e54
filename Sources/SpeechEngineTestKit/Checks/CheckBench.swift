internal import SpeechRecognition

/// What a check works with: the engine, the fixtures in its format, and ways to hear what it says.
struct CheckBench: Sendable {
  /// A fixture whose sound is in the format of the engine.
  struct Sample: Sendable {
    let fixture: Fixture
    let sound: AudioBuffer
  }

  let check: String
  let engine: any SpeechEngine
  let configuration: EngineConfiguration
  let models = ModelSource()
  private let fixtures: [Fixture]

  init(
    _ check: String, _ engine: any SpeechEngine, _ fixtures: [Fixture], _ locale: LocaleID?
  ) throws {
    self.check = check
    self.engine = engine
    self.fixtures = fixtures
    let locale = try SpeechRecognizer(engine: engine, locale: locale).locale
    configuration = EngineConfiguration(locale: locale)
    let words = fixtures.flatMap { WordErrors.words(in: $0.expectedText, locale: locale) }
    guard !words.isEmpty else {
      throw EngineCheckFailure(
        check: check, input: "\(fixtures.count) fixtures.",
        expected: "At least one fixture with words in it.",
        actual: "Nothing could be checked. Debian's pocketsphinx-testdata has some.")
    }
  }

  // MARK: Judging

  /// Fails the check unless something holds.
  func require(
    _ condition: Bool, _ input: @autoclosure () -> String, expected: @autoclosure () -> String,
    actual: @autoclosure () -> String
  ) throws(EngineCheckFailure) {
    guard !condition else { return }
    throw EngineCheckFailure(
      check: check, input: input(), expected: expected(), actual: actual())
  }

  /// The words that are compared in a text.
  func words(in text: String) -> [String] {
    WordErrors.words(in: text, locale: configuration.locale)
  }

  /// Fails the check unless the words are those of the fixture, within its bound.
  func requireText(of sample: Sample, _ heard: Heard, _ input: @autoclosure () -> String)
    throws(EngineCheckFailure)
  {
    let expected = sample.fixture.expectedText
    let errors = WordErrors.count(
      reference: expected, hypothesis: heard.spokenText, locale: configuration.locale)
    let isSilent = words(in: heard.spokenText).isEmpty
    let isToBeSilent = words(in: expected).isEmpty
    try require(
      errors <= sample.fixture.maximumWordErrors && (!isSilent || isToBeSilent), input(),
      expected: "“\(expected)” with at most \(sample.fixture.maximumWordErrors) word errors.",
      actual: "“\(heard.spokenText)” with \(errors) word errors.")
  }

  /// Fails the check unless the same words were heard at the same times.
  func requireSame(
    _ heard: Heard, as reference: Heard, _ input: @autoclosure () -> String,
    reference referenceInput: @autoclosure () -> String
  ) throws(EngineCheckFailure) {
    try require(
      heard == reference, input(), expected: "As from \(referenceInput()): \(reference)",
      actual: "\(heard)")
  }

  // MARK: Hearing

  /// Runs the engine's own session on a thread of its own.
  func drive<Value: Sendable>(
    _ body: @escaping @Sendable (SessionDriver) throws -> Value
  ) async throws -> Value {
    try await SessionDriver.run(self, body)
  }

  /// The fixtures in the format that the engine's sessions ask for.
  func samples() async throws -> [Sample] {
    let (format, longest) = try await drive { ($0.format, $0.session.segmentation.longest) }
    var samples: [Sample] = []
    for fixture in fixtures {
      let sound = try fixture.sound.converted(toFormatOf: format)
      if let longest {
        try require(
          sound.duration <= longest, "The fixture \(fixture), \(sound.duration) long.",
          expected: "No fixture beyond the \(longest) that the engine takes at once.",
          actual: "It is longer; cut it.")
      }
      samples.append(Sample(fixture: fixture, sound: sound))
    }
    return samples
  }

  /// A recognizer on the engine.
  func recognizer(
    limits: EngineLimits = EngineLimits(concurrent: 2)
  ) throws(SpeechError) -> SpeechRecognizer {
    try SpeechRecognizer(engine: engine, locale: configuration.locale, limits: limits)
  }

  /// What the task API hears in sound.
  func hear(
    _ sound: [AudioBuffer], chunk: Int? = nil, partials: Bool = false,
    by recognizer: SpeechRecognizer
  ) async throws(SpeechError) -> Heard {
    let options = RecognitionOptions(reportsPartialResults: partials)
    return Heard(
      try await recognizer.transcribe(SoundSequence(sound, chunk: chunk), options: options)
        .utterances)
  }

  /// What the engine says that it can do.
  var abilities: Set<EngineCapability> {
    engine.descriptor.capabilities(
      task: .dictation, locale: configuration.locale, modelID: configuration.modelID)
  }
}

extension AudioBuffer {
  /// The average power of each 10 ms, of samples from -1 to 1.
  private var powers: [Double] {
    let frame = max(format.sampleRate / 100, 1)
    return cut(into: frame).map { piece in
      piece.floatSamples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(frame)
    }
  }

  /// From the first to the last 10 ms whose level is within 20 dB of the loudest: surely speech, in
  /// a sound that is one utterance.
  var loudRange: AudioTimeRange {
    let powers = powers
    let threshold = (powers.max() ?? 0) * 1e-2
    let first = powers.firstIndex { $0 > threshold } ?? 0
    let last = powers.lastIndex { $0 > threshold } ?? 0
    let frame = Int64(max(format.sampleRate / 100, 1))
    return AudioTimeRange(
      start: AudioTime(samples: Int64(first) * frame, rate: format.sampleRate),
      end: AudioTime(samples: Int64(last + 1) * frame, rate: format.sampleRate))
  }

  /// The whole sound in another format.
  func converted(toFormatOf target: AudioFormat) throws(SpeechError) -> AudioBuffer {
    let converter = try AudioConverter(from: format, to: target)
    let parts = [try converter.convert(placed(at: nil)), try converter.flush()]
    return try AudioBuffer.joined(parts.filter { !$0.isEmpty }, format: target)
  }

  /// Sounds of one format, one behind the other.
  static func joined(
    _ buffers: [AudioBuffer], format: AudioFormat
  ) throws(SpeechError) -> AudioBuffer {
    if buffers.count == 1 { return buffers[0].placed(at: nil) }
    if format.sampleType == .int16 {
      return AudioBuffer(
        buffers.flatMap(\.int16Samples), sampleRate: format.sampleRate, channels: format.channels)
    }
    let floats = AudioBuffer(
      buffers.flatMap(\.floatSamples), sampleRate: format.sampleRate, channels: format.channels)
    return try AudioConverter(from: floats.format, to: format).convert(floats)
  }

  /// The sound up to the last 10 ms whose level is within 40 dB of the loudest.
  var endingWithSound: AudioBuffer {
    let frame = max(format.sampleRate / 100, 1)
    let powers = powers
    let threshold = (powers.max() ?? 0) * 1e-4
    guard let last = powers.lastIndex(where: { $0 > threshold }) else { return self }
    return self[0..<(last + 1) * frame]
  }
}
