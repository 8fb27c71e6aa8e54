/// Finds the frames of a FLAC file behind a fault (RFC 9639, section 9.1).
///
/// libsndfile's decoder gives up where it would have to look for the next frame itself.
struct FLACFrames {
  let source: ByteSource
  /// The samples of each channel in a frame, where all frames have the same number.
  let blockSize: Int

  /// The most bytes that are searched for one frame.
  private static let greatestSearch: Int64 = 1 << 20

  /// The first frame at or behind an offset whose sound doesn't start before a place.
  ///
  /// - Parameters:
  ///   - offset: Where to begin in the bytes.
  ///   - sample: The first sample that is wanted.
  /// - Returns: The frame's offset and its first sample.
  func next(from offset: Int64, sample: Int64) -> (offset: Int64, sample: Int64)? {
    var start = max(offset, 0)
    while start < offset + Self.greatestSearch {
      let block = source.bytes(at: start, count: 65_536)
      guard block.count >= 16 else { return nil }
      for index in 0...block.count - 16
      where block[index] == 0xFF && block[index + 1] & 0xFE == 0xF8 {
        if let first = firstSample(Array(block[index..<index + 16])), first >= sample {
          return (start + Int64(index), first)
        }
      }
      start += Int64(block.count - 15)
    }
    return nil
  }

  /// The first sample of the frame with a header; `nil` for bytes that are none.
  private func firstSample(_ bytes: [UInt8]) -> Int64? {
    let (sizeCode, rateCode) = (bytes[2] >> 4, bytes[2] & 0x0F)
    guard sizeCode > 0, rateCode < 15, bytes[3] & 0xF0 <= 0xA0, bytes[3] & 1 == 0 else {
      return nil
    }
    // A number in the manner of UTF-8, up to seven bytes.
    let ones = (~bytes[4]).leadingZeroBitCount
    guard ones != 1, ones < 8 else { return nil }
    let length = max(ones, 1)
    var number = Int64(bytes[4]) & (1 << max(7 - ones, 0) - 1)
    for byte in bytes[5..<4 + length] {
      guard byte & 0xC0 == 0x80 else { return nil }
      number = number << 6 | Int64(byte & 0x3F)
    }
    let sizeBytes = sizeCode == 6 ? 1 : sizeCode == 7 ? 2 : 0
    let rateBytes = rateCode == 12 ? 1 : rateCode > 12 ? 2 : 0
    let end = 4 + length + sizeBytes + rateBytes
    guard end < bytes.count, Self.checksum(bytes[..<end]) == bytes[end] else { return nil }
    let countsSamples = bytes[1] & 1 != 0
    return countsSamples ? number : number * Int64(blockSize)
  }

  /// The checksum of a header: polynomial 0x07.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(0) { sum, byte in
      var sum = sum ^ byte
      for _ in 0..<8 { sum = sum & 0x80 != 0 ? sum << 1 ^ 0x07 : sum << 1 }
      return sum
    }
  }
}
