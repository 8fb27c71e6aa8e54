import Foundation
import PocketSphinxEngine
import SpeechRecognition
import Testing

@Suite(.enabled(if: Recordings.haveSentences, Comment(rawValue: Recordings.sentencesReason)))
struct TimeTests {
  private func words(_ sound: AudioBuffer) async throws -> [Transcription.Segment] {
    let recognizer = try SpeechRecognizer(engine: .pocketSphinx, locale: LocaleID("en-US"))
    let request = AudioBufferRecognitionRequest(
      options: RecognitionOptions(reportsPartialResults: false))
    let task = recognizer.recognitionTask(with: request)
    for piece in sound.pieces(of: 1600) { try await request.append(piece) }
    request.endAudio()
    return try await task.transcript().words
  }

  /// Pauses of whole frames: 3 s, 7.25 s, and more than half a minute.
  @Test(arguments: [48_000, 116_000, 600_000])
  func aPauseShiftsTheWordsBehindItByExactlyItsLength(samples: Int) async throws {
    let sentence = try Recordings.sound(Recordings.sentences[1]).floatSamples
    let silence = [Float](repeating: 0, count: samples)
    let alone = try await words(AudioBuffer(sentence, sampleRate: 16_000))
    let both = try await words(
      AudioBuffer(sentence + silence + sentence, sampleRate: 16_000))
    try #require(alone.count > 3)
    #expect(both.map(\.substring) == alone.map(\.substring) + alone.map(\.substring))
    let offset = AudioTime(samples: Int64(sentence.count + samples), rate: 16_000)
    #expect(both.prefix(alone.count).map(\.timeRange) == alone.map(\.timeRange))
    #expect(
      both.suffix(alone.count).map(\.timeRange)
        == alone.map { $0.timeRange?.shifted(by: offset) })
  }

  @Test func wordsAreInOrderInsideTheSoundAndHaveConfidence() async throws {
    let passage = try Recordings.passage()
    let words = try await words(passage)
    let ranges = words.compactMap(\.timeRange)
    #expect(ranges.count == words.count)
    #expect(ranges.allSatisfy { $0.start >= .zero && $0.end <= passage.duration })
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.end <= $1.start })
    #expect(words.allSatisfy { (0...1).contains($0.confidence ?? -1) })
  }

  @Test func aResampledRecordingHasItsWordsAtTheSameTimes() async throws {
    let passage = try Recordings.passage()
    let original = try await words(passage)
    let resampled = try await words(try passage.resampled(to: 48_000))
    // The words may differ in places; those that are the same stand at the same times.
    let times = Dictionary(
      original.map { ($0.substring, $0.timestamp ?? 0) }, uniquingKeysWith: { first, _ in first })
    let seen = Dictionary(
      resampled.map { ($0.substring, $0.timestamp ?? 0) }, uniquingKeysWith: { first, _ in first })
    let common = times.filter { word, time in seen[word].map { abs($0 - time) < 2 } ?? false }
    #expect(common.count > original.count / 2)
    for (word, time) in common { #expect(abs((seen[word] ?? 0) - time) <= 0.05, "\(word)") }
  }
}
