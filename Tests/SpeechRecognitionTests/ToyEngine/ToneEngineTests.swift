import Foundation
import SpeechEngineTestKit
import SpeechRecognition
import Testing

/// The proof that a backend is small: forty lines, and every check passes.
@Suite(.timeLimit(.minutes(20)))
struct ToneEngineTests {
  /// Half a second of faint hiss, then tones of 0.2 s with 0.1 s of it behind each, then more.
  static func tones(_ frequencies: [Double], sampleRate: Int = 8000) -> AudioBuffer {
    let rate = Double(sampleRate)
    var samples = [Float](repeating: 0, count: sampleRate / 2)
    for frequency in frequencies {
      samples += (0..<sampleRate / 5).map {
        Float(0.3 * sin(2 * .pi * frequency * Double($0) / rate))
      }
      samples += [Float](repeating: 0, count: sampleRate / 10)
    }
    samples += [Float](repeating: 0, count: sampleRate / 5)
    var seed: UInt32 = 7
    for index in samples.indices {
      seed = seed &* 1_664_525 &+ 1_013_904_223
      samples[index] += 0.0005 * (Float(seed >> 16) / 32_768 - 1)
    }
    return AudioBuffer(samples, sampleRate: sampleRate)
  }

  static let fixtures = [
    Fixture(sound: tones([300, 2000, 300]), expectedText: "low high low"),
    Fixture(sound: tones([2000, 2000]), expectedText: "high high"),
    Fixture(sound: tones([300], sampleRate: 44_100), expectedText: "low", name: "44.1 kHz"),
  ]

  @Test(arguments: EngineCheck.all)
  func passes(_ check: EngineCheck) async throws {
    try await check.run(on: { ToneEngine() }, fixtures: Self.fixtures)
  }

  @Test func hearsTonesThroughTheRecognizer() async throws {
    let recognizer = try SpeechRecognizer(engine: ToneEngine())
    let sound = SoundSequence(
      Self.tones([300, 2000]), .silence(2, sampleRate: 8000), Self.tones([2000]), chunk: 333)
    let transcript = try await recognizer.transcribe(sound)
    #expect(transcript.utterances.map(\.text) == ["low high", "high"])
    let starts = transcript.words.compactMap(\.timestamp)
    for (start, expected) in zip(starts, [0.5, 0.8, 3.8]) {
      #expect(abs(start - expected) <= 0.011)
    }
    #expect(starts.count == 3)
  }
}
