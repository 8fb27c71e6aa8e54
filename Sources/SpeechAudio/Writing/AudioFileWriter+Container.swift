internal import CSoundFile

extension AudioFileWriter {
  /// A kind of sound file.
  public struct Container: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    private init(_ rawValue: String) { self.rawValue = rawValue }

    /// WAV, up to 4 GiB; with more than two channels as `WAVE_FORMAT_EXTENSIBLE`.
    public static let wav = Container("WAV")
    /// RF64, WAV's form for more than 4 GiB (EBU Tech 3306).
    public static let rf64 = Container("RF64")
    /// Sony Wave64, of any length.
    public static let wave64 = Container("Wave64")
    /// AIFF, or AIFF-C where the encoding needs it; up to 4 GiB.
    public static let aiff = Container("AIFF")
    /// Core Audio Format, of any length.
    public static let caf = Container("CAF")
    /// Sun and NeXT AU, up to 4 GiB.
    public static let au = Container("AU")
    /// NIST SPHERE.
    public static let sphere = Container("SPHERE")
    /// FLAC, compressed without loss.
    public static let flac = Container("FLAC")
    /// Ogg with Vorbis or Opus.
    public static let ogg = Container("Ogg")
    /// An MP3 stream.
    public static let mp3 = Container("MP3")
    /// Samples without a header, little-endian.
    public static let raw = Container("raw")

    /// The encoding that is used when none is stated.
    public var usualEncoding: Encoding {
      switch self {
      case .ogg: .vorbis
      case .mp3: .mp3
      default: .int16
      }
    }

    /// The encodings that the container can hold with a number of channels.
    public func encodings(channels: Int = 1) -> [Encoding] {
      Encoding.all.filter { takes($0, channels: channels) }
    }

    /// libsndfile's `SF_FORMAT_` value; `nil` for a container that isn't known.
    func majorType(channels: Int) -> Int? {
      switch self {
      case .wav: channels > 2 ? SF_FORMAT_WAVEX : SF_FORMAT_WAV
      case .rf64: SF_FORMAT_RF64
      case .wave64: SF_FORMAT_W64
      case .aiff: SF_FORMAT_AIFF
      case .caf: SF_FORMAT_CAF
      case .au: SF_FORMAT_AU
      case .sphere: SF_FORMAT_NIST
      case .flac: SF_FORMAT_FLAC
      case .ogg: SF_FORMAT_OGG
      case .mp3: SF_FORMAT_MPEG
      case .raw: SF_FORMAT_RAW | SF_ENDIAN_LITTLE
      default: nil
      }
    }

    /// The most bytes of a file: what 32 bits can count, less room for chunks around the sound.
    var greatestLength: Int64 {
      [.wav, .aiff, .au].contains(self) ? Int64(UInt32.max) - 65_536 : .max
    }

    /// What libsndfile is told of such sound; `nil` for a container or encoding that isn't known.
    func description(_ encoding: Encoding, sampleRate: Int, channels: Int) -> SF_INFO? {
      guard let majorType = majorType(channels: channels), let subtype = encoding.subtype else {
        return nil
      }
      return SF_INFO(
        frames: 0, samplerate: Int32(clamping: sampleRate), channels: Int32(clamping: channels),
        format: Int32(majorType | subtype), sections: 0, seekable: 0)
    }

    private func takes(_ encoding: Encoding, channels: Int) -> Bool {
      guard var info = description(encoding, sampleRate: 16_000, channels: channels) else {
        return false
      }
      // The library says that WAV can hold MP3, but can't write it.
      return sf_format_check(&info) != 0 && (encoding != .mp3 || self == .mp3)
    }

    /// Checks that the container can hold such sound; the error names what it can hold.
    func check(_ encoding: Encoding, sampleRate: Int, channels: Int) throws(SpeechError) {
      guard majorType(channels: channels) != nil else {
        throw SpeechError(
          .unsupported, "A container “\(rawValue)” isn't known.",
          remedy: "Use one of AudioFileWriter.Container's own.")
      }
      guard takes(encoding, channels: channels) else {
        let others = encodings(channels: channels).map(\.rawValue).joined(separator: ", ")
        let most = (1...64).last { !encodings(channels: $0).isEmpty } ?? 1
        throw SpeechError(
          .unsupported,
          "\(rawValue) can't hold \(encoding.rawValue) of \(channels) "
            + "channel\(channels == 1 ? "" : "s").",
          remedy: others.isEmpty
            ? "Write at most \(most) channels, or use another container."
            : "It can hold \(others) of so many channels.")
      }
      if let rates = encoding.sampleRates, !rates.contains(sampleRate) {
        throw SpeechError(
          .unsupported, "\(encoding.rawValue) can't be written at \(sampleRate) Hz.",
          remedy: "Write it at \(rates.map { "\($0)" }.joined(separator: ", ")) Hz.")
      }
    }
  }
}
