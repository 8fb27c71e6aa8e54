/// The pages of an Ogg file (RFC 3533, section 6).
enum OggPages {
  /// Whether the last page that starts in the file is marked as the last of its stream and whole.
  static func endsWithLastPage(_ source: ByteSource) -> Bool {
    guard let length = source.length else { return true }
    // A page has at most 65 307 bytes; what follows the last one may be a tag.
    let start = max(length - 131_072, 0)
    let bytes = source.bytes(at: start, count: Int(length - start))
    var index = bytes.count - 27
    while index >= 0 {
      if bytes[index] == 0x4F, bytes.has("OggS", at: index) {
        let lacing = bytes[(index + 27)...].prefix(Int(bytes[index + 26]))
        let end = index + 27 + Int(bytes[index + 26]) + lacing.reduce(0) { $0 + Int($1) }
        return bytes[index + 5] & 0x04 != 0 && end <= bytes.count
      }
      index -= 1
    }
    return false
  }
}
