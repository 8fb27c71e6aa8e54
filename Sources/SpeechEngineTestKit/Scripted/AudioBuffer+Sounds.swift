internal import Glibc
public import SpeechRecognition

extension AudioBuffer {
  /// Makes sound that detectors take for speech: a voice of 120 Hz in four syllables a second, the
  /// same whenever it is made.
  ///
  /// - Parameters:
  ///   - seconds: The length; below 0 is taken as 0, above an hour as an hour.
  ///   - sampleRate: The number of frames in a second, in Hz.
  /// - Returns: One channel of 32-bit floating-point samples.
  public static func speechLike(_ seconds: Double, sampleRate: Int = 16_000) -> AudioBuffer {
    let rate = Double(max(sampleRate, 1))
    let period = voicePeriod
    // A fixed linear congruential generator (Numerical Recipes' constants) for the breath between
    // syllables.
    var seed: UInt32 = 1
    let samples = (0..<frames(seconds, sampleRate)).map { index in
      let time = Double(index) / rate
      let phase = Int(time * pitch * Double(period.count)) % period.count
      let syllable = Float(abs(sin(.pi * 4 * time)))
      seed = seed &* 1_664_525 &+ 1_013_904_223
      let breath = Float(seed >> 16) / 32_768 - 1
      return 0.08 * syllable * period[phase] + 0.0004 * breath
    }
    return AudioBuffer(samples, sampleRate: sampleRate)
  }

  /// Makes sound that detectors take for speech.
  ///
  /// - Parameters:
  ///   - duration: The length, up to an hour.
  ///   - sampleRate: The number of frames in a second, in Hz.
  /// - Returns: One channel of 32-bit floating-point samples.
  public static func speechLike(_ duration: AudioTime, sampleRate: Int = 16_000) -> AudioBuffer {
    speechLike(duration.seconds, sampleRate: sampleRate)
  }

  /// Makes digital silence: samples that are exactly zero.
  ///
  /// - Parameters:
  ///   - seconds: The length; below 0 is taken as 0, above an hour as an hour.
  ///   - sampleRate: The number of frames in a second, in Hz.
  /// - Returns: One channel of 32-bit floating-point samples.
  public static func silence(_ seconds: Double, sampleRate: Int = 16_000) -> AudioBuffer {
    AudioBuffer(
      [Float](repeating: 0, count: frames(seconds, sampleRate)), sampleRate: sampleRate)
  }

  /// Makes digital silence: samples that are exactly zero.
  ///
  /// - Parameters:
  ///   - duration: The length, up to an hour.
  ///   - sampleRate: The number of frames in a second, in Hz.
  /// - Returns: One channel of 32-bit floating-point samples.
  public static func silence(_ duration: AudioTime, sampleRate: Int = 16_000) -> AudioBuffer {
    silence(duration.seconds, sampleRate: sampleRate)
  }

  /// The pitch of the voice in Hz.
  private static let pitch = 120.0

  /// One period of a voice with formants at 600 and 1500 Hz and nothing above 2 kHz.
  private static let voicePeriod: [Float] = (0..<1024).map { point in
    let sum = (1...16).reduce(0.0) { sum, harmonic in
      let frequency = pitch * Double(harmonic)
      let first = exp(-pow((frequency - 600) / 300, 2))
      let second = 0.5 * exp(-pow((frequency - 1500) / 400, 2))
      let phase = 2 * .pi * Double(harmonic * point) / 1024 + Double(harmonic * harmonic)
      return sum + (0.05 + first + second) * sin(phase)
    }
    return Float(sum)
  }

  private static func frames(_ seconds: Double, _ sampleRate: Int) -> Int {
    let rate = min(max(sampleRate, 1), AudioFormat.supportedSampleRates.upperBound)
    let length = seconds.isNaN ? 0 : min(max(seconds, 0), 3600)
    return Int((length * Double(rate)).rounded())
  }
}

/// Buffers as an asynchronous sequence, as a microphone would give them.
public struct SoundSequence: AsyncSequence, Sendable {
  public typealias Element = AudioBuffer
  public typealias Failure = Never

  private let buffers: [AudioBuffer]

  /// Creates a sequence of buffers.
  ///
  /// - Parameters:
  ///   - buffers: The sound.
  ///   - chunk: The frames in each buffer that comes out, at least 1; `nil` leaves the buffers whole.
  public init(_ buffers: AudioBuffer..., chunk: Int? = nil) {
    self.init(buffers, chunk: chunk)
  }

  /// Creates a sequence of buffers.
  ///
  /// - Parameters:
  ///   - buffers: The sound.
  ///   - chunk: The frames in each buffer that comes out, at least 1; `nil` leaves the buffers whole.
  public init(_ buffers: [AudioBuffer], chunk: Int?) {
    self.buffers = chunk.map { chunk in buffers.flatMap { $0.cut(into: chunk) } } ?? buffers
  }

  /// The iterator of ``SoundSequence``.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var buffers: ArraySlice<AudioBuffer>

    /// Returns the next buffer, or `nil` at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> AudioBuffer? {
      buffers.popFirst()
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(buffers: buffers[...]) }
}

extension AudioBuffer {
  /// The buffer in pieces of a length, the last one as long as is left.
  func cut(into chunk: Int) -> [AudioBuffer] {
    let chunk = max(chunk, 1)
    return stride(from: 0, to: frameCount, by: chunk).map {
      self[$0..<min($0 + chunk, frameCount)]
    }
  }
}
