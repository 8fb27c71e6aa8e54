import Foundation
import SpeechAudio
import SpeechRecognition
import Testing

@testable import SherpaOnnxEngine

struct ModelManifestTests {
  private static let whole = """
    {"format": 1, "id": "moonshine-tiny-en", "engine": "sherpa-onnx", "kind": "moonshine",
     "locale": "en", "textStyle": "written", "longestUtterance": 20, "licence": "MIT",
     "source": "https://example.org", "later": [1, 2],
     "files": {
       "encoder": {"path": "encoder_model.ort", "bytes": 13281600,
         "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789ABCDEF"},
       "decoder": {"path": "sub/decoder_model_merged.ort"}, "tokens": {"path": "tokens.txt"}}}
    """

  private func parse(_ text: String) throws -> ModelManifest? {
    try ModelManifest.parse(Array(text.utf8), path: "/models/a/model.json")
  }

  @Test func everyFieldIsRead() throws {
    let manifest = try #require(try parse(Self.whole))
    #expect(manifest.id == "moonshine-tiny-en" && manifest.kind == .moonshine)
    #expect(manifest.locales == [LocaleID("en")] && manifest.textStyle == .written)
    #expect(manifest.longestUtterance == 20 && manifest.licence == "MIT")
    #expect(manifest.files[.encoder]?.bytes == 13_281_600)
    #expect(manifest.files[.encoder]?.sha256?.count == 64)
    #expect(manifest.files[.decoder]?.path == "sub/decoder_model_merged.ort")
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let manifest = try #require(try parse(Self.whole))
    let data = try JSONEncoder().encode(manifest)
    #expect(try ModelManifest.parse([UInt8](data), path: "model.json") == manifest)
  }

  @Test func severalLocalesAreRead() throws {
    let text = Self.whole.replacingOccurrences(
      of: "\"locale\": \"en\"", with: "\"locales\": [\"zh-Hans-CN\", \"en-US\"]")
    #expect(try parse(text)?.locales == [LocaleID("zh-Hans-CN"), LocaleID("en-US")])
  }

  @Test func aManifestOfAnotherEngineIsNotOurs() throws {
    #expect(try parse("{\"format\": 9, \"engine\": \"pocketsphinx\"}") == nil)
  }

  @Test(arguments: [
    ("\"format\": 1", "\"format\": 2", "“format” is 2"),
    ("\"format\": 1", "\"format\": 1.5", "“format” is 1.5"),
    ("\"format\": 1,", "", "“format” is missing"),
    ("\"id\": \"moonshine-tiny-en\",", "", "“id” is missing"),
    ("\"moonshine-tiny-en\"", "7", "“id” has the wrong type"),
    ("\"moonshine-tiny-en\"", "\"a/b\"", "“id” must"),
    ("\"moonshine\"", "\"moon\"", "“kind”: “moon” isn't one of moonshine, whisper"),
    ("\"written\"", "\"loud\"", "“textStyle”: “loud”"),
    ("\"locale\": \"en\"", "\"locale\": \"?\"", "“locales” must"),
    ("\"longestUtterance\": 20", "\"longestUtterance\": -1", "“longestUtterance” is -1"),
    ("\"longestUtterance\": 20", "\"longestUtterance\": \"20\"", "“longestUtterance” has"),
    ("\"tokens\":", "\"words\":", "“files.words”: it isn't one of encoder"),
    ("\"tokens.txt\"", "\"../tokens.txt\"", "“files.tokens.path” is “../tokens.txt”"),
    ("\"tokens.txt\"", "\"/etc/passwd\"", "doesn't stay inside the folder"),
    ("\"tokens.txt\"", "\"a/../../b\"", "doesn't stay inside the folder"),
    ("\"tokens.txt\"", "\"\"", "doesn't stay inside the folder"),
    ("{\"path\": \"tokens.txt\"}", "{}", "“files.tokens.path” is missing"),
    ("{\"path\": \"tokens.txt\"}", "\"tokens.txt\"", "“files.tokens” has the wrong type"),
    ("13281600", "0", "“files.encoder.bytes” is 0"),
    ("13281600", "1.5", "“files.encoder.bytes”"),
    ("89ABCDEF", "89ABCDEG", "“files.encoder.sha256” isn't 64"),
    ("89ABCDEF", "89", "“files.encoder.sha256” isn't 64"),
    ("{\"format\"", "[\"format\"", "it isn't JSON"),
  ])
  func anErrorNamesFileAndField(_ part: String, _ other: String, _ message: String) throws {
    #expect(Self.whole.contains(part))
    let text = Self.whole.replacingOccurrences(of: part, with: other)
    let error = try #require(#expect(throws: SpeechError.self) { try parse(text) })
    #expect(error.code == .malformedModel && error.engine == "sherpa-onnx")
    #expect(error.message.hasPrefix("/models/a/model.json can't be used: "))
    #expect(error.message.contains(message), "\(error)")
  }

  @Test(arguments: ["", "[]", "7", "null", "\u{0}", "{}"])
  func whatIsNoObjectIsRefused(_ text: String) throws {
    let error = try #require(#expect(throws: SpeechError.self) { try parse(text) })
    #expect(error.code == .malformedModel)
  }

  @Test func aFolderWithoutOneHasNone() throws {
    let folder = try TestFolder()
    #expect(try ModelManifest.read(in: folder.path) == nil)
    try folder.write("model.json", Self.whole)
    #expect(try ModelManifest.read(in: folder.path)?.id == "moonshine-tiny-en")
  }
}
