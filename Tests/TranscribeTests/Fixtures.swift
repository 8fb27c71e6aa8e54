import Foundation
import Glibc
import Testing

/// Speech and models from Debian's packages.
enum Speech {
  private static let data = "/usr/share/pocketsphinx/test/data"
  private static let model = "/usr/share/pocketsphinx/model/en-us/en-us/mdef"

  /// “He was not an ill disposed young man,” 3 seconds.
  static let youngMan = "\(data)/librivox/sense_and_sensibility_01_austen_64kb-0880.wav"
  /// “He might even have been made amiable himself,” 3 seconds.
  static let amiable = "\(data)/librivox/sense_and_sensibility_01_austen_64kb-0930.wav"
  /// What ``turtle()`` says.
  static let turtleText = "go forward ten meters"
  /// Options for a model of a few words, which loads and works in a moment.
  static let turtleModel = ["--lm", "\(data)/turtle.lm.bin", "--dict", "\(data)/turtle.dic"]
  private static let turtleFile = "\(data)/goforward.raw"

  /// Whether real recognition can be tried here.
  static let isInstalled = [model, youngMan, amiable, turtleFile, turtleModel[1], turtleModel[3]]
    .allSatisfy { FileManager.default.fileExists(atPath: $0) }

  /// Why a test is skipped.
  static let isMissing: Comment =
    "needs the Debian packages pocketsphinx-en-us and pocketsphinx-testdata"

  /// “Go forward ten meters,” 2.8 seconds: 16-bit samples at 16 kHz.
  static func turtle() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: turtleFile)))
  }

  /// The same as a WAV file.
  static func turtleWAV() throws -> [UInt8] {
    let samples = try turtle()
    func number(_ value: Int, bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return Array("RIFF".utf8) + number(36 + samples.count, bytes: 4) + Array("WAVEfmt ".utf8)
      + number(16, bytes: 4) + number(1, bytes: 2) + number(1, bytes: 2)
      + number(16_000, bytes: 4) + number(32_000, bytes: 4) + number(2, bytes: 2)
      + number(16, bytes: 2) + Array("data".utf8) + number(samples.count, bytes: 4) + samples
  }

  /// Digital silence of so many seconds: 16-bit samples at 16 kHz.
  static func silence(_ seconds: Int) -> [UInt8] { [UInt8](repeating: 0, count: 32_000 * seconds) }
}

/// A folder that is removed with the value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "transcribe-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path(percentEncoded: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Makes a file, whose name need not be UTF-8, and returns its path.
  func file(_ name: [UInt8], _ contents: [UInt8]) throws -> [UInt8] {
    let path = Array("\(path)/".utf8) + name
    try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL).write(contents)
    return path
  }

  func file(_ name: String, _ contents: [UInt8]) throws -> String {
    String(decoding: try file(Array(name.utf8), contents), as: UTF8.self)
  }
}
