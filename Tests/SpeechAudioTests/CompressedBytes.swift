/// Builds the bytes of compressed sound that needs no encoder.
enum CompressedBytes {
  /// MPEG-1 layer III frames of silence, 48 kHz, one channel, 1152 samples each; of the indices of
  /// bit rates, 1 is 32 kbit/s, 14 is 320.
  static func mp3(frames: Int, bitRate: Int = 1) -> [UInt8] {
    let rates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    let header: [UInt8] = [0xFF, 0xFB, UInt8(bitRate << 4 | 1 << 2), 0xC0]
    let length = 144 * rates[bitRate - 1] * 1000 / 48_000
    let frame = header + [UInt8](repeating: 0, count: length - 4)
    return (0..<frames).flatMap { _ in frame }
  }

  /// An Ogg Opus file of silence: pages of 50 packets, 960 samples each at 48 kHz (RFC 3533, section
  /// 6; RFC 7845, sections 3 and 5; RFC 6716, section 3.1).
  static func opus(pages: Int) -> [UInt8] {
    let little = { (number: UInt32) in SoundBytes.little(number) }
    let head = Array("OpusHead".utf8) + [1, 1, 0, 0] + little(48_000) + [0, 0, 0]
    let tags = Array("OpusTags".utf8) + little(0) + little(0)
    var bytes =
      oggPage(0, flags: 2, position: 0, [head]) + oggPage(1, flags: 0, position: 0, [tags])
    let silence = [[UInt8]](repeating: [0xF8, 0xFF, 0xFE], count: 50)
    for page in 1...pages {
      bytes += oggPage(
        page + 1, flags: page == pages ? 4 : 0, position: UInt64(page * 50 * 960), silence)
    }
    return bytes
  }

  /// A page of whole packets, each shorter than 255 bytes.
  private static func oggPage(
    _ number: Int, flags: UInt8, position: UInt64, _ packets: [[UInt8]]
  ) -> [UInt8] {
    let start = Array("OggS".utf8) + [0, flags] + SoundBytes.little(position)
    let serials = SoundBytes.little(UInt32(7)) + SoundBytes.little(UInt32(number))
    let lacing = [UInt8(packets.count)] + packets.map { UInt8($0.count) }
    var page = start + serials + [0, 0, 0, 0] + lacing + packets.flatMap(\.self)
    let sum = checksum(page, polynomial: 0x04C1_1DB7, bits: 32)
    page.replaceSubrange(22..<26, with: SoundBytes.little(sum))
    return page
  }

  /// A FLAC file of 16-bit samples at 16 kHz, uncompressed, in frames of up to 256 samples
  /// (RFC 9639, sections 8 and 9).
  static func flac(_ samples: [Int16]) -> [UInt8] {
    var bytes = Array("fLaC".utf8) + [0x80, 0, 0, 34]
    bytes += SoundBytes.big(UInt16(256)) + SoundBytes.big(UInt16(256)) + [0, 0, 0, 0, 0, 0]
    // 20 bits of rate, 3 of channels less one, 5 of bits less one, 36 of samples.
    bytes += SoundBytes.big(UInt64(16_000) << 44 | 15 << 36 | UInt64(samples.count))
    bytes += [UInt8](repeating: 0, count: 16)
    for (number, start) in stride(from: 0, to: samples.count, by: 256).enumerated() {
      let block = samples[start..<min(start + 256, samples.count)]
      // Fixed block size, its length less one in 8 bits, 16 kHz, one channel, 16 bits.
      var frame: [UInt8] = [0xFF, 0xF8, 0x65, 0x08] + coded(number) + [UInt8(block.count - 1)]
      frame.append(UInt8(checksum(frame, polynomial: 0x07, bits: 8)))
      frame += [0x02] + block.flatMap(SoundBytes.big)
      bytes += frame + SoundBytes.big(UInt16(checksum(frame, polynomial: 0x8005, bits: 16)))
    }
    return bytes
  }

  /// A frame number in the coding of UTF-8.
  private static func coded(_ number: Int) -> [UInt8] {
    number < 0x80 ? [UInt8(number)] : [UInt8(0xC0 | number >> 6), UInt8(0x80 | number & 0x3F)]
  }

  static func checksum(_ bytes: [UInt8], polynomial: UInt32, bits: Int) -> UInt32 {
    let top: UInt32 = 1 << (bits - 1)
    let mask = top << 1 &- 1
    return bytes.reduce(0) { sum, byte in
      var sum = sum ^ UInt32(byte) << (bits - 8)
      for _ in 0..<8 { sum = (sum & top != 0 ? sum << 1 ^ polynomial : sum << 1) & mask }
      return sum
    }
  }
}
