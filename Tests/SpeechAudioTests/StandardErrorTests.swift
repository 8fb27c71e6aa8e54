import Foundation
import SpeechAudio
import Testing

/// What the decoders may not do: write to a program's standard error. The work is done in a process of
/// its own, whose standard error is nobody else's.
@Suite struct StandardErrorTests {
  private static let rubbish = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3 &* 7919) }
  private static let tag: [UInt8] =
    Array("ID3".utf8) + [4, 0, 0, 0, 0, 2, 0] + [UInt8](repeating: 0, count: 256)

  private static let notMP3: [(bytes: [UInt8], words: String)] = [
    ([0xFF, 0xFB, 0x50, 0xC4] + rubbish, "an MP3 file"),
    (CompressedBytes.mp3(frames: 1) + rubbish, "an MP3 file"),
    (tag + rubbish, "an MP3 file"),
    (utf16("Text, and more of it.\r\n", isBigEndian: false), "is a text, not sound"),
    (utf16("Ein Bär. 日本語 🎈\n", isBigEndian: false), "is a text, not sound"),
    (utf16("Text, and more of it.\r\n", isBigEndian: true), "is a text, not sound"),
  ]

  @Test func whatOnlyBeginsLikeAnMP3FileIsRefusedInSilence() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let folder = try TemporaryFolder()
      for (bytes, words) in StandardErrorTests.notMP3 {
        let url = try folder.file("x.mp3", bytes)
        expectError(.unreadableAudio, saying: "x.mp3", words) { _ = try AudioFile(url) }
        expectError(.unreadableAudio, saying: "pipe", words) {
          _ = try AudioFile(fileDescriptor: pipe([bytes]), name: "pipe", closesDescriptor: true)
        }
      }
    }
    expectSilence(result)
  }

  @Test func soundBetweenRubbishIsReadInSilence() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let folder = try TemporaryFolder()
      let rubbish = StandardErrorTests.rubbish
      let bytes = rubbish + CompressedBytes.mp3(frames: 20) + rubbish
      let url = try folder.file("x.mp3", CompressedBytes.mp3(frames: 20) + bytes)
      let file = try AudioFile(url)
      #expect(try file.samples().count > 30 * 1152)
      #expect(file.warnings.count == 1)
    }
    expectSilence(result)
  }

  private func expectSilence(_ result: ExitTest.Result?) {
    let written = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(!written.contains("MPEG"))
    #expect(!written.contains("mpg123"))
  }

  @Test func aTagBeforeAnotherKindOfSoundIsPassedOver() throws {
    let folder = try TemporaryFolder()
    let samples = SoundBytes.ramp(3000)
    let file = try AudioFile(try folder.file("x", Self.tag + CompressedBytes.flac(samples)))
    #expect(try file.samples() == samples.unit)
  }

  private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    ("\u{FEFF}" + String(repeating: text, count: 300)).utf16.flatMap {
      isBigEndian ? SoundBytes.big($0) : SoundBytes.little($0)
    }
  }
}
