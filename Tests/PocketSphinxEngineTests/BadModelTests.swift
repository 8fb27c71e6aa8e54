import EngineTestSupport
import Foundation
import PocketSphinxEngine
import SpeechRecognition
import Testing

@Suite(.enabled(if: DebianSpeech.isThere, Comment(rawValue: DebianSpeech.reason)))
struct BadModelTests {
  private static let files =
    ModelCopy.acousticFiles.map { "en-us/\($0)" }
    + ["en-us/feat.params", "en-us.lm.bin", "cmudict-en-us.dict"]

  @Test func aWholeCopyIsTakenFromEitherFolder() throws {
    let copy = try ModelCopy()
    for folder in [copy.folder, copy.folder.appendingPathComponent("en-us")] {
      let engine = PocketSphinxEngine(.init(model: folder))
      #expect(try engine.locales() == [LocaleID("en-US")])
      #expect(try engine.validate(DebianSpeech.configuration) == EngineReport())
    }
  }

  @Test(arguments: files)
  func aMissingFileIsNamed(file: String) throws {
    let copy = try ModelCopy()
    try copy.remove(file)
    let error = try failure(.init(model: copy.folder))
    #expect(error.code == .modelNotFound)
    #expect(error.message.contains(file.hasSuffix("dict") ? ".dict" : file))
    #expect(try PocketSphinxEngine(.init(model: copy.folder)).locales().isEmpty)
  }

  @Test func allMissingFilesAreNamedAtOnce() throws {
    let copy = try ModelCopy()
    for file in ["en-us/means", "en-us/sendump", "en-us.lm.bin"] { try copy.remove(file) }
    let error = try failure(.init(model: copy.folder))
    #expect(error.code == .modelNotFound)
    for name in ["means", "sendump", "en-us.lm.bin"] { #expect(error.message.contains(name)) }
    #expect(!error.message.contains("variances"))
  }

  @Test func aFolderThatIsNotThereIsAMissingModel() throws {
    let error = try failure(.init(model: URL(fileURLWithPath: "/nowhere/at-all")))
    #expect(error.code == .modelNotFound)
    #expect(error.message == "The PocketSphinx model's folder /nowhere/at-all isn't there.")
  }

  @Test(arguments: files)
  func anEmptyFileIsRefused(file: String) throws {
    let copy = try ModelCopy()
    try copy.replace(file, with: "")
    let error = try failure(.init(model: copy.folder))
    #expect(error.code == .malformedModel)
    #expect(error.message.contains(file) && error.message.contains("empty"))
  }

  /// The dictionary and the features' settings may be whole when they are cut at a line's end; what
  /// becomes of those is tested in ``CutModelTests`` and ``FeatureParametersTests``.
  @Test(
    arguments: files.filter { !["cmudict-en-us.dict", "en-us/feat.params"].contains($0) },
    [0.0001, 0.1, 0.5, 0.97])
  func aCutFileIsRefused(file: String, share: Double) throws {
    let copy = try ModelCopy()
    try copy.cut(file, to: share)
    let error = try failure(.init(model: copy.folder))
    #expect(error.code == .malformedModel)
  }

  @Test(arguments: files)
  func textInAFileIsRefused(file: String) throws {
    let copy = try ModelCopy()
    try copy.replace(file, with: "<html><body>404 Not Found</body></html>\n")
    let error = try failure(.init(model: copy.folder))
    #expect(error.code == .malformedModel)
    #expect(error.message.contains(file))
  }

  @Test(arguments: ["en-us/mdef", "en-us.lm.bin", "cmudict-en-us.dict", "en-us/sendump"])
  func aDeviceOrAPipeIsNotRead(file: String) throws {
    let copy = try ModelCopy()
    try copy.remove(file)
    #expect(mkfifo(copy.url(file).path, 0o600) == 0)
    #expect(try failure(.init(model: copy.folder)).code == .malformedModel)
    try copy.remove(file)
    try FileManager.default.createSymbolicLink(
      at: copy.url(file), withDestinationURL: URL(fileURLWithPath: "/dev/zero"))
    #expect(try failure(.init(model: copy.folder)).code == .malformedModel)
  }

  @Test(arguments: ["x.gz", "x.BZ2", "x.Z", "a;touch INJECTED;b.gz"])
  func aCompressedNameNeverReachesTheLibrary(name: String) throws {
    let copy = try ModelCopy()
    try copy.replace(name, with: "hello HH AH L OW\n")
    for settings in [
      PocketSphinxEngine.Settings(model: copy.folder, dictionary: copy.url(name)),
      PocketSphinxEngine.Settings(model: copy.folder, languageModel: copy.url(name)),
    ] {
      let error = try failure(settings)
      #expect(error.code == .malformedModel && error.message.contains("compressed"))
    }
  }

  @Test(
    arguments: [
      "-cmn nonsense", "-agc max", "-feat nope", "-svspec abc", "-lowerf 9000", "-upperf 9000",
      "-nfilt 200", "-cmninit abc", "-samprate 100", "-frate 16000", "-varnorm yes", "-what 1",
      "-ncep 12", "-lowerf",
    ])
  func aBadFeatureSettingIsRefused(line: String) throws {
    let copy = try ModelCopy()
    let text = try String(contentsOf: copy.url("en-us/feat.params"), encoding: .utf8)
    try copy.replace("en-us/feat.params", with: text + line + "\n")
    let error = try failure(.init(model: copy.folder))
    #expect(error.code == .malformedModel && error.message.contains("feat.params"))
  }

  @Test(arguments: ["hello hh ah l ow\n", "hello HH AH0 L OW1\n", "<s> SIL\nhello HH AH L OW\n"])
  func aDictionaryWithoutUsableWordsIsRefused(text: String) throws {
    let copy = try ModelCopy()
    try copy.replace("own.dict", with: text)
    let error = try failure(.init(model: copy.folder, dictionary: copy.url("own.dict")))
    #expect(error.code == .malformedModel && error.message.contains("own.dict"))
  }

  @Test func damagedBytesBehindGoodHeadersEndNoProcess() throws {
    for file in ["en-us/means", "en-us/transition_matrices"] {
      let copy = try ModelCopy()
      var data = try Data(contentsOf: copy.url(file))
      for index in (data.count / 2)..<(data.count - 8) { data[index] = UInt8(index * 31 & 0xff) }
      try copy.replace(file, with: data)
      let error = try failure(.init(model: copy.folder))
      #expect(error.code == .malformedModel)
      #expect(!error.engineLog.isEmpty)
    }
  }

  @Test func afterTwentyFailuresAGoodModelStillWorks() throws {
    let copy = try ModelCopy()
    var data = try Data(contentsOf: copy.url("en-us/means"))
    for index in 1000..<2000 { data[index] = 0xff }
    try copy.replace("en-us/means", with: data)
    for _ in 0..<20 {
      let error = try failure(.init(model: copy.folder))
      #expect(error.code == .malformedModel)
      #expect(error.engineLog.contains { $0.contains("means") })
    }
    let final = try hear(DebianSpeech.goForward(), in: DebianSpeech.session()).finals
    #expect(final.map { $0?.text } == ["go forward ten meters"])
  }
}
