/// A sample type, as a number of full scale ±1.
protocol PCMSample {
  /// The sample with full scale −1…1; exact for all four types.
  var unit: Double { get }
  /// The nearest sample to a value; −1…1 is full scale, what lies outside is clamped.
  init(unit: Double)
}

extension Int16: PCMSample {
  var unit: Double { Double(self) * 0x1p-15 }

  init(unit: Double) {
    let value = Swift.min(Swift.max((unit * 0x1p15).rounded(), -32_768), 32_767)
    self = value.isNaN ? 0 : Int16(value)
  }

  /// The nearest sample to a 32-bit float, the same as by ``init(unit:)``.
  ///
  /// Adding a half and cutting is exact in a `Double`, whose 53 bits hold the float's 24 and the
  /// half; unlike `rounded()` it is no call of a function.
  @inline(__always)
  init(nearest value: Float) {
    let scaled = Swift.min(Swift.max(Double(value) * 0x1p15, -32_768), 32_767)
    self = scaled.isNaN ? 0 : Int16(truncatingIfNeeded: Int32(scaled + (scaled < 0 ? -0.5 : 0.5)))
  }
}

extension Int32: PCMSample {
  var unit: Double { Double(self) * 0x1p-31 }

  init(unit: Double) {
    let value = (unit * 0x1p31).rounded()
    self = value >= 0x1p31 ? .max : value >= -0x1p31 ? Int32(value) : value < 0 ? .min : 0
  }
}

extension Float: PCMSample {
  var unit: Double { Double(self) }
  init(unit: Double) { self = Float(unit) }
}

extension Double: PCMSample {
  var unit: Double { self }
  init(unit: Double) { self = unit }
}

extension AudioBuffer {
  /// The same samples in another type; the buffer itself when it has the type already.
  package func converted(to type: AudioFormat.SampleType) -> AudioBuffer {
    guard type != format.sampleType else { return self }
    return switch (storage, type) {
    case (.int16(let samples), .float32): buffer(Self.floats(samples, sampleRange))
    case (.float32(let samples), .int16): buffer(Self.int16s(samples, sampleRange))
    case (.int16(let samples), _): converted(samples, to: type)
    case (.int32(let samples), _): converted(samples, to: type)
    case (.float32(let samples), _): converted(samples, to: type)
    case (.float64(let samples), _): converted(samples, to: type)
    }
  }

  private func converted(
    _ samples: [some PCMSample], to type: AudioFormat.SampleType
  ) -> AudioBuffer {
    switch type {
    case .int16: buffer(Self.map(samples, sampleRange) as [Int16])
    case .int32: buffer(Self.map(samples, sampleRange) as [Int32])
    case .float32: buffer(Self.map(samples, sampleRange) as [Float])
    case .float64: buffer(Self.map(samples, sampleRange) as [Double])
    }
  }

  private func buffer(_ samples: [Int16]) -> AudioBuffer {
    AudioBuffer(samples, sampleRate: format.sampleRate, channels: format.channels, start: start)
  }

  private func buffer(_ samples: [Int32]) -> AudioBuffer {
    AudioBuffer(samples, sampleRate: format.sampleRate, channels: format.channels, start: start)
  }

  private func buffer(_ samples: [Float]) -> AudioBuffer {
    AudioBuffer(samples, sampleRate: format.sampleRate, channels: format.channels, start: start)
  }

  private func buffer(_ samples: [Double]) -> AudioBuffer {
    AudioBuffer(samples, sampleRate: format.sampleRate, channels: format.channels, start: start)
  }

  private static func map<Input: PCMSample, Output: PCMSample>(
    _ samples: [Input], _ range: Range<Int>
  ) -> [Output] {
    [Output](unsafeUninitializedCapacity: range.count) { target, filled in
      samples.withUnsafeBufferPointer { source in
        for index in 0..<range.count {
          target.initializeElement(
            at: index, to: Output(unit: source[range.lowerBound + index].unit))
        }
      }
      filled = range.count
    }
  }

  private static func floats(_ samples: [Int16], _ range: Range<Int>) -> [Float] {
    [Float](unsafeUninitializedCapacity: range.count) { target, filled in
      samples.withUnsafeBufferPointer { source in
        for index in 0..<range.count {
          target[index] = Float(source[range.lowerBound + index]) * 0x1p-15
        }
      }
      filled = range.count
    }
  }

  private static func int16s(_ samples: [Float], _ range: Range<Int>) -> [Int16] {
    [Int16](unsafeUninitializedCapacity: range.count) { target, filled in
      samples.withUnsafeBufferPointer { source in
        for index in 0..<range.count {
          target[index] = Int16(nearest: source[range.lowerBound + index])
        }
      }
      filled = range.count
    }
  }
}
