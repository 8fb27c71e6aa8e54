internal import CSoundFile

/// Reads the header of a Core Audio file and mends a length that libsndfile refuses.
///
/// Chunks as in "Apple Core Audio Format Specification 1.0" (2011): the length of the sound is −1
/// while it is being recorded.
struct CAFHeader {
  private let source: ByteSource

  private static let chunkHeader: Int64 = 12

  init(_ source: ByteSource) { self.source = source }

  func read() throws(SoundHeader.Fault) -> SoundHeader? {
    var description: [UInt8]?
    var offset: Int64 = 8
    while true {
      let chunk = source.bytes(at: offset, count: Int(Self.chunkHeader))
      guard chunk.count == Int(Self.chunkHeader) else {
        throw description == nil ? .cut : .wrong("has no “data” chunk, so no sound")
      }
      let size = Self.size(chunk)
      if chunk.has("data") {
        guard let description else { throw .wrong("has its “data” chunk before “desc”") }
        return header(description, chunk: offset, size: size)
      }
      if chunk.has("desc") {
        let bytes = source.bytes(at: offset + Self.chunkHeader, count: 32)
        guard bytes.count == 32 else { throw .cut }
        description = bytes
      }
      guard size >= 0, size <= source.length ?? SoundHeader.streamLimit else { return nil }
      offset += Self.chunkHeader + size
    }
  }

  private static func size(_ chunk: [UInt8]) -> Int64 {
    chunk[4..<12].reduce(0) { $0 << 8 | Int64($1) }
  }

  private func header(_ description: [UInt8], chunk: Int64, size: Int64) -> SoundHeader {
    // The sound stands behind a count of edits.
    let dataOffset = chunk + Self.chunkHeader + 4
    let rate = Double(
      bitPattern: description[0..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    let channels = description.number(at: 24, size: 4, true)
    var header = SoundHeader(
      sampleRate: rate >= 0 && rate < 0x1p31 ? Int(rate) : 0, channels: channels,
      dataOffset: dataOffset,
      declaredLength: size < 0 || size >= Int64.max / 2 ? nil : max(size - 4, 0))
    header.plain = plain(description, channels: channels)
    header.judge(source, containerEnd: nil) { offset in
      let next = source.bytes(at: offset, count: Int(Self.chunkHeader))
      guard next.count == Int(Self.chunkHeader), let length = source.length else { return false }
      return next.prefix(4).allSatisfy { (0x20...0x7E).contains($0) }
        && (0...length - offset).contains(Self.size(next))
    }
    if let length = header.length, header.verdict != .right || header.declaredLength == nil {
      header.patches = [(chunk + 4, UInt64(length + 4).bigEndianBytes)]
    }
    return header
  }

  private func plain(_ description: [UInt8], channels: Int) -> SoundHeader.PlainSamples? {
    let flags = description.number(at: 12, size: 4, true)
    let bits = description.number(at: 28, size: 4, true)
    let coding: (Int, Int)? =
      switch (String(decoding: description[8..<12], as: UTF8.self), flags & 1, bits) {
      case ("lpcm", 0, 8): (SF_FORMAT_PCM_S8, 1)
      case ("lpcm", 0, 16): (SF_FORMAT_PCM_16, 2)
      case ("lpcm", 0, 24): (SF_FORMAT_PCM_24, 3)
      case ("lpcm", 0, 32): (SF_FORMAT_PCM_32, 4)
      case ("lpcm", 1, 32): (SF_FORMAT_FLOAT, 4)
      case ("lpcm", 1, 64): (SF_FORMAT_DOUBLE, 8)
      case ("ulaw", _, _): (SF_FORMAT_ULAW, 1)
      case ("alaw", _, _): (SF_FORMAT_ALAW, 1)
      default: nil
      }
    guard let coding, channels > 0, channels <= 64,
      description.number(at: 16, size: 4, true) == coding.1 * channels
    else { return nil }
    return SoundHeader.PlainSamples(
      format: coding.0 | (flags & 2 == 0 ? SF_ENDIAN_BIG : SF_ENDIAN_LITTLE),
      bytesPerFrame: coding.1 * channels)
  }
}

extension UInt64 {
  /// The eight bytes, the greatest first.
  var bigEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) } }
}
