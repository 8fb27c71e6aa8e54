import Foundation
import SpeechAudio

/// Writes sound in the one form that the C tools read: WAV, 16 kHz, one channel, 16 bits, with a
/// header of 44 bytes.
enum WaveFile {
  static let rate = 16_000

  /// Converts a recording; returns its length in seconds.
  static func write(_ source: URL, to target: URL) throws -> Double {
    let file = try AudioFile(source)
    guard file.format.sampleRate == rate, file.format.channels == 1 else {
      throw BenchError("\(source.path): \(file.format), but the C tools need 16000 Hz, 1 channel")
    }
    var samples: [Int16] = []
    while let buffer = try file.read(frames: 65_536) { samples += buffer.int16Samples }
    try write(samples, rate: rate, to: target)
    return Double(samples.count) / Double(rate)
  }

  /// Converts a recording of one channel, at the rate that it has; returns its length in seconds.
  static func writeAtOwnRate(_ source: URL, to target: URL) throws -> Double {
    let file = try AudioFile(source)
    guard file.format.channels == 1 else {
      throw BenchError("\(source.path): \(file.format), but one channel is needed")
    }
    var samples: [Int16] = []
    while let buffer = try file.read(frames: 65_536) { samples += buffer.int16Samples }
    try write(samples, rate: file.format.sampleRate, to: target)
    return Double(samples.count) / Double(file.format.sampleRate)
  }

  /// Writes samples of one channel.
  static func write(_ samples: [Int16], rate: Int, to target: URL) throws {
    let body = samples.map(\.littleEndian).withUnsafeBytes { Data($0) }
    try (Data(header(sampleCount: samples.count, rate: rate)) + body).write(to: target)
  }

  private static func header(sampleCount: Int, rate: Int) -> [UInt8] {
    let bytes = UInt32(sampleCount * 2)
    return Array("RIFF".utf8) + littleEndian(bytes + 36) + Array("WAVEfmt ".utf8)
      + littleEndian(UInt32(16)) + littleEndian(UInt16(1)) + littleEndian(UInt16(1))
      + littleEndian(UInt32(rate)) + littleEndian(UInt32(rate * 2)) + littleEndian(UInt16(2))
      + littleEndian(UInt16(16)) + Array("data".utf8) + littleEndian(bytes)
  }

  private static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
