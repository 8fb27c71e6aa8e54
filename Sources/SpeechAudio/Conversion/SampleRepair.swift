/// Samples that no sound has, mended before anything is calculated with them.
extension AudioBuffer {
  /// The buffer with not-a-number as 0 and everything within ±1, counted; itself when it was so.
  func repaired(_ conditions: inout AudioConverter.Conditions) -> AudioBuffer {
    switch storage {
    case .int16, .int32: return self
    case .float32(let samples):
      let isClean = samples.withUnsafeBufferPointer { all in
        var faults: UInt32 = 0
        for index in sampleRange { faults |= all[index].magnitude <= 1 ? 0 : 1 }
        return faults == 0
      }
      guard !isClean else { return self }
      return AudioBuffer(
        Self.repaired(samples[sampleRange], &conditions), sampleRate: format.sampleRate,
        channels: format.channels, start: start)
    case .float64(let samples):
      guard !samples[sampleRange].allSatisfy({ $0.magnitude <= 1 }) else { return self }
      return AudioBuffer(
        Self.repaired(samples[sampleRange], &conditions), sampleRate: format.sampleRate,
        channels: format.channels, start: start)
    }
  }

  private static func repaired<Sample: BinaryFloatingPoint>(
    _ samples: ArraySlice<Sample>, _ conditions: inout AudioConverter.Conditions
  ) -> [Sample] {
    var repaired = Array(samples)
    for index in repaired.indices where !(repaired[index].magnitude <= 1) {
      if repaired[index].isNaN {
        conditions.notANumber += 1
        repaired[index] = 0
      } else {
        conditions.clipped += 1
        repaired[index] = repaired[index] < 0 ? -1 : 1
      }
    }
    return repaired
  }
}
