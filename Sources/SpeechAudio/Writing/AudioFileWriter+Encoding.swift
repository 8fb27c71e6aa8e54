internal import CSoundFile

extension AudioFileWriter {
  /// How samples are stored in a file.
  public struct Encoding: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    private init(_ rawValue: String) { self.rawValue = rawValue }

    /// Signed 8-bit whole numbers.
    public static let int8 = Encoding("int8")
    /// Unsigned 8-bit whole numbers, 128 for silence.
    public static let uint8 = Encoding("uint8")
    /// Signed 16-bit whole numbers.
    public static let int16 = Encoding("int16")
    /// Signed 24-bit whole numbers.
    public static let int24 = Encoding("int24")
    /// Signed 32-bit whole numbers.
    public static let int32 = Encoding("int32")
    /// 32-bit floating point.
    public static let float32 = Encoding("float32")
    /// 64-bit floating point.
    public static let float64 = Encoding("float64")
    /// µ-law, 8 bits a sample (ITU-T G.711).
    public static let muLaw = Encoding("µ-law")
    /// A-law, 8 bits a sample (ITU-T G.711).
    public static let aLaw = Encoding("A-law")
    /// IMA ADPCM, 4 bits a sample.
    public static let imaADPCM = Encoding("IMA ADPCM")
    /// Microsoft ADPCM, 4 bits a sample.
    public static let microsoftADPCM = Encoding("Microsoft ADPCM")
    /// GSM 06.10 full rate.
    public static let gsm = Encoding("GSM 06.10")
    /// ITU-T G.721 ADPCM, 4 bits a sample.
    public static let g721 = Encoding("G.721")
    /// Vorbis, lossy.
    public static let vorbis = Encoding("Vorbis")
    /// Opus, lossy; its last 6 ms are not heard right.
    public static let opus = Encoding("Opus")
    /// MPEG layer III, lossy.
    public static let mp3 = Encoding("MP3")

    static let all: [Encoding] = [
      .int8, .uint8, .int16, .int24, .int32, .float32, .float64, .muLaw, .aLaw, .imaADPCM,
      .microsoftADPCM, .gsm, .g721, .vorbis, .opus, .mp3,
    ]

    /// libsndfile's `SF_FORMAT_` value; `nil` for an encoding that isn't known.
    var subtype: Int? {
      switch self {
      case .int8: SF_FORMAT_PCM_S8
      case .uint8: SF_FORMAT_PCM_U8
      case .int16: SF_FORMAT_PCM_16
      case .int24: SF_FORMAT_PCM_24
      case .int32: SF_FORMAT_PCM_32
      case .float32: SF_FORMAT_FLOAT
      case .float64: SF_FORMAT_DOUBLE
      case .muLaw: SF_FORMAT_ULAW
      case .aLaw: SF_FORMAT_ALAW
      case .imaADPCM: SF_FORMAT_IMA_ADPCM
      case .microsoftADPCM: SF_FORMAT_MS_ADPCM
      case .gsm: SF_FORMAT_GSM610
      case .g721: SF_FORMAT_G721_32
      case .vorbis: SF_FORMAT_VORBIS
      case .opus: SF_FORMAT_OPUS
      case .mp3: SF_FORMAT_MPEG_LAYER_III
      default: nil
      }
    }

    /// The sample type that is handed to libsndfile.
    var sampleType: AudioFormat.SampleType {
      switch self {
      case .int24, .int32: .int32
      case .float32, .vorbis, .opus, .mp3: .float32
      case .float64: .float64
      default: .int16
      }
    }

    /// The most bytes that a sample takes.
    var greatestSampleLength: Int {
      switch self {
      case .int8, .uint8, .muLaw, .aLaw, .imaADPCM, .microsoftADPCM, .gsm, .g721: 1
      case .int16: 2
      case .int24: 3
      case .float64: 8
      default: 4
      }
    }

    /// The only sample rates that the encoding takes, in Hz; `nil` when it takes any.
    var sampleRates: [Int]? {
      switch self {
      // RFC 6716, section 2.
      case .opus: [8_000, 12_000, 16_000, 24_000, 48_000]
      // ISO/IEC 11172-3 and 13818-3, and their 2.5 extension.
      case .mp3: [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
      default: nil
      }
    }
  }
}
