extension AudioBuffer {
  /// The average of the channels, which can't leave full scale, as 32-bit floating point.
  func averaged() -> [Float] {
    withFloatSamples { samples in
      var output: [Float] = []
      output.reserveCapacity(frameCount)
      MixMeter.average(samples, channels: format.channels, into: &output)
      return output
    }
  }

  /// One of the channels, which must be there.
  func picked(channel number: Int) -> AudioBuffer {
    guard format.channels > 1 else { return self }
    func picked<Sample>(_ samples: [Sample]) -> [Sample] {
      (0..<frameCount).map { samples[sampleRange.lowerBound + $0 * format.channels + number] }
    }
    return switch storage {
    case .int16(let samples):
      AudioBuffer(picked(samples), sampleRate: format.sampleRate, start: start)
    case .int32(let samples):
      AudioBuffer(picked(samples), sampleRate: format.sampleRate, start: start)
    case .float32(let samples):
      AudioBuffer(picked(samples), sampleRate: format.sampleRate, start: start)
    case .float64(let samples):
      AudioBuffer(picked(samples), sampleRate: format.sampleRate, start: start)
    }
  }
}
