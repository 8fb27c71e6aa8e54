import CSherpaOnnxShim
import Foundation
import SpeechAudio
import SpeechRecognition
import Testing

@testable import SherpaOnnxEngine

/// The library is opened once a process, so each of these has a process of its own.
@Suite(
  "Libraries that can't be used", .enabled(if: Installed.engine, Installed.engineReason))
struct LibraryTests {
  @Test(
    "A library that is missing, no library, or of another architecture is named; a good one opens after it"
  )
  func unusable() async {
    await #expect(processExitsWith: .success) {
      let folder = try TestFolder()
      try folder.write("text.so", "no library at all")
      try folder.write("other.so", Self.elfOfAnotherMachine)
      for name in ["missing.so", "text.so", "other.so"] {
        let found = Self.error("\(folder.path)/\(name)")
        #expect(found?.code == .engineFailed)
        #expect(found?.message.contains("\(folder.path)/\(name)") == true)
        #expect(found?.remedy?.contains("install-sherpa-onnx") == true)
      }
      #expect(Self.error(nil) == nil)
    }
  }

  @Test("A library without a version, or of another version, is refused with what is needed")
  func otherVersion() async {
    await #expect(processExitsWith: .success) {
      let installed = UserData.folder() + "/sherpa-onnx/lib/libonnxruntime.so"
      let runtime = Self.error(installed)
      #expect(runtime?.code == .unsupported)
      #expect(runtime?.message.contains("2.0.1 is needed") == true)

      let folder = try TestFolder()
      try folder.write("old.c", "const char *SherpaOnnxGetVersionStr(void) { return \"1.0.0\"; }\n")
      let compiler = Process()
      compiler.executableURL = URL(filePath: "/usr/bin/env")
      compiler.arguments = ["cc", "-shared", "-o", "\(folder.path)/old.so", "\(folder.path)/old.c"]
      try compiler.run()
      compiler.waitUntilExit()
      let old = Self.error("\(folder.path)/old.so")
      #expect(old?.message.contains("1.0.0") == true)
      #expect(old?.message.contains("2.0.1") == true)
      #expect(Self.error(nil) == nil)
    }
  }

  @Test("The environment names the library, or its folder")
  func environment() throws {
    let folder = try TestFolder()
    let variable = Library.variable
    #expect(Library.candidates(nil, environment: [variable: "/x/lib.so"]) == ["/x/lib.so"])
    #expect(
      Library.candidates(nil, environment: [variable: folder.path])
        == ["\(folder.path)/\(Library.fileName)"])
    #expect(Library.candidates("/given.so", environment: [variable: "/x"]) == ["/given.so"])
    let usual = Library.candidates(nil, environment: ["HOME": "/home/me", "XDG_DATA_HOME": "rel"])
    #expect(usual.first == "/home/me/.local/share/swift-speech/sherpa-onnx/lib/\(Library.fileName)")
  }

  static func error(_ path: String?) -> SpeechError? {
    do throws(SpeechError) {
      try Library.open(path, engineID: "tests")
      return nil
    } catch {
      return error
    }
  }

  /// The first bytes of a shared library for a machine that nobody has: 64 bits, little-endian, AVR.
  static let elfOfAnotherMachine: [UInt8] =
    [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9)
    + [3, 0, 83, 0, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 40)
}

@Suite(
  "Models that the library fails on", .enabled(if: Installed.moonshine, Installed.moonshineReason))
struct FailingModelTests {
  /// Loads a model without our checks.
  private func load(_ files: [ModelRole: String]) throws -> (status: Int32, lines: [String]) {
    let moonshine = try ModelSearch.ofUser.folder("moonshine-tiny-en")
    let folder = ModelFolder(
      path: moonshine.path, id: "broken", kind: .moonshine,
      files: moonshine.files.merging(files) { $1 }, locales: moonshine.locales, isWritten: true,
      longestUtterance: nil, statedSizes: [:])
    let (status, log) = CallLog.during { log in
      folder.withModel(LocaleID("en"), threads: 1, preset: .accurate) { model in
        var handle: OpaquePointer?
        var model = model
        let status = shx_create(&model, log, &handle)
        shx_destroy(handle)
        return status
      }
    }
    return (status, log.lines)
  }

  @Test(
    "Tokens on which it wishes to end the process are a failure with its own line; the next model works"
  )
  func endOfProcess() throws {
    let folder = try TestFolder()
    try folder.write("tokens.txt", "hello world foo bar\n")
    for _ in 0..<20 {
      let result = try load([.tokens: "\(folder.path)/tokens.txt"])
      #expect(result.status == SHX_FATAL)
      #expect(result.lines.contains { $0.contains("hello world foo bar") })
    }
    #expect(try load([:]).status == SHX_OK)
  }

  @Test("Files that are no models are failures with the library's reason")
  func noModels() throws {
    let folder = try TestFolder()
    let encoder = try #require(try ModelSearch.ofUser.folder("moonshine-tiny-en").files[.encoder])
    let bytes = try Data(contentsOf: URL(filePath: encoder))
    try folder.write("cut.ort", Array(bytes.prefix(1_000_000)))
    try folder.write("text.ort", "this is no model")
    try folder.write("empty.ort", [])
    for name in ["cut.ort", "text.ort", "empty.ort", "missing.ort"] {
      let result = try load([.encoder: "\(folder.path)/\(name)"])
      #expect(result.status == SHX_FAILED, "\(name)")
      #expect(!result.lines.isEmpty, "\(name)")
    }
  }

  @Test("The engine refuses such folders before the library sees them")
  func refusedFolders() throws {
    let moonshine = try ModelSearch.ofUser.folder("moonshine-tiny-en")
    for role in [ModelRole.encoder, .decoder, .tokens] {
      let folder = try TestFolder("broken-en")
      for (other, file) in moonshine.files {
        let name = String(file.split(separator: "/").last ?? "")
        if other == role {
          try folder.write(name, "this is no model\n")
        } else {
          try folder.link(name, to: file)
        }
      }
      let engine = SherpaOnnxEngine(.init(model: URL(filePath: folder.path)))
      #expect(throws: SpeechError.self, "\(role)") {
        try engine.loadModel(Installed.configuration)
      }
      #expect(engine.models().first?.problem != nil)
    }
  }
}

@Suite(
  "Nothing reaches standard output or error",
  .enabled(if: Installed.moonshine && DebianSpeech.isThere, Installed.moonshineReason))
struct QuietTests {
  @Test("Neither from decoding nor from failures of every kind")
  func quiet() async {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      let recognizer = try SpeechRecognizer(engine: .sherpaOnnx, detection: .silero())
      _ = try await recognizer.transcribe(DebianSpeech.url("0930"))
      try FailingModelTests().endOfProcess()
      try FailingModelTests().noModels()
      // The library says of an utterance without samples what went wrong inside.
      let model = try ModelSearch.ofUser.folder("moonshine-tiny-en")
      let loaded = try Recognizer(model, Installed.configuration, settings: .init())
      #expect(throws: SpeechError.self) { try loaded.recognize([]) }
    }
    let bytes = (result?.standardOutputContent ?? []) + (result?.standardErrorContent ?? [])
    let text = String(decoding: bytes, as: UTF8.self)
    for mark in ["sherpa-onnx/csrc", "onnxruntime", "Error:", "exception", "FATAL"] {
      #expect(!text.contains(mark), "\(mark) in \(text)")
    }
  }
}
