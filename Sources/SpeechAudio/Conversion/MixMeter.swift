internal import Glibc

/// How much of the channels' energy is left in their average.
struct MixMeter {
  private var mixEnergy = 0.0
  private var channelEnergies: [Double] = []

  /// Takes sums of squares of the average and of each channel.
  mutating func add(average: Double, channels: [Double]) {
    if channelEnergies.isEmpty { channelEnergies = Array(repeating: 0, count: channels.count) }
    mixEnergy += average
    for channel in channels.indices { channelEnergies[channel] += channels[channel] }
  }

  /// The level of the loudest channel above that of the mix, in dB, 0…160; `nil` without sound.
  var loss: Double? {
    guard let loudest = channelEnergies.max(), loudest > 0 else { return nil }
    return min(max(10 * log10(loudest / max(mixEnergy, loudest * 1e-16)), 0), 160)
  }

  /// The sums of squares of the average and of each channel of interleaved samples; with `centring`,
  /// the mean of each is taken off, so that an offset is no sound.
  static func energies(
    _ samples: UnsafeBufferPointer<Float>, _ channels: Int, average: ArraySlice<Float>,
    centring: Bool
  ) -> (average: Double, channels: [Double]) {
    let energies = (0..<channels).map {
      energy(samples, from: $0, step: channels, centring: centring)
    }
    let mix = average.withUnsafeBufferPointer { energy($0, from: 0, step: 1, centring: centring) }
    return (mix, energies)
  }

  static func energy(
    _ samples: UnsafeBufferPointer<Float>, from first: Int, step: Int, centring: Bool
  ) -> Double {
    var (sum, squares, count) = (0.0, 0.0, 0)
    var index = first
    while index < samples.count {
      let sample = Double(samples[index])
      sum += sample
      squares += sample * sample
      count += 1
      index += step
    }
    return centring ? centred(squares, sum: sum, count: count) : squares
  }

  /// A sum of squares without what the mean gives to it.
  static func centred(_ squares: Double, sum: Double, count: Int) -> Double {
    max(squares - sum * sum / Double(max(count, 1)), 0)
  }

  /// Appends the average of the channels of interleaved samples, which can't leave full scale.
  static func average(
    _ samples: UnsafeBufferPointer<Float>, channels: Int, into output: inout [Float]
  ) {
    for first in stride(from: 0, to: samples.count, by: channels) {
      var sum: Float = 0
      for channel in 0..<channels { sum += samples[first + channel] }
      output.append(channels == 2 ? sum * 0.5 : sum / Float(channels))
    }
  }
}
