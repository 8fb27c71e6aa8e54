/// How samples stand in bare bytes, as a telephone line, a socket or a pipe brings them.
///
/// All but one-byte samples are little-endian unless ``bigEndian`` is asked for:
/// `.int16.bigEndian`.
public struct SampleEncoding: Sendable, Hashable, Codable {
  /// The kinds of samples; what is written is their name.
  enum Kind: String, Sendable, Hashable, Codable {
    case uint8, int8, int16, int24, int32, float32, float64, muLaw, aLaw
  }

  let kind: Kind
  let isBigEndian: Bool

  private init(_ kind: Kind, isBigEndian: Bool = false) {
    self.kind = kind
    self.isBigEndian = isBigEndian
  }

  /// Unsigned 8-bit whole numbers, as in WAV files; 128 is silence.
  public static let uint8 = SampleEncoding(.uint8)
  /// Signed 8-bit whole numbers, as in AIFF files; 0 is silence.
  public static let int8 = SampleEncoding(.int8)
  /// Signed 16-bit whole numbers: AudioSocket's `slin`, most recorders.
  public static let int16 = SampleEncoding(.int16)
  /// Signed 24-bit whole numbers in three bytes.
  public static let int24 = SampleEncoding(.int24)
  /// Signed 32-bit whole numbers.
  public static let int32 = SampleEncoding(.int32)
  /// 32-bit floating point; full scale is −1…1.
  public static let float32 = SampleEncoding(.float32)
  /// 64-bit floating point; full scale is −1…1.
  public static let float64 = SampleEncoding(.float64)
  /// µ-law (ITU-T G.711), the telephone's code in North America and Japan: Twilio, SIP's `PCMU`.
  public static let muLaw = SampleEncoding(.muLaw)
  /// A-law (ITU-T G.711), the telephone's code elsewhere: SIP's `PCMA`.
  public static let aLaw = SampleEncoding(.aLaw)

  /// The same samples with the most significant byte first: SIP's `L16`, network order.
  public var bigEndian: SampleEncoding { SampleEncoding(kind, isBigEndian: true) }

  /// The size of one sample in bytes.
  public var byteCount: Int {
    switch kind {
    case .uint8, .int8, .muLaw, .aLaw: 1
    case .int16: 2
    case .int24: 3
    case .int32, .float32: 4
    case .float64: 8
    }
  }

  /// The sample type of the buffers that are made of such bytes; it holds every value exactly.
  public var sampleType: AudioFormat.SampleType {
    switch kind {
    case .uint8, .int8, .muLaw, .aLaw, .int16: .int16
    case .int24, .int32: .int32
    case .float32: .float32
    case .float64: .float64
    }
  }
}
