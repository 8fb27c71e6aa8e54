import EngineTestSupport
import Foundation
import SpeechAudio
import SpeechRecognition
import Testing

@testable import SherpaOnnxEngine

@Suite("What the engine is asked for")
struct ConfigurationTests {
  private func error(
    _ configuration: EngineConfiguration, _ settings: SherpaOnnxEngine.Settings = .init()
  ) -> SpeechError? {
    do throws(SpeechError) {
      _ = try SherpaOnnxEngine(settings).validate(configuration)
      return nil
    } catch {
      return error
    }
  }

  @Test("What there is not is refused by name, with the cure")
  func refused() {
    var configuration = Installed.configuration
    configuration.options = ["beam": "3"]
    #expect(error(configuration)?.code == .invalidParameter)
    #expect(error(configuration)?.message.contains("beam") == true)
    configuration = Installed.configuration
    configuration.threads = 0
    #expect(error(configuration)?.code == .invalidParameter)
    configuration = Installed.configuration
    configuration.tasks = [:]
    #expect(error(configuration)?.code == .missingParameter)
    configuration.tasks = ["x": EngineTask(kind: EngineTask.Kind(rawValue: "grammar"))]
    #expect(error(configuration)?.code == .unsupported)
    let address = SherpaOnnxEngine.Settings(model: URL(string: "https://example.org/model"))
    #expect(error(Installed.configuration, address)?.code == .invalidParameter)
  }

  @Test(
    "A model that isn't there is named, and those that are",
    .enabled(if: Installed.moonshine, Installed.moonshineReason))
  func unknownModel() throws {
    let found = try #require(
      error(Installed.configuration, SherpaOnnxEngine.Settings(modelName: "nix")))
    #expect(found.code == .modelNotFound)
    #expect(found.message.contains("nix") && found.message.contains("moonshine-tiny-en"))
    let folder = SherpaOnnxEngine.Settings(model: URL(filePath: "/nowhere/model"))
    #expect(error(Installed.configuration, folder)?.code == .modelNotFound)
  }

  @Test(
    "A language that no model has is refused",
    .enabled(if: Installed.moonshine, Installed.moonshineReason))
  func unknownLanguage() {
    let found = error(EngineConfiguration(locale: LocaleID("fi")))
    #expect(found?.code == .localeNotSupported)
    #expect(found?.message.contains("en") == true)
  }

  @Test(
    "Advice that isn't used is told",
    .enabled(if: Installed.moonshine, Installed.moonshineReason))
  func unapplied() throws {
    var configuration = Installed.configuration
    configuration.tasks = [
      EngineConfiguration.defaultTask: .dictation(
        hints: LanguageHints(contextualStrings: ["Dashwood"]))
    ]
    let report = try SherpaOnnxEngine().validate(configuration)
    #expect(report.unapplied.count == 1)
  }

  @Test("Without the trait the engine can be named, and says how to get it")
  func withoutTheTrait() {
    guard let problem = Installed.problem, problem.contains("trait") else { return }
    let engine = SherpaOnnxEngine()
    #expect(!engine.availability(for: Installed.configuration).isAvailable)
    #expect(error(Installed.configuration)?.code == .unsupported)
    #expect(problem.contains("SherpaOnnx"))
  }

  @Test("Equal settings share workers, different ones don't")
  func identifiers() {
    #expect(SherpaOnnxEngine().descriptor.id == "sherpa-onnx")
    let fast = SherpaOnnxEngine(.init(preset: .fast)).descriptor.id
    #expect(fast != "sherpa-onnx" && fast == SherpaOnnxEngine(.init(preset: .fast)).descriptor.id)
  }

  @Test(
    "The order of calls is kept",
    .enabled(if: Installed.moonshine, Installed.moonshineReason))
  func order() throws {
    let session = try SherpaOnnxEngine.sherpaOnnx.loadModel(Installed.configuration)
      .makeSession(Installed.configuration)
    let context = EngineContext { _ in }
    let buffer = AudioBuffer(Sounds.silence(0.1), sampleRate: 16_000)
    #expect(throws: SpeechError.self) { try session.accept(buffer, context) }
    #expect(throws: SpeechError.self) { try session.end(context) }
    #expect(throws: SpeechError.self) { try session.pause(context) }
    #expect(throws: SpeechError.self) {
      try session.begin(UtteranceRequest(task: "other"), context)
    }
    try session.begin(UtteranceRequest(), context)
    #expect(throws: SpeechError.self) { try session.begin(UtteranceRequest(), context) }
    let other = AudioBuffer(Sounds.silence(0.1), sampleRate: 8000)
    #expect(throws: SpeechError.self) { try session.accept(other, context) }
    #expect(try hear(Sounds.silence(0.5), in: session).finals == [nil])
  }
}
