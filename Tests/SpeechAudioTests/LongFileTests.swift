import Foundation
import SpeechAudio
import Testing

@Suite struct LongFileTests {
  /// Three hours of silence: a header, and a hole that takes no room on the disk.
  @Test func threeHoursAreReadInFlatMemory() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let frames = 3 * 3600 * 16_000
      let header = SoundBytes.wav([], size: UInt32(frames * 2))
      let url = try folder.file("long.wav", header)
      #expect(truncate(url.path(), off_t(44 + frames * 2)) == 0)
      let file = try AudioFile(url)
      #expect(file.declaredFrameCount == Int64(frames))
      var count = try file.read(frames: 65_536)?.frameCount ?? 0
      let before = LongFileTests.greatestMemory()
      while let buffer = try file.read(frames: 65_536) { count += buffer.frameCount }
      #expect(count == frames)
      #expect(file.position == AudioTime(samples: 3 * 3600, rate: 1))
      #expect(LongFileTests.greatestMemory() - before < 16_384)
    }
  }

  /// The most memory that the process has had, in kilobytes.
  static func greatestMemory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
  }
}
