internal import CSoundFile

/// Reads the header of a SPHERE file, whose count of samples libsndfile doesn't look at.
///
/// A header of lines `name -type value` in 1024 bytes or a multiple (NIST, "SPHERE 2.6").
struct SPHEREHeader {
  private let source: ByteSource

  init(_ source: ByteSource) { self.source = source }

  func read() throws(SoundHeader.Fault) -> SoundHeader? {
    let start = source.bytes(at: 0, count: 16)
    guard start.count == 16 else { throw .cut }
    let digits = String(decoding: start[8..<15], as: UTF8.self).filter { $0 != " " }
    guard let length = Int(digits), (1024...65_536).contains(length) else { return nil }
    let bytes = source.bytes(at: 0, count: length)
    guard bytes.count == length else { throw .cut }
    let fields = Self.fields(bytes)
    let coding = fields["sample_coding"] ?? "pcm"
    guard !coding.contains(",") else {
      throw .wrong("holds compressed samples (“\(coding)”)")
    }
    guard let rate = fields["sample_rate"].flatMap({ Int($0) }) else { return nil }
    let channels = fields["channel_count"].flatMap { Int($0) } ?? 1
    let width = fields["sample_n_bytes"].flatMap { Int($0) } ?? 2
    let count = fields["sample_count"].flatMap { Int64($0) }
    guard (1...8).contains(width), (1...1024).contains(channels) else { return nil }
    let frame = Int64(width * channels)
    // Absurd counts are no promise.
    let declared = count.flatMap { $0 > 0 && $0 < Int64.max / 2 / frame ? $0 * frame : nil }
    var header = SoundHeader(
      sampleRate: rate, channels: channels, dataOffset: Int64(length), declaredLength: declared)
    header.isJudgedHere = true
    header.plain = plain(coding, width: width, channels: channels, fields["sample_byte_format"])
    // Nothing may follow the sound.
    header.judge(source, containerEnd: nil) { _ in false }
    return header
  }

  private static func fields(_ bytes: [UInt8]) -> [String: String] {
    var fields: [String: String] = [:]
    for line in bytes.split(separator: 0x0A).dropFirst(2) {
      let words = line.split(separator: 0x20, maxSplits: 2)
      if words.first.map({ $0.elementsEqual("end_head".utf8) }) == true { break }
      guard words.count == 3 else { continue }
      let value = String(decoding: words[2], as: UTF8.self)
      fields[String(decoding: words[0], as: UTF8.self)] =
        value.split { $0.isWhitespace }.first.map { String($0) } ?? ""
    }
    return fields
  }

  private func plain(
    _ coding: String, width: Int, channels: Int, _ order: String?
  ) -> SoundHeader.PlainSamples? {
    let format: Int? =
      switch (coding, width) {
      case ("pcm", 2): SF_FORMAT_PCM_16
      case ("pcm", 3): SF_FORMAT_PCM_24
      case ("pcm", 4): SF_FORMAT_PCM_32
      case ("ulaw", 1), ("mu-law", 1): SF_FORMAT_ULAW
      case ("alaw", 1): SF_FORMAT_ALAW
      default: nil
      }
    guard let format, order != nil || width == 1 else { return nil }
    let isBigEndian = order?.hasPrefix("1") == true && width > 1
    return SoundHeader.PlainSamples(
      format: format | (isBigEndian ? SF_ENDIAN_BIG : SF_ENDIAN_LITTLE),
      bytesPerFrame: width * channels)
  }
}
