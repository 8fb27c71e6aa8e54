import Foundation
import PocketSphinxEngine
import SpeechRecognition
import Testing

/// The same sound gives the same final text: in whatever pieces it comes, wherever it stands in a
/// session, with partial results or without, and beside another session.
@Suite(.enabled(if: Recordings.haveSentences, Comment(rawValue: Recordings.sentencesReason)))
struct RepeatabilityTests {
  private let recognizer: SpeechRecognizer

  init() throws {
    recognizer = try SpeechRecognizer(
      engine: .pocketSphinx, locale: LocaleID("en-US"), limits: EngineLimits(concurrent: 2))
  }

  /// What was said, with the time since the start of the sound: text, words, times, confidence.
  private func heardWhole(_ sound: AudioBuffer) async throws -> [Transcription.Utterance] {
    try await heard(sound, inPiecesOf: sound.frameCount, partials: false)
  }

  private func heard(
    _ sound: AudioBuffer, inPiecesOf frames: Int, partials: Bool
  ) async throws -> [Transcription.Utterance] {
    let request = AudioBufferRecognitionRequest(
      options: RecognitionOptions(reportsPartialResults: partials))
    let task = recognizer.recognitionTask(with: request)
    for piece in sound.pieces(of: frames) { try await request.append(piece) }
    request.endAudio()
    return try await task.transcript().utterances
  }

  @Test(arguments: [1, 7, 160, 4096])
  func piecesOfAnySizeGiveTheSameText(frames: Int) async throws {
    // One sample at a time is slow to feed, so the short sentence has to do.
    let sound =
      try frames < 100 ? Recordings.sound(Recordings.sentences[1]) : Recordings.passage()
    let expected = try await heardWhole(sound)
    #expect(!expected.isEmpty)
    #expect(try await heard(sound, inPiecesOf: frames, partials: true) == expected)
  }

  @Test func otherSampleRatesGiveTheSameTextInAnyPieces() async throws {
    for rate in [44_100, 8000] {
      let sound = try Recordings.passage().resampled(to: rate)
      let expected = try await heardWhole(sound)
      #expect(!expected.isEmpty)
      #expect(try await heard(sound, inPiecesOf: 441, partials: true) == expected)
    }
  }

  @Test func theOrderOfSentencesChangesNothing() async throws {
    let sounds = try Recordings.sentences.map { try Recordings.sound($0) }
    var alone: [[String]] = []
    for sound in sounds { alone.append(try await heardWhole(sound).map(\.text)) }
    let forward = try await texts(of: sounds)
    let backward = try await texts(of: sounds.reversed())
    #expect(forward == alone.flatMap { $0 })
    #expect(backward == alone.reversed().flatMap { $0 })
  }

  private func texts(of sounds: [AudioBuffer]) async throws -> [String] {
    let transcriber = SpeechTranscriber(
      engine: .pocketSphinx, locale: LocaleID("en-US"), preset: .progressive)
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    for sound in sounds { try await analyzer.analyzeSequence(Pieces(sound.pieces(of: 1600))) }
    try await analyzer.finalizeAndFinish()
    var transcript = Transcript()
    for try await result in transcriber.results { transcript.append(result) }
    return transcript.utterances.map(\.text)
  }

  @Test func twoSessionsAtOnceDoNotDisturbEachOther() async throws {
    let sounds = [try Recordings.passage(), try Recordings.passage().resampled(to: 44_100)]
    var alone: [[Transcription.Utterance]] = []
    for sound in sounds { alone.append(try await heardWhole(sound)) }
    async let first = heard(sounds[0], inPiecesOf: 800, partials: true)
    async let second = heard(sounds[1], inPiecesOf: 333, partials: true)
    #expect(try await [first, second] == alone)
  }

  @Test(.enabled(if: !Recordings.long.isEmpty, Comment(rawValue: Recordings.longReason)))
  func twentyLongRecordingsGiveTheSameTextInManyWays() async throws {
    let sizes = [4096, 160, 1600, 7, 44_100]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, file) in Recordings.long.enumerated() {
        // Two at a time: one of each pair is the other's concurrent session.
        if index >= 2 { try await group.next() }
        group.addTask {
          var sound = try Recordings.sound(file)
          if index % 4 == 1 { sound = try sound.resampled(to: 44_100) }
          let expected = try await heardWhole(sound)
          #expect(!expected.isEmpty)
          // The first takes one sample at a time.
          let frames = index == 0 ? 1 : sizes[index % sizes.count]
          let again = try await heard(sound, inPiecesOf: frames, partials: true)
          #expect(again == expected, "\(file.lastPathComponent) in pieces of \(frames)")
        }
      }
      try await group.waitForAll()
    }
  }
}

/// Buffers as a sequence.
private struct Pieces: AsyncSequence, AsyncIteratorProtocol {
  private var left: ArraySlice<AudioBuffer>

  init(_ buffers: [AudioBuffer]) { left = buffers[...] }
  func makeAsyncIterator() -> Pieces { self }
  mutating func next() async -> AudioBuffer? { left.popFirst() }
}
