/// A piece of sound: an immutable value that shares its samples when it is copied or sliced.
///
/// Samples are interleaved: the channels of frame 0, then those of frame 1, and so on. A buffer
/// says where it belongs on the timeline only when ``start`` is set; without it, it follows on the
/// buffer before it.
public struct AudioBuffer: Sendable {
  /// The samples, in one of the four sample types.
  enum Storage: Sendable {
    case int16([Int16])
    case int32([Int32])
    case float32([Float])
    case float64([Double])

    var count: Int {
      switch self {
      case .int16(let samples): samples.count
      case .int32(let samples): samples.count
      case .float32(let samples): samples.count
      case .float64(let samples): samples.count
      }
    }
  }

  /// How the samples are laid out.
  public let format: AudioFormat
  /// Where the first frame belongs on the timeline, or `nil` when the buffer follows on.
  public let start: AudioTime?
  let storage: Storage
  /// The samples of the storage that are this buffer's.
  let sampleRange: Range<Int>
  /// The bytes of a frame that was never finished, behind the last of a source of bare bytes; 0 for
  /// all buffers but that which ends such a source.
  public let unfinishedByteCount: Int

  init(
    storage: Storage, format: AudioFormat, start: AudioTime?, range: Range<Int>,
    unfinishedByteCount: Int = 0
  ) {
    self.storage = storage
    self.format = format
    self.start = start
    self.sampleRange = range
    self.unfinishedByteCount = unfinishedByteCount
  }

  /// An empty buffer, which ends a source of bare bytes.
  init(ending format: AudioFormat, unfinishedByteCount: Int = 0) {
    self.init(
      storage: .int16([]), format: format, start: nil, range: 0..<0,
      unfinishedByteCount: unfinishedByteCount)
  }

  private init(
    _ storage: Storage, _ type: AudioFormat.SampleType, rate: Int, channels: Int, start: AudioTime?
  ) {
    self.init(
      storage: storage, format: AudioFormat(type, sampleRate: rate, channels: channels),
      start: start, range: 0..<storage.count)
  }

  /// Creates a buffer of 16-bit samples.
  ///
  /// - Parameters:
  ///   - samples: The interleaved samples; full scale is −32 768…32 767.
  ///   - sampleRate: The number of frames in a second, in Hz.
  ///   - channels: The number of channels in a frame.
  ///   - start: Where the first frame belongs on the timeline, or `nil` to follow on.
  public init(
    _ samples: some Sequence<Int16>, sampleRate: Int, channels: Int = 1, start: AudioTime? = nil
  ) {
    self.init(.int16(Array(samples)), .int16, rate: sampleRate, channels: channels, start: start)
  }

  /// Creates a buffer of 32-bit whole-number samples.
  ///
  /// - Parameters:
  ///   - samples: The interleaved samples; full scale is that of `Int32`.
  ///   - sampleRate: The number of frames in a second, in Hz.
  ///   - channels: The number of channels in a frame.
  ///   - start: Where the first frame belongs on the timeline, or `nil` to follow on.
  public init(
    _ samples: some Sequence<Int32>, sampleRate: Int, channels: Int = 1, start: AudioTime? = nil
  ) {
    self.init(.int32(Array(samples)), .int32, rate: sampleRate, channels: channels, start: start)
  }

  /// Creates a buffer of 32-bit floating-point samples.
  ///
  /// - Parameters:
  ///   - samples: The interleaved samples; full scale is −1…1.
  ///   - sampleRate: The number of frames in a second, in Hz.
  ///   - channels: The number of channels in a frame.
  ///   - start: Where the first frame belongs on the timeline, or `nil` to follow on.
  public init(
    _ samples: some Sequence<Float>, sampleRate: Int, channels: Int = 1, start: AudioTime? = nil
  ) {
    self.init(
      .float32(Array(samples)), .float32, rate: sampleRate, channels: channels, start: start)
  }

  /// Creates a buffer of 64-bit floating-point samples.
  ///
  /// - Parameters:
  ///   - samples: The interleaved samples; full scale is −1…1.
  ///   - sampleRate: The number of frames in a second, in Hz.
  ///   - channels: The number of channels in a frame.
  ///   - start: Where the first frame belongs on the timeline, or `nil` to follow on.
  public init(
    _ samples: some Sequence<Double>, sampleRate: Int, channels: Int = 1, start: AudioTime? = nil
  ) {
    self.init(
      .float64(Array(samples)), .float64, rate: sampleRate, channels: channels, start: start)
  }

  /// The number of whole frames in the buffer.
  public var frameCount: Int { format.channels > 0 ? sampleRange.count / format.channels : 0 }

  /// The length of the buffer on the timeline.
  public var duration: AudioTime { AudioTime(samples: Int64(frameCount), rate: format.sampleRate) }

  /// Whether the buffer has no frame.
  public var isEmpty: Bool { frameCount == 0 }

  /// Returns a part of the buffer that shares its samples.
  ///
  /// - Parameter frames: The frames to keep; what lies outside the buffer is left out.
  public subscript(frames: Range<Int>) -> AudioBuffer {
    let kept = frames.clamped(to: 0..<frameCount)
    let first = sampleRange.lowerBound + kept.lowerBound * format.channels
    let offset = AudioTime(samples: Int64(kept.lowerBound), rate: format.sampleRate)
    return AudioBuffer(
      storage: storage, format: format, start: start.map { $0 + offset },
      range: first..<first + kept.count * max(format.channels, 0))
  }

  /// Returns the same sound at another place of the timeline.
  ///
  /// - Parameter start: Where the first frame belongs, or `nil` to follow on.
  /// - Returns: A buffer that shares this one's samples.
  public func placed(at start: AudioTime?) -> AudioBuffer {
    AudioBuffer(
      storage: storage, format: format, start: start, range: sampleRange,
      unfinishedByteCount: unfinishedByteCount)
  }

  /// The interleaved samples as 32-bit floating point, full scale −1…1.
  ///
  /// Whole-number samples are divided by their full scale (32 768 or 2 147 483 648); nothing is
  /// clamped.
  public var floatSamples: [Float] {
    guard case .float32(let samples) = converted(to: .float32).storage else { return [] }
    return samples.count == sampleRange.count ? samples : Array(samples[sampleRange])
  }

  /// The interleaved samples as 16-bit whole numbers.
  ///
  /// Floating-point samples are multiplied by 32 768, rounded to the nearest and clamped;
  /// not-a-number becomes 0.
  public var int16Samples: [Int16] {
    guard case .int16(let samples) = converted(to: .int16).storage else { return [] }
    return samples.count == sampleRange.count ? samples : Array(samples[sampleRange])
  }

  /// Calls a closure with the interleaved samples as 16-bit whole numbers, without a copy where
  /// they are stored so.
  public func withInt16Samples<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Int16>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard case .int16(let samples) = storage else {
      let samples = int16Samples
      return try Self.withPointer(to: samples, in: 0..<samples.count, body)
    }
    return try Self.withPointer(to: samples, in: sampleRange, body)
  }

  /// Calls a closure with the interleaved samples as 32-bit floating point, without a copy where
  /// they are stored so.
  public func withFloatSamples<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard case .float32(let samples) = storage else {
      let samples = floatSamples
      return try Self.withPointer(to: samples, in: 0..<samples.count, body)
    }
    return try Self.withPointer(to: samples, in: sampleRange, body)
  }

  private static func withPointer<Sample, Result, Failure: Error>(
    to samples: [Sample], in range: Range<Int>,
    _ body: (UnsafeBufferPointer<Sample>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try samples.withUnsafeBufferPointer { (all) throws(Failure) -> Result in
      try body(UnsafeBufferPointer(rebasing: all[range]))
    }
  }

  /// Checks that the buffer can be taken: its format is supported and it ends on a whole frame.
  ///
  /// - Throws: ``SpeechError`` with code ``SpeechError/Code/unexpectedAudioFormat``.
  public func validate() throws(SpeechError) {
    try format.validate()
    guard sampleRange.count % format.channels == 0 else {
      throw SpeechError(
        .unexpectedAudioFormat,
        "A buffer of \(sampleRange.count) samples isn't a whole number of frames of "
          + "\(format.channels) channels.",
        remedy: "Keep the samples of one frame in one buffer.")
    }
  }
}
