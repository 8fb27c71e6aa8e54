import Foundation
import SpeechEngineTestKit
import SpeechRecognition
import Testing

struct FixtureTests {
  private static let isInstalled = FileManager.default.fileExists(
    atPath: "/usr/share/pocketsphinx/test/data/librivox/transcription")

  @Test(.enabled(if: isInstalled, "Debian's pocketsphinx-testdata is not installed"))
  func realSpeechComesWithItsWords() throws {
    let fixtures = Fixture.bundled(maximumWordErrorRate: 0.25)
    try #require(fixtures.count == 5)
    let shortest = fixtures[0]
    #expect(shortest.expectedText == "he was not an ill disposed young man")
    #expect(shortest.maximumWordErrors == 2)
    #expect(shortest.sound.format.sampleRate == 16_000)
    #expect(abs(shortest.sound.duration.seconds - 2.99) < 0.01)
    #expect(fixtures.flatMap { WordErrors.words(in: $0.expectedText) }.count == 71)
  }

  @Test func aFolderWithoutSpeechGivesNone() {
    #expect(Fixture.bundled(folder: "/nowhere").isEmpty)
  }

  @Test func boundsThatMakeNoSenseAreMoved() {
    #expect(
      Fixture(sound: .silence(0), expectedText: "", maximumWordErrors: -1).maximumWordErrors == 0)
    for fixture in Fixture.bundled(maximumWordErrorRate: .nan) {
      #expect(fixture.maximumWordErrors == 0)
    }
  }
}
