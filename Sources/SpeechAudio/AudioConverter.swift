/// A streaming conversion of sound to another sample rate, number of channels or sample type.
///
/// Feed it the buffers of one sound in order, then ``flush()``. The samples that come out are the
/// same however the sound was cut into buffers. Their number is exact: that of the input times the
/// ratio of the rates, rounded to the nearest, halves up; and nothing moves in time.
///
/// The rate is changed by libsoxr (linear phase, 20 bits); sums are made in 32-bit floating point,
/// which holds 24 bits. Use a converter on one thread at a time; it isn't `Sendable`.
///
/// ```swift
/// let converter = try AudioConverter(from: file.format, to: wanted)
/// while let buffer = try file.read(frames: 4096) { use(try converter.convert(buffer)) }
/// use(try converter.flush())
/// ```
public final class AudioConverter {
  /// What one channel is made of when the input has several.
  public struct ChannelMix: Sendable, Hashable {
    enum Kind: Hashable {
      case automatic, average
      case channel(Int)
    }

    let kind: Kind

    /// The average of all channels, or the loudest of them while they cancel each other.
    ///
    /// The sound is judged in blocks of 1/50 s, which is also how long it is held back. Where the
    /// average has lost 7 dB more than that of unrelated channels would, the loudest channel stands
    /// for all, until the loss is below 4 dB; energies fade with a half-life of 0.1 s.
    /// ``Conditions/soleChannelFrames`` says when that happened.
    public static let automatic = ChannelMix(kind: .automatic)

    /// The average of all channels, which can't leave full scale.
    public static let average = ChannelMix(kind: .average)

    /// One channel alone, counted from 0.
    public static func channel(_ number: Int) -> ChannelMix { ChannelMix(kind: .channel(number)) }
  }

  /// What was mended in the input.
  public struct Conditions: Sendable, Hashable {
    /// How many samples were not a number and became 0.
    public var notANumber: Int
    /// How many samples were beyond ±1, or infinite, and became ±1.
    public var clipped: Int
    /// For how many frames one channel stood for all, since they cancelled each other.
    public var soleChannelFrames: Int
    /// The channel that did so last.
    public var soleChannel: Int?

    /// Creates counts.
    public init(
      notANumber: Int = 0, clipped: Int = 0, soleChannelFrames: Int = 0, soleChannel: Int? = nil
    ) {
      self.notANumber = notANumber
      self.clipped = clipped
      self.soleChannelFrames = soleChannelFrames
      self.soleChannel = soleChannel
    }
  }

  /// The format of the buffers that go in.
  public let inputFormat: AudioFormat
  /// The format of the buffers that come out.
  public let outputFormat: AudioFormat
  /// What was mended since the start or the last ``reset()``.
  public private(set) var conditions = Conditions()

  private let mix: ChannelMix
  private var mixer: ChannelMixer?
  private var mixMeter = MixMeter()
  private let resampler: Resampler?

  /// How far the average of the channels lies below the loudest of them, in dB, 0…160, since the
  /// start or the last ``reset()``; `nil` when no sound was averaged.
  ///
  /// Sound in one of two channels loses 6 dB. A loss beyond 20 dB means that the channels cancel each
  /// other, as by a wire of wrong polarity; ``ChannelMix/automatic`` then takes one of them.
  public var mixingLoss: Double? { (mixer?.meter ?? mixMeter).loss }

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - inputFormat: The format of the buffers that go in.
  ///   - outputFormat: The format wanted: of as many channels, or of one.
  ///   - mix: What one channel is made of.
  /// - Throws: ``SpeechError`` with code `unexpectedAudioFormat` when a format is outside the
  ///   limits, `incompatibleAudioFormats` for other numbers of channels, `invalidParameter` when
  ///   `mix` names a channel that the input doesn't have.
  public init(
    from inputFormat: AudioFormat, to outputFormat: AudioFormat, mix: ChannelMix = .automatic
  ) throws(SpeechError) {
    try inputFormat.validate()
    try outputFormat.validate()
    guard outputFormat.channels == inputFormat.channels || outputFormat.channels == 1 else {
      throw SpeechError(
        .incompatibleAudioFormats,
        "Sound of \(inputFormat.channels) channels can't be made into one of "
          + "\(outputFormat.channels).",
        remedy: "Ask for one channel or for \(inputFormat.channels).")
    }
    if case .channel(let number) = mix.kind { try inputFormat.requireChannel(number) }
    self.inputFormat = inputFormat
    self.outputFormat = outputFormat
    self.mix = mix
    if mix.kind == .automatic, inputFormat.channels > 1, outputFormat.channels == 1 {
      mixer = ChannelMixer(inputFormat)
    }
    resampler =
      inputFormat.sampleRate == outputFormat.sampleRate
      ? nil
      : try Resampler(
        from: inputFormat.sampleRate, to: outputFormat.sampleRate, channels: outputFormat.channels)
  }

  /// Converts the next buffer of the sound.
  ///
  /// A change of the sample rate and the automatic mix hold back a few hundredths of a second, so that
  /// the result may be shorter than the buffer, or empty.
  ///
  /// - Returns: The converted sound, which follows on what came before: its `start` is `nil`.
  /// - Throws: ``SpeechError`` with code `unexpectedAudioFormat` when the buffer is of another
  ///   format than ``inputFormat`` or ends within a frame.
  public func convert(_ buffer: AudioBuffer) throws(SpeechError) -> AudioBuffer {
    guard buffer.format.sampleRate == inputFormat.sampleRate,
      buffer.format.channels == inputFormat.channels,
      buffer.format.sampleType == inputFormat.sampleType
    else {
      throw SpeechError(
        .unexpectedAudioFormat,
        "The converter takes sound of \(inputFormat), the buffer is of \(buffer.format).",
        remedy: "Flush this converter and make another one for the new format.")
    }
    try buffer.validate()
    return try resampled(mixed(buffer.placed(at: nil).repaired(&conditions)))
  }

  /// Makes one channel where one is wanted.
  private func mixed(_ sound: AudioBuffer) -> AudioBuffer {
    guard outputFormat.channels != inputFormat.channels else { return sound }
    let samples: [Float]
    switch mix.kind {
    case .channel(let number):
      return sound.picked(channel: number)
    case .automatic:
      samples = mixer?.mix(sound) ?? []
      noteSoleChannel()
    case .average:
      samples = sound.averaged()
      let energies = sound.withFloatSamples {
        MixMeter.energies($0, inputFormat.channels, average: samples[...], centring: false)
      }
      mixMeter.add(average: energies.average, channels: energies.channels)
    }
    return AudioBuffer(samples, sampleRate: inputFormat.sampleRate)
  }

  private func noteSoleChannel() {
    conditions.soleChannelFrames = mixer?.soleFrames ?? 0
    conditions.soleChannel = mixer?.soleChannel
  }

  private func resampled(_ sound: AudioBuffer) throws(SpeechError) -> AudioBuffer {
    guard let resampler else { return sound.converted(to: outputFormat.sampleType) }
    let floats = sound.converted(to: .float32)
    let samples = try floats.withFloatSamples { (samples) throws(SpeechError) in
      try resampler.convert(samples)
    }
    return converted(samples)
  }

  /// Gives the end of the sound that ``convert(_:)`` held back, and starts anew.
  ///
  /// - Returns: The rest, up to the exact length of the whole; empty where nothing was held back.
  /// - Throws: ``SpeechError`` with code `internalFailure` when libsoxr fails.
  public func flush() throws(SpeechError) -> AudioBuffer {
    var rest: [Float] = []
    if let held = mixer?.flush(), !held.isEmpty {
      noteSoleChannel()
      rest = try resampled(AudioBuffer(held, sampleRate: inputFormat.sampleRate)).floatSamples
    }
    rest += try resampler?.flush() ?? []
    try resampler?.reset()
    return converted(rest)
  }

  /// Forgets the sound so far and what was counted, ready for another sound.
  ///
  /// - Throws: ``SpeechError`` with code `internalFailure` when libsoxr fails.
  public func reset() throws(SpeechError) {
    try resampler?.reset()
    conditions = Conditions()
    mixMeter = MixMeter()
    if mixer != nil { mixer = ChannelMixer(inputFormat) }
  }

  private func converted(_ samples: [Float]) -> AudioBuffer {
    AudioBuffer(samples, sampleRate: outputFormat.sampleRate, channels: outputFormat.channels)
      .converted(to: outputFormat.sampleType)
  }
}
