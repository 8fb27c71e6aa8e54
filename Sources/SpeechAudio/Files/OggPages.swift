/// The pages of an Ogg file (RFC 3533, section 6): whether they are whole, and whether the last one's
/// count of frames can be.
///
/// The decoder leaves damaged pages out in silence, and believes the last page in how long the sound
/// is.
struct OggPages {
  /// The counts of frames (at 48 kHz for Opus) behind which pages are missing or damaged.
  private(set) var gaps: [Int64] = []
  /// Whether the first stream ends with a whole page that is marked as its last.
  private(set) var isComplete = false
  /// Where another stream starts behind the first one's end.
  private(set) var nextStream: Int64?
  /// What puts a possible number in place of an impossible count of frames.
  private(set) var patches: [(offset: Int64, bytes: [UInt8])] = []

  private struct Page {
    let offset: Int64
    let bytes: [UInt8]

    var isFirst: Bool { bytes[5] & 2 != 0 }
    var isLast: Bool { bytes[5] & 4 != 0 }
    /// The number of frames up to the page's end; −1 when no packet ends in it.
    var position: Int64 {
      var number: UInt64 = 0
      for byte in bytes[6..<14].reversed() { number = number << 8 | UInt64(byte) }
      return Int64(bitPattern: number)
    }
    var stream: Int { bytes.number(at: 14, size: 4) }
    var number: Int { bytes.number(at: 18, size: 4) }
    /// The number of packets that end in the page.
    var packets: Int64 {
      Int64(bytes[27..<27 + Int(bytes[26])].count { $0 < 255 })
    }
  }

  private let source: ByteSource
  private let length: Int64
  private var block: [UInt8] = []
  private var blockStart: Int64 = 0

  /// A page has at most 27 bytes, 255 lengths and 255 × 255 bytes of packets.
  private static let greatestPage = 65_307
  private static let greatestGapCount = 100

  /// Looks through a file.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - packetFrames: The most frames that one packet gives.
  init(_ source: ByteSource, packetFrames: Int64) {
    self.source = source
    length = source.length ?? 0
    var offset: Int64 = 0
    var last: Page?
    var reached: Int64 = 0
    var before: Int64 = 0
    while offset < length {
      guard let page = page(at: offset) else {
        if last != nil, !isComplete { noteGap(reached) }
        offset = nextMark(behind: offset)
        continue
      }
      offset += Int64(page.bytes.count)
      if isComplete {
        if page.isFirst { nextStream = page.offset }
        if nextStream != nil { break }
      }
      // Other streams run beside the sound's, which is the first one.
      guard last.map({ $0.stream == page.stream }) ?? true else { continue }
      if let last, page.number != (last.number + 1) & 0xFFFF_FFFF { noteGap(reached) }
      if page.position >= 0, page.packets > 0 {
        before = reached
        reached = page.position
      }
      last = page
      isComplete = page.isLast
    }
    if isComplete, let last { mend(last, before: before, packetFrames) }
    // What is missing at the end is no gap.
    if !isComplete, gaps.last == reached { gaps.removeLast() }
  }

  private mutating func noteGap(_ reached: Int64) {
    if gaps.count < Self.greatestGapCount, gaps.last != reached { gaps.append(reached) }
  }

  /// Replaces a last count of frames that its page can't have.
  private mutating func mend(_ page: Page, before: Int64, _ packetFrames: Int64) {
    // `before` may be anything, the greatest number too.
    let most = min(before, Int64.max / 2) + max(page.packets, 1) * packetFrames
    // A sound may start at any count, so that a first page can't be judged by those before it.
    let isPossible = page.position > before && (before == 0 || page.position <= most)
    guard !isPossible, page.packets > 0 else { return }
    var bytes = page.bytes
    bytes.replaceSubrange(6..<14, with: UInt64(most).bigEndianBytes.reversed())
    bytes.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    let sum = Self.checksum(bytes)
    patches = [
      (page.offset + 6, Array(bytes[6..<14])), (page.offset + 22, sum.bytes(false)),
    ]
  }

  // MARK: Pages

  /// The page at an offset; `nil` when there is no whole one without a fault.
  private mutating func page(at offset: Int64) -> Page? {
    if offset < blockStart
      || offset + Int64(Self.greatestPage) > blockStart + Int64(block.count)
    {
      block = source.bytes(at: offset, count: 4 * Self.greatestPage)
      blockStart = offset
    }
    let start = Int(offset - blockStart)
    guard start + 27 <= block.count, block.has("OggS", at: start) else { return nil }
    let lengths = start + 27..<start + 27 + Int(block[start + 26])
    guard lengths.upperBound <= block.count else { return nil }
    let end = lengths.upperBound + block[lengths].reduce(0) { $0 + Int($1) }
    guard end <= block.count else { return nil }
    var bytes = Array(block[start..<end])
    let sum = bytes.number(at: 22, size: 4)
    bytes.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    guard Self.checksum(bytes) == UInt32(truncatingIfNeeded: sum) else { return nil }
    return Page(offset: offset, bytes: bytes)
  }

  private func nextMark(behind offset: Int64) -> Int64 {
    let mark = Array("OggS".utf8)
    var start = offset + 1
    while start < length {
      let bytes = source.bytes(at: start, count: Self.greatestPage)
      guard bytes.count >= mark.count else { return length }
      for index in 0...bytes.count - mark.count
      where bytes[index] == mark[0] && bytes[index..<index + mark.count].elementsEqual(mark) {
        return start + Int64(index)
      }
      start += Int64(bytes.count - mark.count + 1)
    }
    return length
  }

  /// The checksum of a page whose own is 0: polynomial 0x04C11DB7, nothing inverted.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { bytes in
      table.withUnsafeBufferPointer { table in
        var sum: UInt32 = 0
        for byte in bytes {
          let index = UInt8(truncatingIfNeeded: sum >> 24) ^ byte
          sum = sum << 8 ^ table[Int(index)]
        }
        return sum
      }
    }
  }

  private static let table: [UInt32] = (0..<256).map { (index: UInt32) in
    var sum = index << 24
    for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    return sum
  }
}
