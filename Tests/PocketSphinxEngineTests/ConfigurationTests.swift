import Foundation
import PocketSphinxEngine
import SpeechRecognition
import Testing

@Suite(.enabled(if: DebianSpeech.isThere, Comment(rawValue: DebianSpeech.reason)))
struct ConfigurationTests {
  private let engine: any SpeechEngine = .pocketSphinx

  private func code(_ configuration: EngineConfiguration) -> SpeechError.Code? {
    do throws(SpeechError) {
      _ = try engine.validate(configuration)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func debiansModelIsAmericanEnglish() throws {
    #expect(try engine.locales() == [LocaleID("en-US")])
    #expect(engine.descriptor.id == "pocketsphinx")
    #expect(engine.availability(for: DebianSpeech.configuration).isAvailable)
    let abilities = engine.descriptor.capabilities(task: .dictation, locale: LocaleID("en-US"))
    #expect(abilities.contains(.confidence) && !abilities.contains(.contextualStrings))
  }

  @Test(arguments: ["de-DE", "en-GB", "und", "", "zh-Hans-CN"])
  func anotherLocaleIsRefused(identifier: String) {
    #expect(code(EngineConfiguration(locale: LocaleID(identifier))) == .localeNotSupported)
  }

  @Test func whatCanNotBeDoneIsRefused() {
    let locale = LocaleID("en-US")
    let strange = EngineTask(kind: EngineTask.Kind(rawValue: "strange"))
    #expect(code(EngineConfiguration(locale: locale, tasks: ["a": strange])) == .unsupported)
    #expect(code(EngineConfiguration(locale: locale, tasks: [:])) == .missingParameter)
    #expect(code(EngineConfiguration(locale: locale, options: ["x": "y"])) == .invalidParameter)
    #expect(code(EngineConfiguration(locale: locale, threads: 0)) == .invalidParameter)
    #expect(code(EngineConfiguration(locale: locale, modelID: "x")) == .modelNotFound)
  }

  @Test func adviceThatIsNotAppliedIsReported() throws {
    let task = EngineTask.dictation(hints: LanguageHints(contextualStrings: ["Avonlea"]))
    let report = try engine.validate(
      EngineConfiguration(locale: LocaleID("en-US"), threads: 4, tasks: ["default": task]))
    #expect(report.unapplied.count == 2)
  }

  @Test func settingsOutsideTheirRangeAreRefused() {
    typealias Settings = PocketSphinxEngine.Settings
    let changes: [(inout Settings) -> Void] = [
      { $0.languageWeight = 0 }, { $0.languageWeight = .nan }, { $0.wordInsertionPenalty = -1 },
      { $0.maximumActiveStates = 0 }, { $0.maximumWordExits = -1 },
      { $0.model = URL(string: "https://example.org/model") },
    ]
    for change in changes {
      var settings = Settings()
      change(&settings)
      let error = #expect(throws: SpeechError.self) {
        _ = try PocketSphinxEngine(settings).validate(DebianSpeech.configuration)
      }
      #expect(error?.code == .invalidParameter)
    }
  }

  @Test func enginesOfOtherSettingsHaveOtherIdentifiers() {
    var weight = PocketSphinxEngine.Settings()
    weight.languageWeight = 7
    let engines: [PocketSphinxEngine] = [
      .pocketSphinx, .pocketSphinx(.init(preset: .fast)), .pocketSphinx(weight),
      .pocketSphinx(.init(model: URL(fileURLWithPath: "/a"))),
      .pocketSphinx(.init(dictionary: URL(fileURLWithPath: "/a"))),
      .pocketSphinx(.init { _ in }), .pocketSphinx(.init { _ in }),
    ]
    #expect(Set(engines.map(\.descriptor.id)).count == engines.count)
    #expect(
      PocketSphinxEngine(.init(preset: .fast)).descriptor.id == engines[1].descriptor.id)
  }
}
