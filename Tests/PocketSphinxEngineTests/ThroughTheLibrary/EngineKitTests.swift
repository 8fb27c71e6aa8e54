import PocketSphinxEngine
import SpeechEngineTestKit
import SpeechRecognition
import Testing

@Suite(.enabled(if: Recordings.haveSentences, Comment(rawValue: Recordings.sentencesReason)))
struct EngineKitTests {
  @Test(arguments: EngineCheck.all)
  func pocketSphinxPasses(_ check: EngineCheck) async throws {
    // One sentence: each check recognises it many times.
    try await check.run(
      on: { .pocketSphinx }, fixtures: Array(Fixture.bundled().prefix(1)),
      locale: LocaleID("en-US"))
  }
}
