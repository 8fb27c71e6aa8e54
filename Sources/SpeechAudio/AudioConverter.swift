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
    let channel: Int?

    /// The average of all channels, which can't leave full scale.
    public static let average = ChannelMix(channel: nil)

    /// One channel alone, counted from 0.
    public static func channel(_ number: Int) -> ChannelMix { ChannelMix(channel: number) }
  }

  /// What was mended in floating-point input.
  public struct Conditions: Sendable, Hashable {
    /// How many samples were not a number and became 0.
    public var notANumber: Int
    /// How many samples were beyond ±1, or infinite, and became ±1.
    public var clipped: Int

    /// Creates counts.
    public init(notANumber: Int = 0, clipped: Int = 0) {
      self.notANumber = notANumber
      self.clipped = clipped
    }
  }

  /// The format of the buffers that go in.
  public let inputFormat: AudioFormat
  /// The format of the buffers that come out.
  public let outputFormat: AudioFormat
  /// What was mended since the start or the last ``reset()``.
  public private(set) var conditions = Conditions()

  private let mix: ChannelMix
  private var mixMeter = MixMeter()
  private let resampler: Resampler?

  /// How far the average of the channels lies below the loudest of them, in dB, 0…160, since the
  /// start or the last ``reset()``; `nil` when no sound was averaged.
  ///
  /// Sound in one of two channels loses 6 dB. A loss beyond 20 dB means that the channels cancel each
  /// other, as by a wire of wrong polarity: take one of them with ``ChannelMix/channel(_:)``.
  public var mixingLoss: Double? { mixMeter.loss }

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
    from inputFormat: AudioFormat, to outputFormat: AudioFormat, mix: ChannelMix = .average
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
    if let channel = mix.channel, !(0..<inputFormat.channels).contains(channel) {
      throw SpeechError(
        .invalidParameter,
        "There is no channel \(channel) in sound of \(inputFormat.channels) channels.",
        remedy: "Name one of 0 to \(inputFormat.channels - 1).")
    }
    self.inputFormat = inputFormat
    self.outputFormat = outputFormat
    self.mix = mix
    resampler =
      inputFormat.sampleRate == outputFormat.sampleRate
      ? nil
      : try Resampler(
        from: inputFormat.sampleRate, to: outputFormat.sampleRate, channels: outputFormat.channels)
  }

  /// Converts the next buffer of the sound.
  ///
  /// A change of the sample rate holds back a few hundredths of a second, so that the result may be
  /// shorter than the buffer, or empty.
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
    var sound = buffer.placed(at: nil).repaired(&conditions)
    if outputFormat.channels != inputFormat.channels {
      if let channel = mix.channel {
        sound = sound.channel(channel)
      } else {
        let mixed = sound.mixed()
        mixMeter.add(sound, mixed: mixed)
        sound = mixed
      }
    }
    if let resampler {
      let floats = sound.converted(to: .float32)
      let samples = try floats.withFloatSamples { (samples) throws(SpeechError) in
        try resampler.convert(samples)
      }
      sound = resampled(samples)
    }
    return sound.converted(to: outputFormat.sampleType)
  }

  /// Gives the end of the sound that ``convert(_:)`` held back, and starts anew.
  ///
  /// - Returns: The rest, up to the exact length of the whole; empty where nothing was held back.
  /// - Throws: ``SpeechError`` with code `internalFailure` when libsoxr fails.
  public func flush() throws(SpeechError) -> AudioBuffer {
    let rest = try resampler?.flush() ?? []
    try resampler?.reset()
    return resampled(rest).converted(to: outputFormat.sampleType)
  }

  /// Forgets the sound so far and what was counted, ready for another sound.
  ///
  /// - Throws: ``SpeechError`` with code `internalFailure` when libsoxr fails.
  public func reset() throws(SpeechError) {
    try resampler?.reset()
    conditions = Conditions()
    mixMeter = MixMeter()
  }

  private func resampled(_ samples: [Float]) -> AudioBuffer {
    AudioBuffer(samples, sampleRate: outputFormat.sampleRate, channels: outputFormat.channels)
  }
}
