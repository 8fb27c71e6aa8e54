internal import CLibFuzzer

/// Makes headers that lie: half of the time it changes a field, a length or a chunk as a broken or
/// hostile writer would, else it leaves the change to libFuzzer.
public struct HeaderMutator {
  /// How far into a file a header is looked for, in bytes.
  private static let headerLength = 192

  /// The names of chunks and files that libsndfile and the package know.
  private static let names: [[UInt8]] = [
    "RIFF", "RIFX", "RF64", "BW64", "WAVE", "fmt ", "data", "ds64", "fact", "LIST", "JUNK", "PEAK",
    "bext", "cue ", "id3 ", "FORM", "AIFF", "AIFC", "COMM", "SSND", "FVER", "sowt", "fl32", "NONE",
    "caff", "desc", "pakt", "kuki", "lpcm", "alac", ".snd", "dns.", "riff", "wave", "fLaC", "OggS",
    "ID3\u{3}", "NIST", "TAG ", "Opus", "8SVX", "BODY", "Crea", "2BIT", "PVF1", "\0\0\0\0",
  ].map { Array($0.utf8.prefix(4)) }

  private var random: RandomBits

  /// Creates a mutator.
  ///
  /// - Parameter seed: What libFuzzer gives; the same seed makes the same change.
  public init(seed: UInt32) { random = RandomBits(seed: UInt64(seed)) }

  /// Changes an input in its place.
  ///
  /// - Parameters:
  ///   - bytes: The input, with room for more.
  ///   - size: How many bytes it has.
  ///   - capacity: How many it may have.
  /// - Returns: How many it has now.
  public mutating func mutate(
    _ bytes: UnsafeMutablePointer<UInt8>, size: Int, capacity: Int
  ) -> Int {
    guard size >= 16, random.below(2) == 0 else { return LLVMFuzzerMutate(bytes, size, capacity) }
    let header = min(size, Self.headerLength)
    switch random.below(8) {
    case 0...3:
      let width = random.pick([1, 2, 2, 4, 4, 4, 8])
      put(lie(about: size), width: width, into: bytes, at: random.below(header - width))
    case 4:
      let offset = random.below(header - 3) & ~1
      for (index, byte) in random.pick(Self.names).enumerated() { bytes[offset + index] = byte }
    case 5:
      return random.below(3) == 0 ? random.below(size) + 1 : random.below(header) + 1
    case 6:
      return insertChunk(into: bytes, size: size, capacity: capacity)
    default:
      let length = random.below(32) + 1
      let start = random.below(size)
      let value = random.pick([0, 0xff, 0x7f, 0x80] as [UInt8])
      for index in start..<min(start + length, size) { bytes[index] = value }
    }
    return size
  }

  /// A number that a header should not say.
  private mutating func lie(about size: Int) -> UInt64 {
    let size = UInt64(size)
    return switch random.below(6) {
    case 0: UInt64(random.below(300))
    case 1: .max &- UInt64(random.below(64))
    case 2: (1 << UInt64(random.below(64))) &- UInt64(random.below(2))
    case 3: size &- 44 &+ UInt64(random.below(16)) &- 8
    case 4: size &* UInt64(random.below(5))
    default: random.next()
    }
  }

  private mutating func put(
    _ value: UInt64, width: Int, into bytes: UnsafeMutablePointer<UInt8>, at offset: Int
  ) {
    let isBigEndian = random.below(3) == 0
    for index in 0..<width {
      let place = isBigEndian ? width - 1 - index : index
      bytes[offset + place] = UInt8(truncatingIfNeeded: value >> UInt64(index * 8))
    }
  }

  /// Puts a chunk of some bytes, whose length may be a lie, in front of another.
  private mutating func insertChunk(
    into bytes: UnsafeMutablePointer<UInt8>, size: Int, capacity: Int
  ) -> Int {
    let body = random.below(24)
    let offset = random.pick([12, 12, 36, 8, random.below(size)])
    guard size + 8 + body <= capacity, offset <= size else { return size }
    for index in stride(from: size - 1, through: offset, by: -1) {
      bytes[index + 8 + body] = bytes[index]
    }
    for (index, byte) in random.pick(Self.names).enumerated() { bytes[offset + index] = byte }
    let length = random.below(2) == 0 ? UInt64(body) : lie(about: size)
    put(length, width: 4, into: bytes, at: offset + 4)
    for index in 0..<body { bytes[offset + 8 + index] = UInt8(truncatingIfNeeded: random.next()) }
    return size + 8 + body
  }
}
