import Foundation
import PocketSphinxEngine

/// A copy of Debian's model in a folder of its own, made of links, of which files can be spoilt.
final class ModelCopy {
  static let acousticFiles = ["mdef", "means", "variances", "transition_matrices", "sendump"]
  let folder: URL

  init() throws {
    let name = "PocketSphinxEngineTests-\(UUID().uuidString)"
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
      .appendingPathComponent("en-us")
    let acoustic = folder.appendingPathComponent("en-us")
    try FileManager.default.createDirectory(at: acoustic, withIntermediateDirectories: true)
    let source = URL(fileURLWithPath: DebianSpeech.model)
    for file in Self.acousticFiles + ["feat.params", "noisedict"] {
      try FileManager.default.createSymbolicLink(
        at: acoustic.appendingPathComponent(file),
        withDestinationURL: source.appendingPathComponent("en-us/\(file)"))
    }
    for file in ["en-us.lm.bin", "cmudict-en-us.dict"] {
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent(file),
        withDestinationURL: source.appendingPathComponent(file))
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }

  func url(_ file: String) -> URL { folder.appendingPathComponent(file) }

  func remove(_ file: String) throws { try FileManager.default.removeItem(at: url(file)) }

  func replace(_ file: String, with data: Data) throws {
    try? remove(file)
    try data.write(to: url(file))
  }

  func replace(_ file: String, with text: String) throws {
    try replace(file, with: Data(text.utf8))
  }

  /// Makes zeros of all behind the first part of a file, as a crash in the middle of a copy may.
  func blank(_ file: String, from share: Double) throws {
    let data = try Data(contentsOf: url(file))
    let kept = Int(Double(data.count) * share)
    try replace(file, with: data.prefix(kept) + Data(count: data.count - kept))
  }

  /// Settings with the copy's acoustic model and the test data's small dictionary and language model.
  func turtle() -> PocketSphinxEngine.Settings {
    PocketSphinxEngine.Settings(
      model: folder, languageModel: URL(fileURLWithPath: DebianSpeech.data + "/turtle.lm.bin"),
      dictionary: URL(fileURLWithPath: DebianSpeech.data + "/turtle.dic"))
  }

  /// Keeps only the first part of a file.
  func cut(_ file: String, to share: Double) throws {
    let data = try Data(contentsOf: url(file))
    try replace(file, with: data.prefix(Int(Double(data.count) * share)))
  }
}
