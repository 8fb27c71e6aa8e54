/// What a session heard, apart from words: how good the sound was, and what was wrong with it.
///
/// All figures are about the sound as it was given, before it is converted for an engine. They are the
/// same however the sound was cut into buffers.
public struct AudioDiagnostics: Sendable, Hashable, Codable {
  /// The formats of the sound, in the order in which they came, each once; eight at most.
  public var formats: [AudioFormat] = []
  /// The length of the sound that was heard, without gaps.
  public var duration: AudioTime = .zero
  /// The number of samples in all channels.
  public var sampleCount: Int64 = 0

  /// How high the sound reaches, in Hz, in steps of 250 Hz; `nil` when too little of it is loud enough
  /// (−55 dBFS) to tell.
  ///
  /// It is the top of the highest band of 250 Hz that in at least 3 % of the loud moments is within
  /// 40 dB of the loudest band and above the noise of 16-bit samples. Speech reaches beyond 7000 Hz, telephone sound to 4000 Hz; that which
  /// was made from telephone sound is told to reach to about 4500 Hz. Images left by a resampler
  /// without a filter count as sound.
  public var bandwidth: Double?
  /// The greatest sample, in dB of full scale, −160…0.
  public var peak: Double = -160
  /// The mean power of what isn't silence, without the offset, in dB of full scale; `nil` when all is silence.
  public var level: Double?
  /// How far the loud moments (95 % of all that isn't silence are quieter) stand above the quiet ones
  /// (10 % are), in dB: for speech, about its distance from the noise. `nil` when all is silence.
  public var contrast: Double?
  /// The mean of all samples of the channel where it is farthest from 0; full scale is ±1.
  public var offset: Double = 0
  /// The share of moments of 1/50 s that are below −60 dBFS in every channel, 0…1.
  public var silenceShare: Double = 0
  /// The share of samples that stand at full scale side by side with another, 0…1.
  public var clippedShare: Double = 0
  /// The share of moments in which the channels cancel each other, so that one stood for all, 0…1.
  public var cancelledShare: Double = 0

  /// The samples that were not a number, and were heard as 0.
  public var notANumberCount: Int64 = 0
  /// The samples that were infinite or beyond full scale, and were heard as ±1.
  public var overCount: Int64 = 0
  /// The length of the gaps that the stated starts of buffers left.
  public var missing: AudioTime = .zero
  /// The number of frames that were lost because the line was full when they were offered.
  public var droppedFrames: Int64 = 0
  /// The number of buffers that were refused, for their format or because they overlap others.
  public var refusedBuffers: Int = 0
  /// The bytes of frames that bare bytes ended within.
  public var unfinishedByteCount: Int = 0

  /// Creates diagnostics of no sound.
  public init() {}

  /// The share of samples that were not a number, 0…1.
  public var notANumberShare: Double {
    sampleCount > 0 ? Double(notANumberCount) / Double(sampleCount) : 0
  }
}
