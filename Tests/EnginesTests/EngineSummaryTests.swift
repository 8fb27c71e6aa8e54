import SpeechRecognition
import Testing

@testable import engines

@Suite("What is said of an engine")
struct EngineSummaryTests {
  @Test("An engine that can be used is ready, with its abilities told model by model")
  func ready() {
    let text = EngineSummary.text([EngineSummary(Listed(problem: nil))])
    #expect(
      text == """
        listed 1: ready
          good (en-US, fr), written text: /models/good
            can: partialResults, punctuation
          bad (language unknown), spoken text: /models/bad
            can't be used: It is cut. Install it again.

        """)
  }

  @Test("An engine that can't be used says why, and so does its JSON")
  func unavailable() throws {
    let summary = EngineSummary(
      Listed(problem: SpeechError(.engineFailed, "No library.", remedy: "Install it.")))
    #expect(EngineSummary.text([summary]).hasPrefix("listed 1: can't be used: No library. Install"))
    #expect(EngineSummary.json([summary]).contains("\"problem\" : \"No library. Install it.\""))
  }
}

/// An engine that only lists models.
private struct Listed: SpeechEngine {
  let problem: SpeechError?

  var descriptor: EngineDescriptor {
    EngineDescriptor(
      id: "listed", version: "1",
      capabilities: [
        EngineCapabilities(
          task: .dictation, modelID: "good", abilities: [.partialResults, .punctuation])
      ])
  }

  func locales() throws(SpeechError) -> [LocaleID] { [LocaleID("en-US")] }

  func models() -> [InstalledModel] {
    [
      InstalledModel(
        id: "good", path: "/models/good", locales: [LocaleID("en-US"), LocaleID("fr")],
        textStyle: .written),
      InstalledModel(
        id: "bad", path: "/models/bad", locales: [],
        problem: SpeechError(.modelNotFound, "It is cut.", remedy: "Install it again.")),
    ]
  }

  func validate(_ configuration: EngineConfiguration) throws(SpeechError) -> EngineReport {
    if let problem { throw problem }
    return EngineReport()
  }

  func loadModel(_ configuration: EngineConfiguration) throws(SpeechError) -> any EngineModel {
    throw SpeechError(.unsupported, "It only lists.")
  }
}
