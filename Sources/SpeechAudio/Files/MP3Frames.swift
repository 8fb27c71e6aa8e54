/// The frames of an MP3 file: where they are, and how many.
///
/// The decoder gets nothing but whole frames. Tags, gaps and rubbish between them would make it
/// write to standard error or give up, and without a count it guesses the length from the first
/// frame and stops there.
struct MP3Frames {
  /// The stretches of the file that hold frames, in order.
  private(set) var pieces: [Range<Int64>] = []
  private(set) var frameCount: Int64 = 0
  /// Whether bytes between frames, or half a frame at the end, were left out.
  private(set) var isDamaged = false
  private(set) var first: MP3Header?
  /// Whether the last frame is cut off.
  private(set) var endsWithinFrame = false
  /// The samples of each channel before which something was left out.
  private(set) var gaps: [Int64] = []
  /// The number of frames with sound that the file says it has; `nil` when it doesn't count them.
  private(set) var statedCount: Int64?

  /// Where the file's own first frame counts the frames, and their bytes.
  private var countOffset: Int?
  private var lengthOffset: Int?

  private let source: ByteSource
  private let end: Int64
  private var block: [UInt8] = []
  private var blockStart: Int64 = 0

  /// The most stretches that are kept: in a file that is worse, what follows is left out.
  private static let greatestPieceCount = 10_000

  /// Looks through a file; `nil` when no two frames follow on each other.
  init?(_ source: ByteSource) {
    guard let length = source.length else { return nil }
    self.source = source
    end = Self.endOfSound(source, length)
    scan(from: Self.tagLength(source))
    guard first != nil, frameCount > 0 else { return nil }
  }

  /// The sound for the decoder, which gets the right number of frames in front, in the file's own
  /// count or in another one.
  var window: SoundFileHandle.Window {
    let byteCount = pieces.reduce(0) { $0 + Int64($1.count) }
    guard countOffset == nil, let first, first.isLayer3 else {
      // A promise that isn't kept stays: with a smaller count, the decoder would take the padding of
      // the missing end off the sound.
      let count = max(frameCount - 1, statedCount ?? 0)
      let counts = [(countOffset, count), (lengthOffset, byteCount)]
      let patches = counts.compactMap { offset, number in
        offset.map { (offset: Int64($0), bytes: UInt32(clamping: number).bytes(true)) }
      }
      return SoundFileHandle.Window(source, pieces, patches: patches)
    }
    return SoundFileHandle.Window(
      source, pieces, prefix: first.counting(frames: frameCount, bytes: byteCount))
  }

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

  private static func endOfSound(_ source: ByteSource, _ length: Int64) -> Int64 {
    source.bytes(at: length - 128, count: 3).has("TAG") ? length - 128 : length
  }

  private mutating func scan(from start: Int64) {
    var offset = start
    var isInStep = false
    while offset + Int64(MP3Header.length) <= end, pieces.count < Self.greatestPieceCount {
      if let header = header(at: offset), first.map(header.continues) ?? true,
        isInStep || isFollowed(header, at: offset)
      {
        let frameEnd = offset + Int64(header.frameLength)
        guard frameEnd <= end else {
          endsWithinFrame = true
          break
        }
        add(header, offset..<frameEnd)
        offset = frameEnd
        isInStep = true
      } else {
        if isInStep, tail(from: offset) { return }
        if isInStep {
          isDamaged = true
          gaps.append(frameCount * Int64(first?.samplesPerFrame ?? 0))
        }
        isInStep = false
        offset += 1
      }
    }
    isDamaged = isDamaged || offset < end
    // Behind the last frame nothing is missing.
    if !isInStep, !gaps.isEmpty { gaps.removeLast() }
  }

  /// Whether only a tag of another kind follows, which ends the sound.
  private func tail(from offset: Int64) -> Bool {
    let bytes = source.bytes(at: offset, count: 8)
    return ["APETAGEX", "LYRICSBE", "TAG"].contains { bytes.has($0) }
  }

  private mutating func add(_ header: MP3Header, _ range: Range<Int64>) {
    if first == nil {
      first = header
      let frame = source.bytes(at: range.lowerBound, count: header.frameLength)
      if frame.has("VBRI", at: 36) {
        // The decoder would take it for sound.
        statedCount = Int64(frame.number(at: 50, size: 4, true))
        return
      }
      findCount(frame, header)
    }
    frameCount += 1
    if let last = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = last.lowerBound..<range.upperBound
    } else {
      pieces.append(range)
    }
  }

  /// Looks for the file's own count: Xing's, as in LAME's "Mp3 Info Tag rev 1".
  private mutating func findCount(_ frame: [UInt8], _ header: MP3Header) {
    let tag = header.tagOffset
    guard frame.has("Xing", at: tag) || frame.has("Info", at: tag) else { return }
    let flags = frame.number(at: tag + 4, size: 4, true)
    if flags & 1 != 0 { countOffset = tag + 8 }
    if flags & 2 != 0 { lengthOffset = tag + 8 + (flags & 1 != 0 ? 4 : 0) }
    statedCount = countOffset.map { Int64(frame.number(at: $0, size: 4, true)) }
  }

  private mutating func isFollowed(_ header: MP3Header, at offset: Int64) -> Bool {
    let next = offset + Int64(header.frameLength)
    if next == end { return true }
    return self.header(at: next).map(header.continues) ?? false
  }

  private mutating func header(at offset: Int64) -> MP3Header? {
    if offset < blockStart || offset + 4 > blockStart + Int64(block.count) {
      block = source.bytes(at: offset, count: 65_536)
      blockStart = offset
      guard block.count >= 4 else { return nil }
    }
    let index = Int(offset - blockStart)
    guard block[index] == 0xFF else { return nil }
    return MP3Header(UInt32(truncatingIfNeeded: block.number(at: index, size: 4, true)))
  }
}
