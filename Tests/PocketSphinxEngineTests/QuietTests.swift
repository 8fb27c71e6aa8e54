import EngineTestSupport
import Foundation
import PocketSphinxEngine
import SpeechRecognition
import Testing

/// What reaches a process's standard output and error while the library works. The work is done in a
/// process of its own, whose outputs are nobody else's.
@Suite(.enabled(if: DebianSpeech.isThere, Comment(rawValue: DebianSpeech.reason)))
struct QuietTests {
  /// Marks of the library's own lines: `INFO: acmod.c(252)`, its table of options, its failures.
  private static let marks = [".c(", ".c\"", "INFO", "ERROR:", "FATAL", "-lowerf", "Usage"]

  private func written(_ result: ExitTest.Result?) -> String {
    let bytes = (result?.standardOutputContent ?? []) + (result?.standardErrorContent ?? [])
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func theCaptureSeesBothOutputs() async {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      FileHandle.standardOutput.write(Data("INFO: to standard output\n".utf8))
      FileHandle.standardError.write(Data("ERROR: to standard error\n".utf8))
    }
    let text = written(result)
    #expect(text.contains("INFO: to standard output") && text.contains("ERROR: to standard error"))
  }

  @Test func theLibraryWritesToNeitherOutput() async {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      let copy = try ModelCopy()
      var data = try Data(contentsOf: copy.url("en-us/means"))
      for index in 1000..<2000 { data[index] = 0xff }
      try copy.replace("en-us/means", with: data)
      _ = try hear(DebianSpeech.goForward(), in: DebianSpeech.session(), wants: [.partials])
      #expect(throws: SpeechError.self) {
        _ = try PocketSphinxEngine(.init(model: copy.folder))
          .loadModel(DebianSpeech.configuration)
      }
    }
    let text = written(result)
    for mark in Self.marks {
      #expect(!text.contains(mark), "\(mark) in \(text)")
    }
  }
}
