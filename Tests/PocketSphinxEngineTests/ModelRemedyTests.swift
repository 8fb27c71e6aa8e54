import Foundation
import SpeechRecognition
import Testing

@testable import PocketSphinxEngine

/// What a user is told of a model that can't be used: which part, and what to do.
@Suite(.enabled(if: DebianSpeech.isThere, Comment(rawValue: DebianSpeech.reason)))
struct ModelRemedyTests {
  /// The files of a copy, as if Debian's package had installed it.
  private func installed(_ copy: ModelCopy) throws -> ModelFiles {
    var files = try ModelFiles.resolve(.init(model: copy.folder))
    files.isDefault = true
    return files
  }

  private func remedy(_ files: ModelFiles) -> String? {
    #expect(throws: SpeechError.self) { try files.validate() }?.remedy
  }

  @Test func filesOfTheInstalledModelAreInstalledAgain() throws {
    let copy = try ModelCopy()
    try copy.replace("cmudict-en-us.dict", with: "")
    #expect(
      remedy(try installed(copy)) == "Run: apt install --reinstall pocketsphinx-en-us")
    try copy.remove("cmudict-en-us.dict")
    #expect(remedy(try installed(copy)) == "Run: apt install pocketsphinx-en-us")
  }

  @Test(arguments: [false, true])
  func forAFileOfOnesOwnNothingIsInstalled(isThere: Bool) throws {
    let copy = try ModelCopy()
    let own = copy.url("own.file")
    if isThere { try copy.replace("own.file", with: "") }
    for settings in [
      PocketSphinxEngine.Settings(dictionary: own), PocketSphinxEngine.Settings(languageModel: own),
    ] {
      let error = try failure(settings)
      #expect(error.code == (isThere ? .malformedModel : .modelNotFound))
      #expect(error.message.contains(own.path))
      #expect(error.remedy == "Check the path, or use a whole copy.")
    }
  }

  @Test func aMissingFolderIsToldAsOneBesideAMissingFile() throws {
    let copy = try ModelCopy()
    var files = try installed(copy)
    files.folder = "/nowhere/en-us"
    files.acousticModel = files.folder
    files.dictionary = "/nowhere/cmudict-en-us.dict"
    files.languageModel = "/elsewhere/my.lm"
    files.given = [files.languageModel]
    let error = try #require(#expect(throws: SpeechError.self) { try files.validate() })
    #expect(
      error.message == "The PocketSphinx model's folder /nowhere/en-us isn't there. "
        + "A file of the PocketSphinx model is missing: /elsewhere/my.lm.")
    #expect(error.remedy == "Run: apt install pocketsphinx-en-us")
  }

  @Test func aFileInThePlaceOfTheFolderIsTold() throws {
    let copy = try ModelCopy()
    let error = try failure(.init(model: copy.url("cmudict-en-us.dict")))
    #expect(error.code == .modelNotFound)
    #expect(error.message.hasSuffix("/cmudict-en-us.dict is no folder."))
  }

  @Test func whatTheLibrarySaysStandsInTheMessage() throws {
    let copy = try ModelCopy()
    var data = try Data(contentsOf: copy.url("en-us/means"))
    for index in 1000..<2000 { data[index] = 0xff }
    try copy.replace("en-us/means", with: data)
    let error = try failure(copy.turtle())
    #expect(error.message.contains("turtle.lm.bin: "))
    let reason = error.message.split(separator: "turtle.lm.bin: ").last ?? ""
    #expect(error.engineLog.contains { $0.contains(reason.dropLast()) }, "\(error.message)")
  }

  @Test func theLastErrorOfTheLogIsKeptThroughLaterLines() {
    let log = LogCollector(receiver: nil, lowestLevel: .info)
    #expect(log.lastFailure == nil)
    log.receive("ERROR: \"acmod.c\", line 79: Folder is empty.\n", level: 4)
    for _ in 0..<20 { log.receive("INFO: x.c(1): on it goes\n", level: 1) }
    #expect(log.lastFailure == "Folder is empty.")
    log.receive("FATAL: \"mdef.c\", line 9: No ", level: 5)
    #expect(log.lastFailure == "No.")
  }
}
