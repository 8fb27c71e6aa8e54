import EngineTestSupport
import Foundation
import SpeechAudio
import SpeechRecognition

/// Lets a session hear samples at 16 kHz, in pieces of a number of samples.
func hear(
  _ samples: [Float], in session: any EngineSession, pieces: Int = .max,
  start: AudioTime = .zero, wants: Set<UtteranceRequest.Want> = [], pauses: Bool = false
) throws -> Updates {
  try EngineTestSupport.hear(
    AudioBuffer(samples, sampleRate: Sounds.rate), in: session, pieces: pieces, start: start,
    wants: wants, pauses: pauses)
}

/// Sounds that are no speech, and the tones that are speech to a ``ToneModel``.
enum Sounds {
  static let rate = 16_000

  static func silence(_ seconds: Double) -> [Float] {
    [Float](repeating: 0, count: Int(seconds * Double(rate)))
  }

  static func tone(_ frequency: Double, _ seconds: Double, level: Float = 0.3) -> [Float] {
    (0..<Int(seconds * Double(rate))).map { index in
      level * Float(sin(2 * .pi * frequency * Double(index) / Double(rate)))
    }
  }

  static func noise(_ seconds: Double, level: Float = 0.1) -> [Float] {
    var generator = SystemOfNumbers()
    return (0..<Int(seconds * Double(rate))).map { _ in
      Float.random(in: -level...level, using: &generator)
    }
  }

  /// Chords of four voices, a new one each half second.
  static func music(_ seconds: Double) -> [Float] {
    let roots = [220.0, 174.6, 196.0, 261.6]
    return (0..<Int(seconds * 2)).flatMap { beat in
      let root = roots[beat % roots.count]
      let voices = [1, 1.25, 1.5, 2].map { tone(root * $0, 0.5, level: 0.1) }
      return voices[0].indices.map { index in
        voices.reduce(0) { $0 + $1[index] } * Float(exp(-Double(index) / 6000))
      }
    }
  }

  /// The tones that say "abc", beginning at 0.5, 2 and 3.5 s, with faint noise around them.
  static let abc: [Float] = {
    let pause = silence(0.5)
    let tones = [300.0, 1000, 3000].flatMap { pause + tone($0, 1) }
    return zip(tones + pause + pause, noise(6, level: 1e-4)).map { $0 + $1 }
  }()
}

/// The same numbers each time.
struct SystemOfNumbers: RandomNumberGenerator {
  private var state: UInt64 = 1

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}

/// Takes every frame for speech.
struct AlwaysSpeech: VoiceActivityDetector {
  let frameLength = 160

  mutating func observe(_ frame: ArraySlice<Float>) -> VoiceActivity {
    VoiceActivity(isSpeech: true, level: -20)
  }

  mutating func reset() {}

  static let detection = VoiceActivityDetection { _ in AlwaysSpeech() }
}
