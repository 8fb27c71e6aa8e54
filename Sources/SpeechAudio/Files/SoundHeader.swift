internal import CSoundFile

/// What the header of a file of uncompressed or simply coded sound says, judged against the bytes
/// that are there.
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
  /// The bytes of sound that are there; `nil` for a stream.
  var length: Int64?
  /// What is wrong with the promise.
  var verdict = Verdict.right
  /// How the samples are stored, when they are plain.
  var plain: PlainSamples?
  /// How the samples are stored, in words for a person.
  var coding: String?
  /// Whether libsndfile doesn't look at the length, so that it must be told what to read.
  var isJudgedHere = false
  /// What makes libsndfile read the sound that a wrong length hides.
  var patches: [(offset: Int64, bytes: [UInt8])] = []

  /// How the length that the header states compares with the bytes that are there.
  enum Verdict: Equatable {
    case right
    /// It says 0, and sound follows.
    case unclosed
    /// It says less than there is.
    case tooShort
    /// It says more than there is.
    case cut
  }

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
    if start.has("caff") { return try CAFHeader(source).read() }
    if start.has("riff\u{2E}") { return try Wave64Header(source).read() }
    if start.has("NIST_1A") { return try SPHEREHeader(source).read() }
    return nil
  }

  /// Compares the promised length with what is there, and settles ``length`` and ``verdict``.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - containerEnd: Where the container says that it ends; `nil` when it says nothing.
  ///   - hasChunkAt: Whether what stands at an offset is a chunk and not sound.
  mutating func judge(
    _ source: ByteSource, containerEnd: Int64?, hasChunkAt: (Int64) -> Bool
  ) {
    guard let fileLength = source.length else { return }
    let available = max(fileLength - dataOffset, 0)
    guard let declared = declaredLength, declared <= available else {
      length = available
      if declaredLength != nil { verdict = .cut }
      return
    }
    length = declared
    // Something may follow: chunks, or rubbish that the container doesn't count either.
    let end = dataOffset + declared + declared % 2
    guard fileLength - end >= 8, !hasChunkAt(dataOffset + declared), !hasChunkAt(end) else {
      return
    }
    if declared == 0 {
      length = available
      verdict = .unclosed
    } else if let containerEnd, containerEnd >= end + 8 {
      length = min(containerEnd, fileLength) - dataOffset
      verdict = .tooShort
    } else if containerEnd == nil {
      length = available
      verdict = .tooShort
    }
  }

  /// Whether a chunk with a name of four letters, and a length that the file has, stands at an
  /// offset.
  static func hasChunk(_ source: ByteSource, at offset: Int64, _ isBigEndian: Bool) -> Bool {
    guard let length = source.length else { return false }
    let chunk = source.bytes(at: offset, count: 8)
    guard chunk.count == 8, chunk.prefix(4).allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return false
    }
    return offset + 8 + Int64(chunk.number(at: 4, size: 4, isBigEndian)) <= length + 1
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
    // Nothing may follow the sound of an AU file.
    header.judge(source, containerEnd: nil) { _ in false }
    if header.verdict != .right { header.patches = [(8, [0xFF, 0xFF, 0xFF, 0xFF])] }
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
