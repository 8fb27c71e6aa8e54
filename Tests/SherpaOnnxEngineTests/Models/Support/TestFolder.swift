import Foundation

/// A folder of its own for a test, removed when nobody holds it any more.
final class TestFolder {
  let path: String

  /// Makes a folder with files in it.
  init(_ name: String = "model", _ files: [String: [UInt8]] = [:]) throws {
    let parent = FileManager.default.temporaryDirectory
      .appendingPathComponent("SherpaOnnxEngineTests-\(UUID().uuidString)")
    path = parent.appendingPathComponent(name).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (file, bytes) in files { try write(file, bytes) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
  }

  func write(_ file: String, _ bytes: [UInt8]) throws {
    let url = URL(fileURLWithPath: "\(path)/\(file)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func write(_ file: String, _ text: String) throws { try write(file, Array(text.utf8)) }

  func remove(_ file: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(file)")
  }

  func swap(_ first: String, _ second: String) throws {
    try rename(first, "swapped")
    try rename(second, first)
    try rename("swapped", second)
  }

  func rename(_ file: String, _ name: String) throws {
    try FileManager.default.moveItem(atPath: "\(path)/\(file)", toPath: "\(path)/\(name)")
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)", withDestinationPath: target)
  }
}
