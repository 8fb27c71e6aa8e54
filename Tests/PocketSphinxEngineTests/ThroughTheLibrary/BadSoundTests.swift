import Foundation
import PocketSphinxEngine
import SpeechEngineTestKit
import SpeechRecognition
import Testing

/// Sound that is wrong, empty or no speech: it gives the text that is there, or an error that says
/// what is wrong.
@Suite(.enabled(if: Recordings.haveSentences, Comment(rawValue: Recordings.sentencesReason)))
struct BadSoundTests {
  private let recognizer: SpeechRecognizer
  private let sentence = Recordings.sentences[1]

  init() throws {
    recognizer = try SpeechRecognizer(
      engine: .pocketSphinx, locale: LocaleID("en-US"), limits: EngineLimits(concurrent: 1))
  }

  private func heard(_ sound: AudioBuffer) async throws -> Transcript {
    let request = AudioBufferRecognitionRequest(
      options: RecognitionOptions(reportsPartialResults: false))
    let task = recognizer.recognitionTask(with: request)
    for piece in sound.pieces(of: 4000) { try await request.append(piece) }
    request.endAudio()
    return try await task.transcript()
  }

  /// Writes a WAV file of the sentence whose header states another length of the samples.
  private func withSentence<Value>(
    statingLength length: UInt32, _ body: (URL) async throws -> Value
  ) async throws -> Value {
    let samples = try Recordings.sound(sentence).int16Samples
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    var file = Array("RIFF".utf8) + bytes(length &+ 36) + Array("WAVEfmt ".utf8)
    file += bytes(UInt32(16)) + bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(16_000))
    file += bytes(UInt32(32_000)) + bytes(UInt16(2)) + bytes(UInt16(16))
    file += Array("data".utf8) + bytes(length) + samples.flatMap { bytes($0) }
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).wav")
    try Data(file).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await body(url)
  }

  @Test(arguments: [0, 0xFFFF_FFFF, 0x7FFF_0000, 1_000_000])
  func aHeaderThatLiesAboutTheLengthLosesNoWord(length: UInt32) async throws {
    let expected = try await recognizer.transcribe(sentence).text
    let text = try await withSentence(statingLength: length) { url in
      try await recognizer.transcribe(url).text
    }
    #expect(!expected.isEmpty)
    #expect(text == expected)
  }

  @Test(arguments: [0, 1, 160, 1600])
  func veryShortSoundIsAnEmptyResultOrAWord(samples: Int) async throws {
    let sound = try Recordings.sound(sentence)[16_000..<16_000 + samples]
    #expect(try await heard(sound).words.count <= 1)
  }

  @Test func silenceIsNothing() async throws {
    let silence = AudioBuffer([Int16](repeating: 0, count: 80_000), sampleRate: 16_000)
    #expect(try await heard(silence).isEmpty)
  }

  @Test func steadyNoiseIsNothing() async throws {
    // A linear congruential generator with Knuth's constants of MMIX.
    var state: UInt64 = 1
    let samples = (0..<80_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int16(truncatingIfNeeded: state >> 48) / 20
    }
    let noise = AudioBuffer(samples, sampleRate: 16_000)
    #expect(try await heard(noise).isEmpty)
  }

  @Test func samplesThatAreNoNumbersAreSilenceAndTheRestIsHeard() async throws {
    var samples = try Recordings.sound(sentence).floatSamples
    let expected = try await heard(AudioBuffer(samples, sampleRate: 16_000)).text
    // All at the ends, where there is only background.
    for index in 0..<50 { samples[index] = .nan }
    samples[60] = .infinity
    samples[61] = -.infinity
    let heard = try await heard(AudioBuffer(samples, sampleRate: 16_000)).text
    #expect(WordErrors.count(reference: expected, hypothesis: heard) <= 2)
  }

  @Test func fullScaleAndTheLowestSampleAreTaken() async throws {
    let loud = try Recordings.sound(sentence).int16Samples.map { sample in
      sample > 200 ? Int16.max : sample < -200 ? Int16.min : sample
    }
    #expect(try await !heard(AudioBuffer(loud, sampleRate: 16_000)).isEmpty)
  }
}
