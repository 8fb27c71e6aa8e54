import Foundation
import SpeechAudio

/// Sound files that the writer makes, whose bytes are then changed.
enum WrittenFile {
  typealias Container = AudioFileWriter.Container

  /// The bytes of a file of 16-bit sound, of one channel at 16 kHz.
  static func bytes(
    _ container: Container, _ samples: [Int16], _ encoding: AudioFileWriter.Encoding? = nil
  ) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "x")
    let writer = try AudioFileWriter(
      url, container: container, encoding: encoding, sampleRate: 16_000)
    try writer.write(AudioBuffer(samples, sampleRate: 16_000))
    try writer.close()
    return Array(try Data(contentsOf: url))
  }

  /// The same bytes with others in place of some.
  static func changed(_ bytes: [UInt8], at offset: Int, to new: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes.replaceSubrange(offset..<offset + new.count, with: new)
    return bytes
  }

  /// Where a text stands for the first time.
  static func place(of text: String, in bytes: [UInt8]) throws -> Int {
    let mark = Array(text.utf8)
    guard let range = bytes.firstRange(of: mark) else { throw CocoaError(.fileReadCorruptFile) }
    return range.lowerBound
  }

  /// Where the pages of an Ogg file start.
  static func pages(_ bytes: [UInt8]) -> [Int] {
    bytes.ranges(of: Array("OggS".utf8)).map(\.lowerBound)
  }

  /// An Ogg file whose last page says that so many frames end with it.
  static func ogg(_ bytes: [UInt8], lastCount: Int64) -> [UInt8] {
    let page = pages(bytes).last ?? 0
    let lengths = bytes[(page + 27)...].prefix(Int(bytes[page + 26]))
    let end = page + 27 + lengths.count + lengths.reduce(0) { $0 + Int($1) }
    var new = changed(bytes, at: page + 6, to: SoundBytes.little(lastCount))
    new = changed(new, at: page + 22, to: [0, 0, 0, 0])
    let sum = CompressedBytes.checksum(Array(new[page..<end]), polynomial: 0x04C1_1DB7, bits: 32)
    return changed(new, at: page + 22, to: SoundBytes.little(sum))
  }

  /// Noise, which compresses badly, so that compressed files have many frames or pages.
  static func noise(_ count: Int) -> [Int16] {
    var state: UInt32 = 1
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int16(truncatingIfNeeded: state >> 18) - 8192
    }
  }
}
