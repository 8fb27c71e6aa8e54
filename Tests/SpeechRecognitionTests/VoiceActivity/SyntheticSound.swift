import Glibc

@testable import SpeechRecognition

/// Sound that tests make: noise and speech-like tones, the same on every run.
struct SyntheticSound {
  static let rate = 16000

  private var seed: UInt64
  private(set) var samples: [Float] = []

  init(seed: UInt64 = 1) {
    self.seed = seed
  }

  /// A number in −1…1.
  private mutating func random() -> Float {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(Int32(truncatingIfNeeded: seed >> 32)) / Float(Int32.max)
  }

  private static func count(_ seconds: Double) -> Int { Int((seconds * Double(rate)).rounded()) }

  /// Adds white noise of a level in dBFS.
  mutating func noise(_ seconds: Double, level: Float) {
    let amplitude = pow(10, level / 20) * Float(3).squareRoot()
    for _ in 0..<Self.count(seconds) { samples.append(random() * amplitude) }
  }

  /// Adds a tone of 220 Hz and its harmonics whose level follows syllables of 0.2 s, over noise.
  mutating func speech(_ seconds: Double, level: Float = -20, noise: Float = -60) {
    let start = samples.count
    self.noise(seconds, level: noise)
    let amplitude = pow(10, level / 20)
    for index in start..<samples.count {
      let time = Float(index - start) / Float(Self.rate)
      let swing = 0.55 - 0.45 * cos(2 * Float.pi * 5 * (time + 0.1))
      var value: Float = 0
      for harmonic in 1...8 {
        value += sin(2 * Float.pi * 220 * Float(harmonic) * time) / Float(harmonic)
      }
      samples[index] += amplitude * swing * value
    }
  }

  mutating func tone(_ seconds: Double, frequency: Float, level: Float) {
    let amplitude = pow(10, level / 20) * Float(2).squareRoot()
    for index in 0..<Self.count(seconds) {
      let time = Float(index) / Float(Self.rate)
      samples.append(amplitude * sin(2 * Float.pi * frequency * time))
    }
  }

  mutating func silence(_ seconds: Double) {
    samples.append(contentsOf: repeatElement(0, count: Self.count(seconds)))
  }

  mutating func append(_ sound: [Float]) {
    samples.append(contentsOf: sound)
  }

  /// Three sentences with pauses between, over noise; the sound around which most tests are built.
  static func sentences(seed: UInt64 = 1) -> [Float] {
    var sound = SyntheticSound(seed: seed)
    sound.noise(0.8, level: -60)
    sound.speech(1.5)
    sound.noise(1.2, level: -60)
    sound.speech(2.3, level: -30)
    sound.noise(0.9, level: -60)
    sound.speech(0.7)
    sound.noise(1.03, level: -60)
    return sound.samples
  }
}

/// An utterance as a cutter reported it.
struct CutUtterance: Equatable {
  var begin: Int64
  var end: Int64
  var forced: Bool
  var samples: [Float]

  var seconds: ClosedRange<Double> {
    Double(begin) / Double(SyntheticSound.rate)...Double(end) / Double(SyntheticSound.rate)
  }
}

/// Puts a cutter's actions together, and notes what breaks their order.
struct CutRecorder {
  private(set) var utterances: [CutUtterance] = []
  private(set) var faults: [String] = []
  private var begin: Int64?
  private var samples: [Float] = []

  mutating func take(_ actions: [UtteranceCutter.Action]) {
    for action in actions {
      switch action {
      case .begin(let position):
        if begin != nil { faults.append("begin within an utterance at \(position)") }
        if position < utterances.last?.end ?? 0 { faults.append("overlap at \(position)") }
        begin = position
        samples = []
      case .audio(let new):
        if begin == nil || new.isEmpty { faults.append("stray or empty audio") }
        samples += new
      case .pause:
        if begin == nil { faults.append("pause outside an utterance") }
      case .end(let end, let forced):
        guard let begin else {
          faults.append("end without begin at \(end)")
          continue
        }
        if begin + Int64(samples.count) != end { faults.append("\(samples.count) to \(end)") }
        utterances.append(
          CutUtterance(begin: begin, end: end, forced: forced, samples: samples))
        self.begin = nil
      }
    }
  }
}

extension UtteranceCutter {
  static func adaptive(_ endpointing: Endpointing = Endpointing()) -> UtteranceCutter {
    UtteranceCutter(
      detector: AdaptiveEnergyDetector(sampleRate: SyntheticSound.rate), endpointing: endpointing,
      sampleRate: SyntheticSound.rate)
  }

  /// The utterances of a whole input, given in pieces.
  mutating func utterances(of sound: [Float], pieces: Int = .max) -> (
    utterances: [CutUtterance], faults: [String]
  ) {
    var recorder = CutRecorder()
    var start = 0
    while start < sound.count {
      let end = start + min(pieces, sound.count - start)
      recorder.take(push(Array(sound[start..<end])))
      start = end
    }
    recorder.take(finish())
    return (recorder.utterances, recorder.faults)
  }
}
