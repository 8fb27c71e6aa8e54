extension AudioBuffer {
  /// The average of the channels, which can't leave full scale, as 32-bit floating point.
  func mixed() -> AudioBuffer {
    let samples: [Float] =
      switch storage {
      case .int16(let samples): averagesOfInt16(samples)
      case .float32(let samples): averages(samples)
      case .int32, .float64: averages(floatSamples, from: 0)
      }
    return AudioBuffer(samples, sampleRate: format.sampleRate, start: start)
  }

  /// One of the channels.
  func channel(_ number: Int) -> AudioBuffer {
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

  private func averagesOfInt16(_ samples: [Int16]) -> [Float] {
    let (frames, channels, first) = (frameCount, format.channels, sampleRange.lowerBound)
    let scale = 0x1p-15 / Float(channels)
    return [Float](unsafeUninitializedCapacity: frames) { target, filled in
      samples.withUnsafeBufferPointer { source in
        if channels == 2 {
          for frame in 0..<frames {
            let index = first + 2 * frame
            target[frame] = Float(Int32(source[index]) &+ Int32(source[index + 1])) * scale
          }
        } else {
          for frame in 0..<frames {
            var sum: Int32 = 0
            let index = first + channels * frame
            for channel in 0..<channels { sum &+= Int32(source[index + channel]) }
            target[frame] = Float(sum) * scale
          }
        }
      }
      filled = frames
    }
  }

  private func averages(_ samples: [Float], from first: Int? = nil) -> [Float] {
    let (frames, channels) = (frameCount, format.channels)
    let first = first ?? sampleRange.lowerBound
    return [Float](unsafeUninitializedCapacity: frames) { target, filled in
      samples.withUnsafeBufferPointer { source in
        if channels == 2 {
          for frame in 0..<frames {
            let index = first + 2 * frame
            target[frame] = (source[index] + source[index + 1]) * 0.5
          }
        } else {
          for frame in 0..<frames {
            var sum: Float = 0
            let index = first + channels * frame
            for channel in 0..<channels { sum += source[index + channel] }
            target[frame] = sum / Float(channels)
          }
        }
      }
      filled = frames
    }
  }
}
