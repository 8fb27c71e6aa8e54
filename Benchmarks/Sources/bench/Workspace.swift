import Foundation

/// What the measures share: the settings, the programs and a temporary folder.
struct Workspace: Sendable {
  let options: Options
  /// The folder for converted sound and outputs; gone at the end.
  let folder: URL
  /// The root of the swift-speech package.
  let package: URL

  init(options: Options) throws {
    self.options = options
    package =
      URL(filePath: #filePath)
      .deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
    folder = FileManager.default.temporaryDirectory
      .appending(path: "swift-speech-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// The built program.
  func transcribe() throws -> String {
    guard FileManager.default.isExecutableFile(atPath: options.transcribe) else {
      throw BenchError(
        "no transcribe program at '\(options.transcribe)'; run 'make bench', or give --transcribe")
    }
    return options.transcribe
  }

  /// The folder of the big sets; a relative path counts from the package's root.
  var audio: URL { URL(filePath: options.audio, relativeTo: package) }
}
