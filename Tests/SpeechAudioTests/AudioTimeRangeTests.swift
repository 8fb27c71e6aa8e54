import Foundation
import SpeechAudio
import Testing

@Suite struct AudioTimeRangeTests {
  private let early = AudioTime(samples: 100, rate: 16_000)
  private let late = AudioTime(samples: 300, rate: 16_000)

  private func decoded(start: AudioTime, end: AudioTime) throws -> AudioTimeRange {
    let bytes = try JSONEncoder().encode(["start": start, "end": end])
    return try JSONDecoder().decode(AudioTimeRange.self, from: bytes)
  }

  @Test func aDecodedRangeIsTheOneThatWasEncoded() throws {
    let range = AudioTimeRange(start: early, end: late)
    let bytes = try JSONEncoder().encode(range)
    #expect(try JSONDecoder().decode(AudioTimeRange.self, from: bytes) == range)
    #expect(try decoded(start: early, end: late) == range)
  }

  @Test func aDecodedRangeNeverEndsBeforeItsStart() throws {
    let range = try decoded(start: late, end: early)
    #expect(range == AudioTimeRange(start: late, end: early))
    #expect(range.start == late)
    #expect(range.isEmpty)
  }
}
