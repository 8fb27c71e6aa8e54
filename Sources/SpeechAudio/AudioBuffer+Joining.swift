extension AudioBuffer {
  /// Joins buffers that follow on each other into one at the place of the first.
  ///
  /// - Parameter buffers: Buffers of one format; those whose format differs from the first's are
  ///   left out.
  package init(joining buffers: some Sequence<AudioBuffer>) {
    let buffers = Array(buffers)
    let format = buffers.first?.format ?? AudioFormat(.float32, sampleRate: 16_000)
    let start = buffers.first?.start
    let alike = buffers.filter { $0.format == format }
    let (rate, channels) = (format.sampleRate, format.channels)
    switch format.sampleType {
    case .int16:
      let samples = alike.flatMap(\.int16Samples)
      self.init(samples, sampleRate: rate, channels: channels, start: start)
    case .float32:
      let samples = alike.flatMap(\.floatSamples)
      self.init(samples, sampleRate: rate, channels: channels, start: start)
    case .int32:
      let samples = alike.flatMap { buffer -> ArraySlice<Int32> in
        guard case .int32(let samples) = buffer.storage else { return [] }
        return samples[buffer.sampleRange]
      }
      self.init(samples, sampleRate: rate, channels: channels, start: start)
    case .float64:
      let samples = alike.flatMap { buffer -> ArraySlice<Double> in
        guard case .float64(let samples) = buffer.storage else { return [] }
        return samples[buffer.sampleRange]
      }
      self.init(samples, sampleRate: rate, channels: channels, start: start)
    }
  }
}
