internal import CSoundFile

/// Reads the header of an AIFF or AIFF-C file and mends a length of 0 that hides sound.
///
/// Chunks as in "Audio Interchange File Format, version 1.3" (Apple, 1989).
struct AIFFHeader {
  private let source: ByteSource

  init(_ source: ByteSource) { self.source = source }

  func read() throws(SoundHeader.Fault) -> SoundHeader? {
    // What a stream brings is kept in a file first.
    guard let length = source.length else { return nil }
    var common: (offset: Int64, bytes: [UInt8])?
    var sound: (offset: Int64, size: Int64)?
    var offset: Int64 = 12
    while offset + 8 <= length, common == nil || sound == nil {
      let chunk = source.bytes(at: offset, count: 8)
      let size = Int64(chunk.number(at: 4, size: 4, true))
      if chunk.has("COMM") { common = (offset + 8, source.bytes(at: offset + 8, count: 22)) }
      if chunk.has("SSND") { sound = (offset, size) }
      offset += 8 + size + size % 2
    }
    guard let common, common.bytes.count >= 18 else { throw .cut }
    guard let sound else { throw .wrong("has no “SSND” chunk, so no sound") }
    let dataOffset = sound.offset + 16
    var header = SoundHeader(
      sampleRate: Self.wholeNumber(extended: Array(common.bytes[8..<18])),
      channels: common.bytes.number(at: 0, size: 2, true), dataOffset: dataOffset,
      declaredLength: sound.size < SoundHeader.placeholderLength ? max(sound.size - 8, 0) : nil)
    let form = Int64(source.bytes(at: 4, count: 4).number(at: 0, size: 4, true))
    let isPlaceholder = form == 0 || form >= SoundHeader.placeholderLength
    header.judge(source, containerEnd: isPlaceholder ? nil : form + 8) {
      SoundHeader.hasChunk(source, at: $0, true)
    }
    if [.unclosed, .tooShort].contains(header.verdict), let available = header.length {
      header.patches = Self.patches(
        sound: sound.offset, common: common.offset, bytes: common.bytes, available: available)
    }
    return header
  }

  private static func patches(
    sound: Int64, common: Int64, bytes: [UInt8], available: Int64
  ) -> [(offset: Int64, bytes: [UInt8])] {
    let channels = max(bytes.number(at: 0, size: 2, true), 1)
    let bytesPerFrame = max((bytes.number(at: 6, size: 2, true) + 7) / 8, 1) * channels
    return [
      (sound + 4, UInt32(clamping: available + 8).bytes(true)),
      (common + 2, UInt32(clamping: available / Int64(bytesPerFrame)).bytes(true)),
    ]
  }

  /// The whole part of an 80-bit floating-point number (IEEE 754 extended, big-endian).
  private static func wholeNumber(extended bytes: [UInt8]) -> Int {
    let exponent = bytes.number(at: 0, size: 2, true) - 16_383
    guard (0...62).contains(exponent) else { return exponent > 62 ? Int.max : 0 }
    var mantissa: UInt64 = 0
    for byte in bytes[2..<10] { mantissa = mantissa << 8 | UInt64(byte) }
    return Int(clamping: mantissa >> UInt64(63 - exponent))
  }
}
