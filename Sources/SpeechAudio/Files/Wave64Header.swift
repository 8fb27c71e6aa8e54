/// Reads the header of a Wave64 file, whose length of sound libsndfile doesn't look at.
///
/// Chunks have names of 16 bytes and lengths of 8, their own header counted, and start at multiples
/// of 8 ("Sony Wave64 File Format", 2004).
struct Wave64Header {
  private let source: ByteSource

  /// What follows the four letters of every name but the first (`riff`).
  private static let nameEnd: [UInt8] = [
    0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A,
  ]
  private static let chunkHeader: Int64 = 24

  init(_ source: ByteSource) { self.source = source }

  func read() throws(SoundHeader.Fault) -> SoundHeader? {
    let start = source.bytes(at: 0, count: 40)
    guard start.count == 40 else { throw .cut }
    let containerEnd = Int64(start.number(at: 16, size: 8))
    var format: [UInt8]?
    var offset: Int64 = 40
    while let (name, size) = chunk(at: offset) {
      if name == "data" {
        guard let format else { throw .wrong("has its “data” chunk before its “fmt ” chunk") }
        return header(
          format, dataOffset: offset + Self.chunkHeader, size: size - Self.chunkHeader,
          containerEnd: containerEnd)
      }
      if name == "fmt " {
        let length = min(max(size - Self.chunkHeader, 0), 64)
        format = source.bytes(at: offset + Self.chunkHeader, count: Int(length))
      }
      guard size >= Self.chunkHeader, size < Int64.max / 2 else { return nil }
      offset += (size + 7) / 8 * 8
      guard offset <= source.length ?? SoundHeader.streamLimit else { return nil }
    }
    throw .cut
  }

  private func chunk(at offset: Int64) -> (name: String, size: Int64)? {
    let bytes = source.bytes(at: offset, count: Int(Self.chunkHeader))
    guard bytes.count == Int(Self.chunkHeader) else { return nil }
    let isKnown = bytes[4..<16].elementsEqual(Self.nameEnd)
    let name = isKnown ? String(decoding: bytes[0..<4], as: UTF8.self) : ""
    return (name, Int64(bytes.number(at: 16, size: 8)))
  }

  private func header(
    _ format: [UInt8], dataOffset: Int64, size: Int64, containerEnd: Int64
  ) -> SoundHeader? {
    guard format.count >= 16 else { return nil }
    let isExtensible = format.number(at: 0, size: 2) == 0xFFFE && format.count >= 26
    let tag = format.number(at: isExtensible ? 24 : 0, size: 2)
    let channels = format.number(at: 2, size: 2)
    let isPlaceholder = size < 0 || size >= Int64.max / 2
    var header = SoundHeader(
      sampleRate: format.number(at: 4, size: 4), channels: channels, dataOffset: dataOffset,
      declaredLength: isPlaceholder ? nil : size)
    header.isJudgedHere = true
    header.plain = SoundHeader.PlainSamples(
      waveTag: tag, bits: format.number(at: 14, size: 2), channels: channels)
    if header.plain?.bytesPerFrame != format.number(at: 12, size: 2) { header.plain = nil }
    let isUnknown = containerEnd <= dataOffset || containerEnd >= Int64.max / 2
    header.judge(source, containerEnd: isUnknown ? nil : containerEnd) { offset in
      chunk(at: (offset + 7) / 8 * 8).map { !$0.name.isEmpty } ?? false
    }
    return header
  }
}
