internal import CSoundFile

/// Reads the header of a WAV or RF64 file and mends a length of 0 that hides sound.
///
/// Chunks as in "Multimedia Programming Interface and Data Specifications 1.0" (IBM, Microsoft,
/// 1991); the 64-bit length as in EBU Tech 3306.
struct WAVHeader {
  private let source: ByteSource
  private let isBigEndian: Bool

  init(_ source: ByteSource, isBigEndian: Bool) {
    self.source = source
    self.isBigEndian = isBigEndian
  }

  func read() throws(SoundHeader.Fault) -> SoundHeader {
    var format: [UInt8]?
    var length64: Int64?
    var offset: Int64 = 12
    while true {
      let chunk = source.bytes(at: offset, count: 8)
      guard chunk.count == 8 else {
        throw format == nil ? .cut : .wrong("has no “data” chunk, so no sound")
      }
      let size = Int64(chunk.number(at: 4, size: 4, isBigEndian))
      if chunk.has("data") {
        guard let format else { throw .wrong("has its “data” chunk before its “fmt ” chunk") }
        return header(format, dataOffset: offset + 8, size: size, length64: length64)
      }
      if chunk.has("fmt ") {
        let bytes = source.bytes(at: offset + 8, count: Int(min(size, 64)))
        guard bytes.count >= 16 else { throw .cut }
        format = bytes
      } else if chunk.has("ds64") {
        let bytes = source.bytes(at: offset + 8, count: 16)
        guard bytes.count == 16 else { throw .cut }
        length64 = Int64(bytes.number(at: 8, size: 8))
      }
      offset += 8 + size + size % 2
      guard offset <= source.length ?? SoundHeader.streamLimit else {
        let name = String(decoding: chunk.prefix(4).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
        throw .wrong("has a chunk “\(name)” of \(size) bytes, more than the file has")
      }
    }
  }

  private func header(
    _ format: [UInt8], dataOffset: Int64, size: Int64, length64: Int64?
  ) -> SoundHeader {
    let channels = format.number(at: 2, size: 2, isBigEndian)
    let declared = size == 0xFFFF_FFFF ? length64 ?? size : size
    let isPlaceholder = declared == size && size >= SoundHeader.placeholderLength
    var header = SoundHeader(
      sampleRate: format.number(at: 4, size: 4, isBigEndian), channels: channels,
      dataOffset: dataOffset, declaredLength: isPlaceholder ? nil : declared)
    header.plain = plain(format, channels: channels)
    let tag = String(tag(format), radix: 16, uppercase: true)
    header.coding = "WAV format 0x\(tag) with \(bits(format)) bits"
    if let length = source.length, isPlaceholder, length - dataOffset >= size {
      // A file of 2 GiB or more whose length is right.
      header.declaredLength = declared
    }
    header.judge(source, containerEnd: containerEnd) {
      SoundHeader.hasChunk(source, at: $0, isBigEndian)
    }
    if [.unclosed, .tooShort].contains(header.verdict), let length = header.length {
      header.patches = [(dataOffset - 4, UInt32(clamping: length).bytes(isBigEndian))]
    }
    return header
  }

  private var containerEnd: Int64? {
    let size = Int64(source.bytes(at: 4, count: 4).number(at: 0, size: 4, isBigEndian))
    return size == 0 || size >= SoundHeader.placeholderLength ? nil : size + 8
  }

  private func tag(_ format: [UInt8]) -> Int {
    let tag = format.number(at: 0, size: 2, isBigEndian)
    let isExtensible = tag == 0xFFFE && format.count >= 26
    return isExtensible ? format.number(at: 24, size: 2, isBigEndian) : tag
  }

  private func bits(_ format: [UInt8]) -> Int { format.number(at: 14, size: 2, isBigEndian) }

  private func plain(_ format: [UInt8], channels: Int) -> SoundHeader.PlainSamples? {
    guard
      let plain = SoundHeader.PlainSamples(
        waveTag: tag(format), bits: bits(format), channels: channels, isBigEndian: isBigEndian),
      format.number(at: 12, size: 2, isBigEndian) == plain.bytesPerFrame
    else { return nil }
    return plain
  }
}

extension SoundHeader.PlainSamples {
  /// The samples that a format tag and a number of bits of Microsoft's stand for; `nil` for those
  /// that aren't plain.
  init?(waveTag tag: Int, bits: Int, channels: Int, isBigEndian: Bool = false) {
    let coding: (Int, Int)? =
      switch (tag, bits) {
      case (1, 8): (SF_FORMAT_PCM_U8, 1)
      case (1, 16): (SF_FORMAT_PCM_16, 2)
      case (1, 24): (SF_FORMAT_PCM_24, 3)
      case (1, 32): (SF_FORMAT_PCM_32, 4)
      case (3, 32): (SF_FORMAT_FLOAT, 4)
      case (3, 64): (SF_FORMAT_DOUBLE, 8)
      case (6, 8): (SF_FORMAT_ALAW, 1)
      case (7, 8): (SF_FORMAT_ULAW, 1)
      default: nil
      }
    guard let coding, channels > 0 else { return nil }
    self.init(
      format: coding.0 | (isBigEndian ? SF_ENDIAN_BIG : SF_ENDIAN_LITTLE),
      bytesPerFrame: coding.1 * channels)
  }
}
