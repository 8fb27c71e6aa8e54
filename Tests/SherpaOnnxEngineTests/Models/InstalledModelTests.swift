import Foundation
import Testing

@testable import SherpaOnnxEngine

/// The models that are installed here: the real files behind what the other tests make up.
enum InstalledModels {
  static let all: [ModelFolder] = ModelSearch(environment: ProcessInfo.processInfo.environment)
    .entries().compactMap { try? $0.folder.get() }

  static let reason: Comment = "needs an installed model for sherpa-onnx"

  static var graphs: [String] {
    all.flatMap { model in model.files.filter(\.key.isGraph).map(\.value) }.sorted()
  }
}

@Suite(.enabled(if: !InstalledModels.all.isEmpty, InstalledModels.reason))
struct InstalledModelTests {
  @Test(arguments: InstalledModels.all.map(\.path))
  func anInstalledModelPasses(_ path: String) throws {
    let facts = try ModelFolder.open(path).validate()
    #expect(!facts.graphs.isEmpty)
  }

  @Test(arguments: InstalledModels.graphs)
  func aRealFileThatIsCutIsRefused(_ path: String) throws {
    let size = try FileBytes(path: path).count
    let places = (0..<49).map { size / 49 * $0 + $0 % 4 } + [size - 1]
    for length in places {
      #expect(throws: GraphFault.self, "\(length) of \(size) bytes") {
        try ModelGraph(FileBytes(path: path, limit: length))
      }
    }
  }

  @Test(
    arguments: InstalledModels.all.filter { $0.files.filter(\.key.isGraph).count > 1 }.map(\.path))
  func swappedRealFilesAreNamed(_ path: String) throws {
    let model = try ModelFolder.open(path)
    let graphs = model.files.keys.filter(\.isGraph).sorted { $0.rawValue < $1.rawValue }
    var files = model.files
    files[graphs[0]] = model.files[graphs[1]]
    files[graphs[1]] = model.files[graphs[0]]
    for (files, word) in [
      (files, "swapped"), (files.merging([graphs[0]: files[graphs[1]] ?? ""]) { $1 }, "same graph"),
    ] {
      let changed = ModelFolder(
        path: path, id: model.id, kind: model.kind, files: files, locales: model.locales,
        isWritten: model.isWritten, longestUtterance: nil, statedSizes: [:])
      let error = #expect(throws: (any Error).self) { try changed.validate() }
      #expect(error.map { "\($0)" }?.contains(word) == true)
    }
  }
}
