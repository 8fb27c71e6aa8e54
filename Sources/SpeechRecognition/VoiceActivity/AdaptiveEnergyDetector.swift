internal import Glibc

/// Takes for speech what stands out from the noise floor, which it learns as it listens.
///
/// Frames are 10 ms long. The level of the sound above about 150 Hz is compared with a floor: the
/// least level, smoothed over 100 ms, of the last five seconds. Sound whose level hardly changes for
/// more than a second becomes the floor itself, so that hum, tones and steady noise are no speech.
/// As long as no floor is known, at the start of the input, the first dip between two sounds shows
/// it, and the speech before is then recognised in hindsight.
public struct AdaptiveEnergyDetector: VoiceActivityDetector {
  /// How little sound has to stand out from the noise to be taken for speech.
  public enum Sensitivity: String, Sendable, Hashable, Codable, CaseIterable {
    /// For loud surroundings: 4 to 12 dB above the floor.
    case low
    /// For most uses: 3 to 8 dB above the floor.
    case medium
    /// For faint speech in quiet surroundings: 2.5 to 5 dB above the floor.
    case high

    /// What is added, for restless noise, to the 2 dB by which speech stands out at least.
    var margin: Float {
      switch self {
      case .low: 10
      case .medium: 6
      case .high: 3
      }
    }

    /// The level of the lowest floor in dBFS.
    var lowestFloor: Float {
      switch self {
      case .low: -68
      case .medium: -74
      case .high: -80
      }
    }
  }

  public let frameLength: Int

  /// The factor of the filter y[n] = x[n] − c·x[n−1], which lifts consonants a little: 2 kHz is a
  /// compromise between the quiet ends of words in clean speech and vowels in white noise.
  private let emphasis: Float
  /// The pole of the filter before it, h[n] = p·(h[n−1] + x[n] − x[n−1]), which cuts below 150 Hz.
  private let lowCut: Float
  /// Brings the greatest gain, 1 + c, to 1; squared, and for the mean over a frame.
  private let scale: Float
  private let sensitivity: Sensitivity
  private var state = State()

  private struct State: Hashable {
    var lastSample: Float = 0
    var highPassed: Float = 0
    /// Filtered levels of the newest frames, in dBFS, as a ring.
    var levels = [Float](repeating: -160, count: Constants.history)
    var next = 0
    /// The frames that were heard, counted up to ``Constants/history``.
    var heard = 0
    var zeroFrames = 0
    /// The newest frames that a speech run can reach back to.
    var available = 0
    var smoothed = SlidingLevel()
    var inSpeech = false
    var quietFrames = 0
  }

  enum Constants {
    /// The frames that levels are remembered for: 3 s.
    static let history = 300
    /// The frames of digital silence after which everything is forgotten: 0.5 s.
    static let forgetting = 50
    /// The frames of which ``onsetFrames`` must stand out for speech to begin.
    static let onsetWindow = 15
    static let onsetFrames = 6
    /// The frames of the window while no floor is known.
    static let firstOnsetWindow = 40
    /// The quiet frames that part two runs of speech when its start is looked for.
    static let gap = 25
    /// The quiet frames after which speech has ended.
    static let hangover = 8
    /// The range of levels in dB by which speech in hindsight differs from noise that has ended.
    static let liveliness: Float = 8
    /// The frames that speech reaches back at most once a floor is known: 0.5 s.
    static let lookBack = 50
  }

  /// Creates a detector.
  ///
  /// - Parameters:
  ///   - sampleRate: The rate of the samples in Hz; frames are a hundredth of it long.
  ///   - sensitivity: How little sound has to stand out from the noise.
  public init(sampleRate: Int, sensitivity: Sensitivity = .medium) {
    let rate = min(max(sampleRate, 100), 1 << 24)
    frameLength = rate / 100
    emphasis = exp(-2 * Float.pi * 2000 / Float(rate))
    lowCut = exp(-2 * Float.pi * 150 / Float(rate))
    scale = 1 / ((1 + emphasis) * (1 + emphasis) * Float(frameLength))
    self.sensitivity = sensitivity
  }

  public var undecidedFrames: Int {
    state.inSpeech
      ? Constants.hangover
      : min(state.available, floorIsKnown ? Constants.lookBack : Constants.history)
  }

  public mutating func reset() {
    state = State()
  }

  public mutating func observe(_ frame: ArraySlice<Float>) -> VoiceActivity {
    let (plain, filtered) = powers(of: frame)
    let level = Self.decibels(plain / Float(frameLength))
    guard plain > 0 else {
      state.zeroFrames += 1
      if state.zeroFrames >= Constants.forgetting { reset() }
      return remember(-160, plain: -160)
    }
    state.zeroFrames = 0
    return remember(Self.decibels(filtered * scale), plain: level)
  }

  private var floorIsKnown: Bool { state.heard >= Constants.history }

  /// The power of a frame and of the filtered frame, each summed over its samples.
  private mutating func powers(of frame: ArraySlice<Float>) -> (plain: Float, filtered: Float) {
    var last = state.lastSample
    var high = state.highPassed
    let emphasis = emphasis
    let lowCut = lowCut
    let sums = frame.withUnsafeBufferPointer { samples in
      var plain: Float = 0
      var filtered: Float = 0
      var index = 0
      while index < samples.count {
        let sample = samples[index]
        let new = lowCut * (high + sample - last)
        let emphasised = new - emphasis * high
        plain += sample * sample
        filtered += emphasised * emphasised
        last = sample
        high = new
        index += 1
      }
      return (plain, filtered)
    }
    state.lastSample = last
    state.highPassed = high.isFinite ? high : 0
    return sums
  }

  private static func decibels(_ power: Float) -> Float {
    power > 1e-16 ? min(10 * log10(power), 0) : -160
  }

  // MARK: Judging

  private mutating func remember(_ level: Float, plain: Float) -> VoiceActivity {
    state.levels[state.next] = level
    state.next = (state.next + 1) % Constants.history
    state.heard = min(state.heard + 1, Constants.history)
    state.available = min(state.available + 1, Constants.history)
    if level > -160 { state.smoothed.add(level) }
    let floor = max(state.smoothed.floor, sensitivity.lowestFloor)
    let distance = max(state.smoothed.peak - floor, 0)
    let margin = min(max(state.smoothed.spread, 1), 5) * 0.2 * sensitivity.margin + 2
    if state.inSpeech {
      let goingOn = floor + min(max(margin * 0.6, distance * 0.2), 10)
      state.quietFrames = level > goingOn ? 0 : state.quietFrames + 1
      if state.quietFrames > Constants.hangover {
        state.inSpeech = false
        state.available = state.quietFrames
      }
      return VoiceActivity(isSpeech: state.inSpeech, level: plain)
    }
    let starting = floor + min(max(margin, distance * 0.25), 15)
    guard let leadIn = onset(above: starting) else {
      return VoiceActivity(isSpeech: false, level: plain)
    }
    state.inSpeech = true
    state.quietFrames = 0
    return VoiceActivity(isSpeech: true, leadIn: leadIn, level: plain)
  }

  /// The level of an earlier frame; 0 is the newest.
  private func level(back: Int) -> Float {
    let index = state.next - 1 - back
    return state.levels[index < 0 ? index + Constants.history : index]
  }

  /// The frames that a run of speech reaches back, if enough of the newest frames stand out.
  private func onset(above threshold: Float) -> Int? {
    let window = floorIsKnown ? Constants.onsetWindow : Constants.firstOnsetWindow
    var loud = 0
    var back = 0
    while back < min(window, state.available) {
      if level(back: back) > threshold { loud += 1 }
      back += 1
    }
    let isLoudNow = level(back: 0) > threshold
    guard loud >= Constants.onsetFrames, isLoudNow || !floorIsKnown else { return nil }
    let limit = min(state.available, floorIsKnown ? Constants.lookBack : Constants.history)
    var first = 0
    var highest: Float = -160
    var lowest: Float = 0
    back = 0
    while back < limit, back - first <= Constants.gap || first == 0 {
      let level = level(back: back)
      if level > threshold {
        first = back
        highest = max(highest, level)
        lowest = min(lowest, level)
      }
      back += 1
    }
    guard isLoudNow || highest - lowest >= Constants.liveliness else { return nil }
    return first
  }
}
