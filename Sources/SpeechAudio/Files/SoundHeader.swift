internal import CSoundFile

/// What the header of a WAV, AIFF or AU file says, judged against the bytes that are there.
struct SoundHeader {
  /// Plain samples, which can be read without their header.
  struct PlainSamples {
    /// libsndfile's `SF_FORMAT_` value: coding and byte order.
    let format: Int
    let bytesPerFrame: Int
  }

  var sampleRate: Int
  var channels: Int
  /// The offset of the first byte of sound.
  var dataOffset: Int64
  /// The bytes of sound that the header promises; `nil` when it says that it doesn't know.
  var declaredLength: Int64?
  /// How the samples are stored, when they are plain.
  var plain: PlainSamples?
  /// How the samples are stored, in words for a person.
  var coding: String?
  /// What makes libsndfile read the sound that a wrong length hides.
  var patches: [(offset: Int64, bytes: [UInt8])] = []

  /// Lengths from here on are placeholders of programs that can't go back to fill them in (FFmpeg
  /// and arecord write 0xFFFFFFFF or 0x7FFFFFFF less some, SoX 0x7FFFF000).
  static let placeholderLength: Int64 = 0x7FFF_0000

  /// The furthest that the sound of a stream may start, so that a lying header isn't followed.
  static let streamLimit: Int64 = 16 << 20

  /// What is wrong with a header.
  enum Fault: Error, Equatable {
    /// The file ends before the sound.
    case cut
    /// Something else, as a sentence without its subject: `says that …`.
    case wrong(String)
  }

  /// Reads the header, or gives `nil` when the file has another kind of header.
  static func read(_ source: ByteSource) throws(Fault) -> SoundHeader? {
    let start = source.bytes(at: 0, count: 12)
    if start.has("WAVE", at: 8) {
      guard start.has("RIFF") || start.has("RIFX") || start.has("RF64") else { return nil }
      return try WAVHeader(source, isBigEndian: start.has("RIFX")).read()
    }
    if start.has("FORM"), start.has("AIFF", at: 8) || start.has("AIFC", at: 8) {
      return try AIFFHeader(source).read()
    }
    if start.has(".snd") || start.has("dns.") {
      return try auHeader(source, isBigEndian: start.has(".snd"))
    }
    return nil
  }

  /// Whether nothing but whole chunks lies from an offset to the end of a file.
  ///
  /// It tells a sound of no length, with other chunks behind it, from one whose length is missing.
  static func endsInChunks(_ source: ByteSource, from start: Int64, _ isBigEndian: Bool) -> Bool {
    guard let length = source.length else { return false }
    var offset = start
    while offset + 8 <= length {
      let chunk = source.bytes(at: offset, count: 8)
      guard chunk.prefix(4).allSatisfy({ (0x20...0x7E).contains($0) }) else { return false }
      let size = Int64(chunk.number(at: 4, size: 4, isBigEndian))
      offset += 8 + size + size % 2
    }
    return offset == length || offset == length + 1
  }

  // MARK: AU

  private static func auHeader(
    _ source: ByteSource, isBigEndian: Bool
  ) throws(Fault) -> SoundHeader {
    let bytes = source.bytes(at: 0, count: 24)
    guard bytes.count == 24 else { throw .cut }
    func field(_ index: Int) -> Int { bytes.number(at: index * 4, size: 4, isBigEndian) }
    let channels = field(5)
    let offset = Int64(field(1))
    let length = Int64(field(2))
    guard offset >= 24, offset <= source.length ?? streamLimit else {
      throw .wrong("says that its sound starts at byte \(offset), where none can be")
    }
    var header = SoundHeader(
      sampleRate: field(4), channels: channels, dataOffset: offset,
      declaredLength: length < placeholderLength ? length : nil)
    let order = isBigEndian ? SF_ENDIAN_BIG : SF_ENDIAN_LITTLE
    let coding: (Int, Int)? =
      switch field(3) {
      case 1: (SF_FORMAT_ULAW, 1)
      case 3: (SF_FORMAT_PCM_16, 2)
      case 4: (SF_FORMAT_PCM_24, 3)
      case 5: (SF_FORMAT_PCM_32, 4)
      case 6: (SF_FORMAT_FLOAT, 4)
      case 7: (SF_FORMAT_DOUBLE, 8)
      case 27: (SF_FORMAT_ALAW, 1)
      default: nil
      }
    header.plain = coding.map { coding in
      PlainSamples(format: coding.0 | order, bytesPerFrame: coding.1 * channels)
    }
    if length == 0 { header.patches = [(8, [0xFF, 0xFF, 0xFF, 0xFF])] }
    return header
  }
}

extension [UInt8] {
  /// An unsigned whole number of `size` bytes (up to 8) at an offset; 0 where bytes are missing.
  ///
  /// A number of 8 bytes that doesn't fit is taken as the greatest that does.
  func number(at offset: Int, size: Int, _ isBigEndian: Bool = false) -> Int {
    guard offset >= 0, offset + size <= count else { return 0 }
    var value: UInt64 = 0
    for index in 0..<size {
      value = value << 8 | UInt64(self[offset + (isBigEndian ? index : size - 1 - index)])
    }
    return Int(clamping: value)
  }
}

extension UInt32 {
  /// The four bytes, in the order that is asked for.
  func bytes(_ isBigEndian: Bool) -> [UInt8] {
    let bytes = [
      UInt8(self >> 24), UInt8(self >> 16 & 255), UInt8(self >> 8 & 255), UInt8(self & 255),
    ]
    return isBigEndian ? bytes : bytes.reversed()
  }
}
