import EngineTestSupport
import Foundation
import PocketSphinxEngine
import SpeechRecognition
import Testing

/// What a model's `feat.params` may change, and what it may not.
@Suite(.enabled(if: DebianSpeech.isThere, Comment(rawValue: DebianSpeech.reason)))
struct FeatureParametersTests {
  private static let file = "en-us/feat.params"

  @Test(
    arguments: [
      "-vad_startspeech 60", "-vad_startspeech 1", "-vad_prespeech 1", "-vad_postspeech 1",
      "-vad_prespeech 500\n-vad_startspeech 500", "-vad_threshold 100", "-remove_silence yes",
    ])
  func voiceActivitySettingsChangeNoWordAndNoTime(lines: String) throws {
    let copy = try ModelCopy()
    let sound = try DebianSpeech.goForward()
    let whole = try hear(sound, in: DebianSpeech.session(copy.turtle())).finals
    let text = try String(contentsOf: copy.url(Self.file), encoding: .utf8)
    try copy.replace(Self.file, with: text + lines + "\n")
    let changed = try hear(sound, in: DebianSpeech.session(copy.turtle())).finals
    #expect(whole.map { $0?.text } == ["go forward ten meters"])
    #expect(changed == whole)
  }

  /// Without the seventh line, `-svspec`, the features don't fit the means.
  @Test(arguments: 0..<13)
  func aFileCutAtALineIsRefusedOrStillWorks(lines: Int) throws {
    let copy = try ModelCopy()
    let text = try String(contentsOf: copy.url(Self.file), encoding: .utf8)
    let kept = text.split(separator: "\n").prefix(lines).map { $0 + "\n" }.joined()
    try copy.replace(Self.file, with: kept)
    if lines < 7 {
      #expect(try failure(copy.turtle()).code == .malformedModel)
    } else {
      let session = try DebianSpeech.session(copy.turtle())
      let finals = try hear(DebianSpeech.goForward(), in: session).finals
      #expect(finals.map { $0?.text } == ["go forward ten meters"])
    }
  }
}
