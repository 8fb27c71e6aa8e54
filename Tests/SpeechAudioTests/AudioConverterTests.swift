import Foundation
import SpeechAudio
import Testing

@Suite struct AudioConverterTests {
  private static func format(
    _ rate: Int, _ type: AudioFormat.SampleType = .float32, channels: Int = 1
  ) -> AudioFormat {
    AudioFormat(type, sampleRate: rate, channels: channels)
  }

  /// Noise that is the same in every run.
  private static func noise(_ count: Int) -> [Float] {
    var state: UInt64 = 88_172_645_463_325_252
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Float(Int16(truncatingIfNeeded: state >> 40)) / 40_000
    }
  }

  private static func tone(_ frequency: Double, rate: Int, count: Int) -> [Float] {
    (0..<count).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / Double(rate))) }
  }

  private static func convert(
    _ buffer: AudioBuffer, to format: AudioFormat, chunk: Int = .max,
    mix: AudioConverter.ChannelMix = .average
  ) throws -> [Float] {
    let converter = try AudioConverter(from: buffer.format, to: format, mix: mix)
    var result: [Float] = []
    var frame = 0
    while frame < buffer.frameCount {
      let end = frame + min(chunk, buffer.frameCount - frame)
      let piece = try converter.convert(buffer[frame..<end])
      #expect(piece.format == format)
      result += piece.floatSamples
      frame = end
    }
    return try result + converter.flush().floatSamples
  }

  // MARK: Accounting

  @Test(arguments: [4000, 8000, 11_025, 16_000, 22_050, 44_100, 44_101, 48_000, 96_000, 384_000])
  func theNumberOfFramesIsExact(rate: Int) throws {
    for count in [0, 1, 2, 3, 7, 160, 1001, 4096, 12_347] {
      for target in [8000, 16_000, 44_100] {
        let buffer = AudioBuffer(Self.noise(count), sampleRate: rate)
        let result = try Self.convert(buffer, to: Self.format(target), chunk: 997)
        #expect(result.count == (2 * count * target + rate) / (2 * rate))
      }
    }
  }

  @Test(arguments: [8000, 11_025, 44_100, 48_000, 96_000])
  func aClickStaysWhereItIs(rate: Int) throws {
    for seconds in [0.05, 0.5, 1.0] {
      var samples = [Float](repeating: 0, count: rate * 11 / 10)
      let index = Int(seconds * Double(rate))
      samples[index] = 1
      let result = try Self.convert(
        AudioBuffer(samples, sampleRate: rate), to: Self.format(16_000), chunk: 160)
      let peak = try #require(result.indices.max { abs(result[$0]) < abs(result[$1]) })
      let wanted = Double(index) * 16_000 / Double(rate)
      #expect(abs(Double(peak) - wanted) <= 0.5)
    }
  }

  @Test func aClickAfterTenMinutesStaysWhereItIs() throws {
    let rate = 44_101
    let converter = try AudioConverter(from: Self.format(rate), to: Self.format(16_000))
    let silence = AudioBuffer([Float](repeating: 0, count: rate), sampleRate: rate)
    var click = [Float](repeating: 0, count: rate)
    click[1234] = 1
    var frames = 0
    for _ in 0..<600 { frames += try converter.convert(silence).frameCount }
    var result = try converter.convert(AudioBuffer(click, sampleRate: rate)).floatSamples
    result += try converter.flush().floatSamples
    let peak = try #require(result.indices.max { abs(result[$0]) < abs(result[$1]) })
    let wanted = (Double(600 * rate) + 1234) * 16_000 / Double(rate)
    #expect(abs(Double(frames + peak) - wanted) <= 0.5)
    #expect(frames + result.count == 601 * 16_000)
  }

  @Test func theTailIsNotLost() throws {
    let buffer = AudioBuffer(Self.tone(440, rate: 44_100, count: 44_100), sampleRate: 44_100)
    let result = try Self.convert(buffer, to: Self.format(16_000))
    let wanted = Self.tone(440, rate: 16_000, count: 16_000)
    // The last 10 ms feel the end of the sound; before them, every sample is right.
    for index in 160..<15_840 { #expect(abs(result[index] - wanted[index]) < 0.001) }
    #expect(result.suffix(100).contains { abs($0) > 0.3 })
  }

  @Test(arguments: [8000, 11_025, 22_050, 44_100, 48_000, 44_101])
  func theSamplesDoNotDependOnTheChunks(rate: Int) throws {
    for channels in [1, 2] {
      let samples = Self.noise((rate / 2 + 137) * channels)
      let buffer = AudioBuffer(samples, sampleRate: rate, channels: channels)
      let whole = try Self.convert(buffer, to: Self.format(16_000))
      for chunk in [1, 7, 160, 4096] {
        #expect(try Self.convert(buffer, to: Self.format(16_000), chunk: chunk) == whole)
      }
    }
  }

  @Test func flushingAndResettingStartAnew() throws {
    let buffer = AudioBuffer(Self.noise(5000), sampleRate: 44_100)
    let converter = try AudioConverter(from: buffer.format, to: Self.format(16_000))
    func whole() throws -> [Float] {
      try converter.convert(buffer).floatSamples + converter.flush().floatSamples
    }
    let first = try whole()
    #expect(try whole() == first)
    _ = try converter.convert(AudioBuffer([1, 1, 1] as [Float], sampleRate: 44_100))
    try converter.reset()
    #expect(try whole() == first)
    #expect(try converter.flush().isEmpty)
  }

  // MARK: Quality

  @Test func aToneAboveTheNewBandVanishes() throws {
    let buffer = AudioBuffer(Self.tone(10_000, rate: 48_000, count: 48_000), sampleRate: 48_000)
    let result = try Self.convert(buffer, to: Self.format(16_000))
    // The switching on and off of the tone is heard at the ends only.
    let peak = result[800..<15_200].reduce(0) { max($0, abs($1)) }
    #expect(peak < 0.5 * 1e-4)
    let speech = AudioBuffer(Self.tone(1000, rate: 48_000, count: 48_000), sampleRate: 48_000)
    let kept = try Self.convert(speech, to: Self.format(16_000))[800..<15_200]
    #expect(abs(kept.reduce(0) { max($0, abs($1)) } - 0.5) < 0.001)
  }

  // MARK: Sample types

  @Test func soundOfTheWantedFormatPassesUnchanged() throws {
    let samples = Array(Int16.min...Int16.max)
    let buffer = AudioBuffer(samples, sampleRate: 16_000)
    let converter = try AudioConverter(from: buffer.format, to: buffer.format)
    #expect(try converter.convert(buffer).int16Samples == samples)
    #expect(try converter.flush().isEmpty)
    let wide: [Int32] = [.min, -1, 0, 1, .max]
    let wideBuffer = AudioBuffer(wide, sampleRate: 16_000)
    let wideConverter = try AudioConverter(
      from: wideBuffer.format, to: Self.format(16_000, .float64))
    #expect(
      try wideConverter.convert(wideBuffer).floatSamples == wide.map { Float(Double($0) * 0x1p-31) }
    )
  }

  @Test(arguments: AudioFormat.SampleType.allCases, AudioFormat.SampleType.allCases)
  func everyTypeBecomesEveryOther(
    input: AudioFormat.SampleType, output: AudioFormat.SampleType
  ) throws {
    let values: [Double] = [0, 0.5, -0.5, 0.25, -1, 0.999_969_482_421_875]
    let buffer =
      switch input {
      case .int16: AudioBuffer(values.map { Int16($0 * 0x1p15) }, sampleRate: 8000)
      case .int32: AudioBuffer(values.map { Int32($0 * 0x1p31) }, sampleRate: 8000)
      case .float32: AudioBuffer(values.map { Float($0) }, sampleRate: 8000)
      case .float64: AudioBuffer(values, sampleRate: 8000)
      }
    #expect(
      try Self.convert(buffer, to: Self.format(8000, output), chunk: 2) == values.map { Float($0) })
    let resampled = try Self.convert(buffer, to: Self.format(16_000, output))
    #expect(resampled.count == 12)
  }

  @Test func floatsBecomeWholeNumbersAsInABuffer() throws {
    let edges: [Float] = [
      1, -1, 0.999_99, 0.5 / 32_768, -0.5 / 32_768, 1.5 / 32_768, 0.499_999_97 / 32_768,
      .leastNonzeroMagnitude,
    ]
    let buffer = AudioBuffer(edges + Self.noise(10_000), sampleRate: 16_000)
    let converter = try AudioConverter(from: buffer.format, to: Self.format(16_000, .int16))
    #expect(try converter.convert(buffer).int16Samples == buffer.int16Samples)
  }

  @Test func samplesThatNoSoundHasAreMendedAndCounted() throws {
    let bad: [Float] = [.nan, .infinity, -.infinity, 1.5, -2, 1, -1, 0.5, .leastNonzeroMagnitude]
    let mended: [Float] = [0, 1, -1, 1, -1, 1, -1, 0.5, .leastNonzeroMagnitude]
    let converter = try AudioConverter(from: Self.format(16_000), to: Self.format(16_000))
    #expect(try converter.convert(AudioBuffer(bad, sampleRate: 16_000)).floatSamples == mended)
    #expect(converter.conditions.notANumber == 1)
    #expect(converter.conditions.clipped == 4)
    let double = try AudioConverter(
      from: Self.format(16_000, .float64), to: Self.format(16_000, .int16))
    let wide = AudioBuffer(bad.map { Double($0) } + [1e300], sampleRate: 16_000)
    #expect(
      try double.convert(wide).int16Samples
        == [0, 32_767, -32_768, 32_767, -32_768, 32_767, -32_768, 16_384, 0, 32_767])
    #expect(double.conditions == AudioConverter.Conditions(notANumber: 1, clipped: 5))
    try double.reset()
    #expect(double.conditions == AudioConverter.Conditions())
  }

  @Test func badSamplesDoNotSpoilTheirNeighbours() throws {
    var samples = Self.tone(440, rate: 44_100, count: 44_100)
    samples[100] = .nan
    samples[200] = .infinity
    let result = try Self.convert(
      AudioBuffer(samples, sampleRate: 44_100), to: Self.format(16_000))
    #expect(result.allSatisfy { $0.magnitude < 1.1 })
    let wanted = Self.tone(440, rate: 16_000, count: 16_000)
    for index in 1000..<15_000 { #expect(abs(result[index] - wanted[index]) < 0.001) }
  }

  // MARK: Channels

  @Test func channelsAreAveragedWithoutWrapping() throws {
    let full = AudioBuffer([Int16](repeating: .min, count: 12), sampleRate: 16_000, channels: 6)
    let mono = Self.format(16_000, .int16)
    #expect(try Self.convert(full, to: mono) == [-1, -1])
    let stereo = AudioBuffer([100, 200, -3, -4, 7, 0] as [Int16], sampleRate: 16_000, channels: 2)
    #expect(try Self.convert(stereo, to: mono) == [150, -4, 4].map { Float($0) / 32_768 })
    let floats = AudioBuffer([1, 0.5, -1, -1] as [Float], sampleRate: 16_000, channels: 2)
    #expect(try Self.convert(floats, to: Self.format(16_000)) == [0.75, -1])
    let wide = AudioBuffer([.max, .min, .max, .max] as [Int32], sampleRate: 16_000, channels: 2)
    #expect(try Self.convert(wide, to: Self.format(16_000)) == [0, 1])
    let three = AudioBuffer([0.3, 0.6, 0.9] as [Double], sampleRate: 16_000, channels: 3)
    #expect(abs(try Self.convert(three, to: Self.format(16_000))[0] - 0.6) < 1e-6)
  }

  @Test func oneChannelCanBePicked() throws {
    let stereo = AudioBuffer([1, 2, 3, 4] as [Int16], sampleRate: 16_000, channels: 2)
    let mono = Self.format(16_000, .int16)
    #expect(try Self.convert(stereo, to: mono, mix: .channel(0)) == [1, 3].map { $0 / 32_768 })
    #expect(
      try Self.convert(stereo, to: mono, chunk: 1, mix: .channel(1)) == [2, 4].map { $0 / 32_768 })
    expectError(.invalidParameter, saying: "channel 2", "0 to 1") {
      _ = try AudioConverter(from: stereo.format, to: mono, mix: .channel(2))
    }
  }

  @Test func channelsThatCancelEachOtherAreReported() throws {
    let tone = Self.tone(440, rate: 16_000, count: 1600)
    func loss(_ right: (Float) -> Float) throws -> Double? {
      let samples = tone.flatMap { [$0, right($0)] }
      let buffer = AudioBuffer(samples, sampleRate: 16_000, channels: 2)
      let converter = try AudioConverter(from: buffer.format, to: Self.format(16_000))
      #expect(converter.mixingLoss == nil)
      _ = try converter.convert(buffer)
      let loss = converter.mixingLoss
      try converter.reset()
      #expect(converter.mixingLoss == nil)
      return loss
    }
    #expect(try loss { $0 } == 0)
    #expect(abs(try #require(try loss { _ in 0 }) - 6.02) < 0.01)
    #expect(try loss { -$0 } == 160)
    let silence = AudioBuffer([0, 0] as [Int16], sampleRate: 16_000, channels: 2)
    let converter = try AudioConverter(from: silence.format, to: Self.format(16_000))
    _ = try converter.convert(silence)
    #expect(converter.mixingLoss == nil)
  }

  @Test func asManyChannelsPassThrough() throws {
    let rate = 44_100
    let left = Self.tone(440, rate: rate, count: rate)
    let right = Self.tone(1000, rate: rate, count: rate)
    let both = zip(left, right).flatMap { [$0, $1] }
    let result = try Self.convert(
      AudioBuffer(both, sampleRate: rate, channels: 2), to: Self.format(16_000, channels: 2))
    let lone = try Self.convert(AudioBuffer(right, sampleRate: rate), to: Self.format(16_000))
    #expect(stride(from: 1, to: result.count, by: 2).map { result[$0] } == lone)
  }

  // MARK: Refusals

  @Test func formatsThatCanNotBeAreRefused() throws {
    expectError(.incompatibleAudioFormats, saying: "1 channels", "2") {
      _ = try AudioConverter(from: Self.format(16_000), to: Self.format(16_000, channels: 2))
    }
    expectError(.incompatibleAudioFormats, saying: "6 channels", "2") {
      _ = try AudioConverter(
        from: Self.format(16_000, channels: 6), to: Self.format(16_000, channels: 2))
    }
    for rate in [0, -1, 100, 384_001] {
      expectError(.unexpectedAudioFormat, saying: "\(rate) Hz") {
        _ = try AudioConverter(from: Self.format(rate), to: Self.format(16_000))
      }
      expectError(.unexpectedAudioFormat, saying: "\(rate) Hz") {
        _ = try AudioConverter(from: Self.format(16_000), to: Self.format(rate))
      }
    }
  }

  @Test func aBufferOfAnotherFormatIsRefusedAndHarmsNothing() throws {
    let converter = try AudioConverter(
      from: Self.format(16_000, channels: 2), to: Self.format(16_000), mix: .average)
    for buffer in [
      AudioBuffer([0, 0] as [Float], sampleRate: 8000, channels: 2),
      AudioBuffer([0, 0] as [Float], sampleRate: 16_000),
      AudioBuffer([0, 0] as [Int16], sampleRate: 16_000, channels: 2),
      AudioBuffer([0, 0, 0] as [Float], sampleRate: 16_000, channels: 2),
    ] {
      expectError(.unexpectedAudioFormat) { _ = try converter.convert(buffer) }
    }
    let good = AudioBuffer([1, 0] as [Float], sampleRate: 16_000, channels: 2)
    #expect(try converter.convert(good).floatSamples == [0.5])
  }

  @Test func aSliceIsConvertedLikeABufferOfItsOwn() throws {
    let samples = Self.noise(3000)
    let slice = AudioBuffer(samples, sampleRate: 48_000, channels: 2)[100..<1400]
    let own = AudioBuffer(samples[200..<2800], sampleRate: 48_000, channels: 2)
    for type in AudioFormat.SampleType.allCases {
      let format = Self.format(16_000, type)
      #expect(try Self.convert(slice, to: format) == Self.convert(own, to: format))
    }
  }
}
