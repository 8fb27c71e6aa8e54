/// What is to be known of an MP3 file before it is decoded.
enum MP3Header {
  /// The length of the ID3v2 tags in front of the sound, in bytes (id3.org, ID3v2.4 structure,
  /// section 3.1: a length of four bytes of 7 bits each).
  static func tagLength(_ source: ByteSource) -> Int64 {
    var offset: Int64 = 0
    while true {
      let tag = source.bytes(at: offset, count: 10)
      guard tag.count == 10, tag.has("ID3") else { return offset }
      let size = tag[6...].reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
      let hasFooter = tag[5] & 0x10 != 0
      offset += 10 + size + (hasFooter ? 10 : 0)
    }
  }

  /// Whether the first frame holds a Xing, Info or VBRI header, which counts the frames.
  ///
  /// Without one, the number of frames is a guess from the first frame's bit rate.
  static func hasFrameCount(_ source: ByteSource, at offset: Int64) -> Bool {
    let frame = source.bytes(at: offset, count: 64)
    return ["Xing", "Info", "VBRI"].contains { mark in
      frame.indices.contains { frame.has(mark, at: $0) }
    }
  }
}
