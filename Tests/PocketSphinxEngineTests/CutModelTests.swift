import EngineTestSupport
import Foundation
import PocketSphinxEngine
import SpeechRecognition
import Testing

/// Models that were not copied to their end, in ways that the library takes without a word.
@Suite(.enabled(if: DebianSpeech.isThere, Comment(rawValue: DebianSpeech.reason)))
struct CutModelTests {
  @Test(
    arguments: ModelCopy.acousticFiles.map { "en-us/\($0)" }
      + ["cmudict-en-us.dict", "en-us.lm.bin"],
    [0.5, 0.99])
  func aFileWhoseEndIsZerosIsRefused(file: String, share: Double) throws {
    let copy = try ModelCopy()
    try copy.blank(file, from: share)
    let error = try failure(.init(model: copy.folder))
    #expect(error.code == .malformedModel)
    let name = file.split(separator: "/").last ?? ""
    #expect(error.message.contains(name) || !error.engineLog.isEmpty)
  }

  @Test(arguments: ["world W E", "world W ER L D\nwor", "world W ER L D\n wor "])
  func aDictionaryThatEndsInsideOfALineIsRefused(text: String) throws {
    let copy = try ModelCopy()
    try copy.replace("own.dict", with: "hello HH AH L OW\n" + text)
    let error = try failure(.init(model: copy.folder, dictionary: copy.url("own.dict")))
    #expect(error.code == .malformedModel)
    #expect(error.message.contains("own.dict") && error.message.contains("wor"))
  }

  @Test(arguments: ["world W ER L D", "## the end", ";; the end", "  "])
  func aDictionarysLastLineNeedsNoLineBreak(line: String) throws {
    let copy = try ModelCopy()
    try copy.replace("own.dict", with: "hello HH AH L OW\n" + line)
    let engine = PocketSphinxEngine(.init(model: copy.folder, dictionary: copy.url("own.dict")))
    _ = try engine.loadModel(DebianSpeech.configuration)
  }

  @Test func withoutADictionaryOfNoisesSpeechIsStillHeard() throws {
    let copy = try ModelCopy()
    try copy.remove("en-us/noisedict")
    let finals = try hear(DebianSpeech.goForward(), in: DebianSpeech.session(copy.turtle())).finals
    #expect(finals.map { $0?.text } == ["go forward ten meters"])
  }

  @Test func anEmptyDictionaryOfNoisesIsRefused() throws {
    let copy = try ModelCopy()
    try copy.replace("en-us/noisedict", with: "")
    let error = try failure(copy.turtle())
    #expect(error.code == .malformedModel)
    #expect(error.message.contains("noisedict can't be used: it is empty"))
  }
}
