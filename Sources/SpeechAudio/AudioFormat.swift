/// How the samples of a sound are laid out: rate, channels and sample type.
public struct AudioFormat: Sendable, Hashable, Codable {
  /// The type of one sample.
  public enum SampleType: String, Sendable, Hashable, Codable, CaseIterable {
    /// Signed 16-bit whole numbers; full scale is −32 768…32 767.
    case int16
    /// Signed 32-bit whole numbers.
    case int32
    /// 32-bit floating point; full scale is −1…1.
    case float32
    /// 64-bit floating point; full scale is −1…1.
    case float64

    /// The size of one sample in bytes.
    public var byteCount: Int {
      switch self {
      case .int16: 2
      case .int32, .float32: 4
      case .float64: 8
      }
    }
  }

  /// The number of frames in a second, in Hz.
  public var sampleRate: Int
  /// The number of channels in a frame.
  public var channels: Int
  /// The type of each sample.
  public var sampleType: SampleType
  /// Whether the channels of one frame stand side by side.
  ///
  /// Buffers always hold interleaved samples; this matters where raw bytes are described.
  public var isInterleaved: Bool

  /// The sample rates that the package accepts, in Hz.
  public static let supportedSampleRates = 4_000...384_000
  /// The channel counts that the package accepts.
  public static let supportedChannels = 1...64

  /// Creates a format.
  ///
  /// Any numbers may be stated here; what takes sound checks them with ``validate()``.
  ///
  /// - Parameters:
  ///   - sampleType: The type of each sample.
  ///   - sampleRate: The number of frames in a second, in Hz.
  ///   - channels: The number of channels in a frame.
  ///   - isInterleaved: Whether the channels of one frame stand side by side.
  public init(
    _ sampleType: SampleType, sampleRate: Int, channels: Int = 1, isInterleaved: Bool = true
  ) {
    self.sampleRate = sampleRate
    self.channels = channels
    self.sampleType = sampleType
    self.isInterleaved = isInterleaved
  }

  /// The size of one frame in bytes.
  public var bytesPerFrame: Int { sampleType.byteCount * max(channels, 0) }

  /// Checks that the package can take sound of this format.
  ///
  /// - Throws: ``SpeechError`` with code ``SpeechError/Code/unexpectedAudioFormat`` that names the
  ///   value and the limits, when the rate is outside ``supportedSampleRates`` or the number of
  ///   channels outside ``supportedChannels``.
  public func validate() throws(SpeechError) {
    guard Self.supportedSampleRates.contains(sampleRate) else {
      throw SpeechError(
        .unexpectedAudioFormat, "A sample rate of \(sampleRate) Hz can't be used.",
        remedy: "Give sound of \(Self.supportedSampleRates.lowerBound) to "
          + "\(Self.supportedSampleRates.upperBound) Hz.")
    }
    guard Self.supportedChannels.contains(channels) else {
      throw SpeechError(
        .unexpectedAudioFormat, "Sound of \(channels) channels can't be used.",
        remedy: "Give sound of \(Self.supportedChannels.lowerBound) to "
          + "\(Self.supportedChannels.upperBound) channels.")
    }
  }
}

extension AudioFormat: CustomStringConvertible {
  /// A short form such as `16000 Hz, 1 channel, int16`.
  public var description: String {
    "\(sampleRate) Hz, \(channels) channel\(channels == 1 ? "" : "s"), \(sampleType.rawValue)"
  }
}
