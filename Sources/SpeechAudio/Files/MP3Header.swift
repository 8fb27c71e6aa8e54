/// The header of one frame of MPEG audio (ISO/IEC 11172-3 section 2.4.1.3, 13818-3 section 2.4.2).
struct MP3Header {
  /// The length of an MP3 frame's header in bytes.
  static let length = 4

  let bits: UInt32
  let sampleRate: Int
  /// The samples of each channel in the frame.
  let samplesPerFrame: Int
  /// The whole frame's length in bytes.
  let frameLength: Int
  let isLayer3: Bool
  private let isVersion1: Bool

  /// Reads a header; `nil` for bytes that are none, or whose frame has no stated length.
  init?(_ bits: UInt32) {
    let layer = 4 - Int(bits >> 17 & 3)
    let version = Int(bits >> 19 & 3)
    let bitRateIndex = Int(bits >> 12 & 15)
    let rateIndex = Int(bits >> 10 & 3)
    guard bits >> 21 == 0x7FF, layer < 4, version != 1, bits & 3 != 2,
      (1...14).contains(bitRateIndex), rateIndex < 3
    else { return nil }
    isVersion1 = version == 3
    isLayer3 = layer == 3
    sampleRate = [44_100, 48_000, 32_000][rateIndex] >> (isVersion1 ? 0 : version == 2 ? 1 : 2)
    let table = isVersion1 ? layer - 1 : layer == 1 ? 3 : 4
    let bitRate = Self.bitRates[table][bitRateIndex - 1] * 1000
    let padding = Int(bits >> 9 & 1)
    samplesPerFrame = layer == 1 ? 384 : isLayer3 && !isVersion1 ? 576 : 1152
    frameLength =
      layer == 1
      ? (12 * bitRate / sampleRate + padding) * 4
      : samplesPerFrame / 8 * bitRate / sampleRate + padding
    self.bits = bits
  }

  /// In kbit/s: MPEG-1 layers I, II and III, then MPEG-2 layer I and its layers II and III.
  private static let bitRates = [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]

  /// Whether another frame can belong to the same sound: same version, layer and rate.
  func continues(_ other: MP3Header) -> Bool { (bits ^ other.bits) & 0xFFFE_0C00 == 0 }

  /// Where a Xing or Info tag stands in the frame: behind the header and the side information.
  var tagOffset: Int {
    let isMono = bits >> 6 & 3 == 3
    return 4 + (isVersion1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
  }

  /// A frame without sound whose Xing tag tells the number of frames and bytes that follow.
  func counting(frames: Int64, bytes: Int64) -> [UInt8] {
    // Bit rate 8 leaves room for the tag at every sample rate; bit 16 says that there is no CRC.
    let bits = self.bits & 0xFFFF_0DFF | 8 << 12 | 1 << 16
    guard let header = MP3Header(bits) else { return [] }
    let tag =
      Array("Xing".utf8)
      + [
        UInt32(3), UInt32(clamping: frames),
        UInt32(clamping: bytes + Int64(header.frameLength)),
      ].flatMap { $0.bytes(true) }
    var frame = bits.bytes(true) + [UInt8](repeating: 0, count: header.frameLength - 4)
    frame.replaceSubrange(tagOffset..<tagOffset + tag.count, with: tag)
    return frame
  }
}
