internal import Glibc

/// How much of the channels' energy is left in their average.
struct MixMeter {
  private var mixEnergy = 0.0
  private var channelEnergies: [Double] = []

  /// Takes a buffer and what was mixed from it.
  mutating func add(_ buffer: AudioBuffer, mixed: AudioBuffer) {
    let channels = buffer.format.channels
    if channelEnergies.isEmpty { channelEnergies = Array(repeating: 0, count: channels) }
    mixEnergy += mixed.withFloatSamples { Self.energy($0, from: 0, step: 1) }
    buffer.withFloatSamples { samples in
      for channel in 0..<channels {
        channelEnergies[channel] += Self.energy(samples, from: channel, step: channels)
      }
    }
  }

  /// The level of the loudest channel above that of the mix, in dB, 0…160; `nil` without sound.
  var loss: Double? {
    guard let loudest = channelEnergies.max(), loudest > 0 else { return nil }
    return min(max(10 * log10(loudest / max(mixEnergy, loudest * 1e-16)), 0), 160)
  }

  private static func energy(
    _ samples: UnsafeBufferPointer<Float>, from first: Int, step: Int
  ) -> Double {
    var sum = 0.0
    var index = first
    while index < samples.count {
      let sample = Double(samples[index])
      sum += sample * sample
      index += step
    }
    return sum
  }
}
