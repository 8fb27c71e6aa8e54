import Foundation
import Glibc
import Testing

/// Speech from Debian's pocketsphinx-testdata.
enum Speech {
  static let folder = "/usr/share/pocketsphinx/test/data/librivox"
  /// “He was not an ill disposed young man,” 3 seconds.
  static let youngMan = "\(folder)/sense_and_sensibility_01_austen_64kb-0880.wav"
  /// “He might even have been made amiable himself,” 3 seconds.
  static let amiable = "\(folder)/sense_and_sensibility_01_austen_64kb-0930.wav"

  private static let model = "/usr/share/pocketsphinx/model/en-us/en-us/mdef"

  /// Whether real recognition can be tried here.
  static let isInstalled = [model, youngMan, amiable].allSatisfy {
    FileManager.default.fileExists(atPath: $0)
  }

  /// Why a test is skipped.
  static let isMissing: Comment =
    "needs the Debian packages pocketsphinx-en-us and pocketsphinx-testdata"

  /// The samples of a file, without its header of 44 bytes, and a second of silence.
  static func samples(_ path: String) throws -> [UInt8] {
    let bytes = try Data(contentsOf: URL(filePath: path))
    return Array(bytes.dropFirst(44)) + [UInt8](repeating: 0, count: 32_000)
  }
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
