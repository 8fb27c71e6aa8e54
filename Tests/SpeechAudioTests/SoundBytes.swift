import Foundation
import SpeechAudio
import Testing

/// Builds the bytes of sound files, right and wrong ones.
enum SoundBytes {
  static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  static func chunk(_ name: String, _ payload: [UInt8], size: UInt32? = nil) -> [UInt8] {
    let padding: [UInt8] = payload.count % 2 == 1 ? [0] : []
    return Array(name.utf8) + little(size ?? UInt32(payload.count)) + payload + padding
  }

  static func format(
    tag: UInt16 = 1, rate: UInt32 = 16_000, channels: UInt16 = 1, bits: UInt16 = 16
  ) -> [UInt8] {
    let frame = channels &* (bits / 8)
    return chunk(
      "fmt ",
      little(tag) + little(channels) + little(rate) + little(rate &* UInt32(frame))
        + little(frame) + little(bits))
  }

  static func riff(_ chunks: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + little(UInt32(chunks.count + 4)) + Array("WAVE".utf8) + chunks
  }

  /// A WAV file of 16-bit samples; `size` is what its header says of their length in bytes.
  static func wav(
    _ samples: [Int16], rate: UInt32 = 16_000, channels: UInt16 = 1, size: UInt32? = nil
  ) -> [UInt8] {
    riff(
      format(rate: rate, channels: channels) + chunk("data", samples.flatMap(little), size: size))
  }

  /// A WAV file of 32-bit floating-point samples.
  static func wav(_ samples: [Float], rate: UInt32 = 16_000) -> [UInt8] {
    riff(
      format(tag: 3, rate: rate, bits: 32)
        + chunk("data", samples.flatMap { little($0.bitPattern) }))
  }

  /// An AU file of 16-bit samples; `offset` is where its header says that they start.
  static func au(
    _ samples: [Int16], offset: UInt32 = 24, size: UInt32? = nil, isBigEndian: Bool = true
  ) -> [UInt8] {
    let fields = [offset, size ?? UInt32(samples.count * 2), 3, 16_000, 1] as [UInt32]
    return isBigEndian
      ? Array(".snd".utf8) + fields.flatMap(big) + samples.flatMap(big)
      : Array("dns.".utf8) + fields.flatMap(little) + samples.flatMap(little)
  }

  /// An AIFF file of 16-bit samples at 16 kHz; `frames` is what its header says.
  static func aiff(_ samples: [Int16], frames: Int? = nil, tail: [UInt8] = []) -> [UInt8] {
    let frames = frames ?? samples.count
    let rate: [UInt8] = [0x40, 0x0C, 0xFA, 0, 0, 0, 0, 0, 0, 0]
    let common = Array("COMM".utf8) + big(UInt32(18)) + big(UInt16(1)) + big(UInt32(frames))
    let sound = Array("SSND".utf8) + big(UInt32(frames * 2 + 8)) + [UInt8](repeating: 0, count: 8)
    let body = common + big(UInt16(16)) + rate + sound + samples.flatMap(big) + tail
    return Array("FORM".utf8) + big(UInt32(body.count + 4)) + Array("AIFF".utf8) + body
  }

  /// A rising row of samples, each different from its neighbours.
  static func ramp(_ count: Int) -> [Int16] {
    (0..<count).map { Int16(truncatingIfNeeded: $0 &* 37) }
  }
}

/// A folder that is removed with the value.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "swift-speech-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String, _ bytes: [UInt8]) throws -> URL {
    let file = url.appending(path: name)
    try Data(bytes).write(to: file)
    return file
  }
}

/// The descriptor that reads a pipe into which a thread of its own writes.
func pipe(_ pieces: [[UInt8]]) -> Int32 {
  let pipe = Pipe()
  let (reader, writer) = (dup(pipe.fileHandleForReading.fileDescriptor), pipe.fileHandleForWriting)
  let output = dup(writer.fileDescriptor)
  Thread.detachNewThread {
    // A reader that leaves early is no reason to end the tests.
    signal(SIGPIPE, SIG_IGN)
    for piece in pieces {
      var done = 0
      while done < piece.count {
        let count = piece[done...].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        done += count
      }
    }
    close(output)
  }
  return reader
}

extension AudioFile {
  /// All samples, read in blocks.
  func samples(block: Int = 1000) throws(SpeechError) -> [Float] {
    var samples: [Float] = []
    while let buffer = try read(frames: block) { samples += buffer.floatSamples }
    return samples
  }
}

extension [Int16] {
  var unit: [Float] { map { Float($0) / 32_768 } }
}

/// Expects an error that names a file and says something.
func expectError(
  _ code: SpeechError.Code, saying words: String...,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) {
  let error = #expect(throws: SpeechError.self, sourceLocation: sourceLocation) { try body() }
  #expect(error?.code == code, sourceLocation: sourceLocation)
  for word in words {
    #expect(
      error?.description.contains(word) == true,
      "“\(word)” isn't in “\(error?.description ?? "")”", sourceLocation: sourceLocation)
  }
  #expect(error?.description.contains("Internal") != true, sourceLocation: sourceLocation)
}
