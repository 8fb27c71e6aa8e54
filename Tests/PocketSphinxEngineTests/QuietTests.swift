import Foundation
import PocketSphinxEngine
import SpeechRecognition
import Testing

/// What reaches the process' standard output and error while the library works.
@Suite(.serialized, .enabled(if: DebianSpeech.isThere, Comment(rawValue: DebianSpeech.reason)))
struct QuietTests {
  /// Marks of the library's own lines: `INFO: acmod.c(252)`, its table of options, its failures.
  private static let marks = [".c(", ".c\"", "INFO", "ERROR:", "FATAL", "-lowerf", "Usage"]

  /// Runs work while both outputs go to a file; what other tests wrote meanwhile is passed on.
  private func outputs(during work: () throws -> Void) throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("PocketSphinxEngineTests-\(UUID().uuidString).txt")
    defer { try? FileManager.default.removeItem(at: file) }
    let target = open(file.path, O_CREAT | O_RDWR | O_APPEND, 0o600)
    try #require(target >= 0)
    fflush(nil)
    let saved = (dup(1), dup(2))
    dup2(target, 1)
    dup2(target, 2)
    let result = Result { try work() }
    fflush(nil)
    dup2(saved.0, 1)
    dup2(saved.1, 2)
    for descriptor in [target, saved.0, saved.1] { close(descriptor) }
    try result.get()
    let text = try String(contentsOf: file, encoding: .utf8)
    FileHandle.standardOutput.write(Data(text.utf8))
    return text
  }

  @Test func theCaptureSeesBothOutputs() throws {
    let text = try outputs {
      FileHandle.standardOutput.write(Data("INFO: to standard output\n".utf8))
      FileHandle.standardError.write(Data("ERROR: to standard error\n".utf8))
    }
    #expect(text.contains("INFO: to standard output") && text.contains("ERROR: to standard error"))
  }

  @Test func theLibraryWritesToNeitherOutput() throws {
    let copy = try ModelCopy()
    var data = try Data(contentsOf: copy.url("en-us/means"))
    for index in 1000..<2000 { data[index] = 0xff }
    try copy.replace("en-us/means", with: data)
    let text = try outputs {
      _ = try hear(DebianSpeech.goForward(), in: DebianSpeech.session(), wants: [.partials])
      #expect(throws: SpeechError.self) {
        _ = try PocketSphinxEngine(.init(model: copy.folder))
          .loadModel(DebianSpeech.configuration)
      }
    }
    for mark in Self.marks {
      #expect(!text.contains(mark), "\(mark) in \(text)")
    }
  }
}
