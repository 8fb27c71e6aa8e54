/// Reads the first block of a FLAC file (RFC 9639, section 8.2).
struct FLACHeader {
  let sampleRate: Int
  /// The samples of each channel in a frame.
  let blockSize: Int
  let channels: Int
  /// The number of frames that the file says it has; `nil` when it says that it doesn't know.
  let frameCount: Int64?
  /// What takes the number out, so that libsndfile reads on to the end.
  let patch: (offset: Int64, bytes: [UInt8])
  /// A header of this block alone, for what comes behind a fault.
  let restart: [UInt8]

  /// Reads the block behind the mark at an offset; `nil` when it isn't there.
  init?(_ source: ByteSource, at offset: Int64) {
    let bytes = source.bytes(at: offset, count: 42)
    guard bytes.count == 42, bytes.has("fLaC"), bytes[4] & 0x7F == 0 else { return nil }
    blockSize = bytes.number(at: 10, size: 2, true)
    // 20 bits of rate, 3 of channels less one, 5 of bits less one, 36 of frames.
    sampleRate = bytes.number(at: 18, size: 3, true) >> 4
    channels = Int(bytes[20] >> 1 & 7) + 1
    let count = Int64(bytes[21] & 0x0F) << 32 | Int64(bytes.number(at: 22, size: 4, true))
    frameCount = count > 0 ? count : nil
    let noCount = [bytes[21] & 0xF0, 0, 0, 0, 0]
    patch = (offset + 21, noCount)
    restart = Array("fLaC".utf8) + [0x80, 0, 0, 34] + bytes[8..<21] + noCount + bytes[26...]
  }
}
