import Foundation
import Testing

@testable import PocketSphinxEngine

@Suite(.enabled(if: DebianSpeech.isThere, Comment(rawValue: DebianSpeech.reason)))
struct ModelFilesTests {
  @Test func debiansFoldersAreTheDefault() throws {
    let files = try ModelFiles.resolve(.init())
    #expect(files.acousticModel == DebianSpeech.model + "/en-us")
    #expect(files.dictionary == DebianSpeech.model + "/cmudict-en-us.dict")
    #expect(files.languageModel == DebianSpeech.model + "/en-us.lm.bin")
    #expect(files.missing.isEmpty)
  }

  @Test func foldersOfTheSearchPathComeFirst() throws {
    let copy = try ModelCopy()
    let root = copy.folder.deletingLastPathComponent().path
    let roots = ModelFiles.searchPath(added: "/nowhere:\(root)/")
    #expect(roots == ["/nowhere", root, ModelFiles.debianRoot])
    #expect(ModelFiles.defaultFolder(searching: roots) == copy.folder.path)
    #expect(ModelFiles.defaultFolder(searching: ["/nowhere"]) == DebianSpeech.model)
  }

  @Test func ownFilesStandInForTheModelsOwn() throws {
    let copy = try ModelCopy()
    try copy.remove("cmudict-en-us.dict")
    try copy.replace("mine.dic", with: "hello HH AH L OW\n")
    let found = try ModelFiles.resolve(.init(model: copy.folder))
    #expect(found.dictionary == copy.url("mine.dic").path)
    let given = try ModelFiles.resolve(
      .init(model: copy.folder, languageModel: URL(fileURLWithPath: "/a/b.lm")))
    #expect(given.languageModel == "/a/b.lm")
    #expect(given.missing == ["/a/b.lm"])
  }
}
