import PocketSphinxEngine
import SpeechEngineTestKit
import SpeechRecognition
import Testing

@Suite(.enabled(if: Recordings.haveSentences, Comment(rawValue: Recordings.sentencesReason)))
struct EngineKitTests {
  /// The two shortest, since each check recognises its fixtures many times.
  private static let fixtures = Array(
    Fixture.bundled().sorted { $0.sound.frameCount < $1.sound.frameCount }.prefix(2))

  @Test(arguments: EngineCheck.all)
  func pocketSphinxPasses(_ check: EngineCheck) async throws {
    try await check.run(
      on: { .pocketSphinx }, fixtures: Self.fixtures, locale: LocaleID("en-US"))
  }
}
