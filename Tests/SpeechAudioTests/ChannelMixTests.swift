import Foundation
import SpeechAudio
import Testing

/// The automatic mix of channels to one.
@Suite struct ChannelMixTests {
  private static let rate = 16_000

  /// Syllables of a tone with pauses, `seconds` long.
  private static func voice(_ seconds: Double, frequency: Double = 300) -> [Float] {
    (0..<Int(seconds * Double(rate))).map { index in
      let time = Double(index) / Double(rate)
      return Float(0.4 * sin(2 * .pi * frequency * time) * max(sin(2 * .pi * 2 * time), 0))
    }
  }

  private static func sound(_ channels: [[Float]]) throws -> AudioBuffer {
    try AudioBuffer(channels: channels, sampleRate: rate)
  }

  private func mixed(
    _ sound: AudioBuffer, chunk: Int = .max, rate: Int = ChannelMixTests.rate
  ) throws -> (samples: [Float], conditions: AudioConverter.Conditions) {
    let converter = try AudioConverter(
      from: sound.format, to: AudioFormat(.float32, sampleRate: rate))
    var samples: [Float] = []
    var first = 0
    while first < sound.frameCount {
      let end = first + min(chunk, sound.frameCount - first)
      samples += try converter.convert(sound[first..<end]).floatSamples
      first = end
    }
    samples += try converter.flush().floatSamples
    return (samples, converter.conditions)
  }

  private func energy(_ samples: some Sequence<Float>) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) }
  }

  @Test func channelsThatAgreeAreAveraged() throws {
    let (left, right) = (Self.voice(1), Self.voice(1).map { $0 * 0.5 })
    let (samples, conditions) = try mixed(Self.sound([left, right]))
    #expect(samples == zip(left, right).map { ($0 + $1) * 0.5 })
    #expect(conditions == AudioConverter.Conditions())
  }

  @Test(arguments: [1.0, 0.8, 1.25])
  func ofChannelsInOppositePhaseTheLouderIsHeard(factor: Float) throws {
    let left = Self.voice(1)
    let right = left.map { -factor * $0 }
    let (samples, conditions) = try mixed(Self.sound([left, right]))
    #expect(samples == (factor > 1 ? right : left))
    #expect(conditions.soleChannel == (factor > 1 ? 1 : 0))
    #expect(conditions.soleChannelFrames == left.count)
  }

  @Test func anOffsetThatTheChannelsShareHidesNothing() throws {
    let voice = Self.voice(1).map { $0 * 0.5 }
    let sound = try Self.sound([voice.map { 0.3 + $0 }, voice.map { 0.3 - $0 }])
    let heard = try mixed(sound).samples.map { $0 - 0.3 }
    #expect(energy(heard) > 0.9 * energy(voice))
  }

  @Test func oneSideAloneNoiseAndManyChannelsAreNotTakenForOpposites() throws {
    let voice = Self.voice(1)
    let silence = [Float](repeating: 0, count: voice.count)
    let other = Self.voice(1, frequency: 470)
    let many = [voice] + Array(repeating: silence, count: 7)
    for channels in [
      [voice, silence], [silence, voice], [voice, other], many, [silence, silence],
    ] {
      #expect(try mixed(Self.sound(channels)).conditions.soleChannelFrames == 0)
    }
  }

  @Test func aWireThatIsSwappedOnTheWayLosesNoSyllable() throws {
    let voice = Self.voice(6)
    let third = voice.count / 3
    let right = voice.indices.map { (third..<2 * third).contains($0) ? -voice[$0] : voice[$0] }
    let (samples, conditions) = try mixed(Self.sound([voice, right]))
    #expect(samples.count == voice.count)
    // Syllables are half a second apart; only the first behind the swap may be heard late.
    for second in stride(from: 0, to: voice.count, by: Self.rate / 2) where second != third {
      let range = second..<second + Self.rate / 2
      #expect(energy(samples[range]) > 0.7 * energy(voice[range]))
    }
    #expect(conditions.soleChannelFrames > third / 2)
    #expect(conditions.soleChannelFrames < voice.count * 3 / 4)
  }

  @Test(arguments: [1, 7, 160, 320, 321, 4096])
  func theMixDoesNotDependOnTheChunks(chunk: Int) throws {
    let voice = Self.voice(1.5)
    let right = voice.indices.map { $0 > voice.count / 2 ? -voice[$0] : voice[$0] }
    let sound = try Self.sound([voice, right])
    for rate in [16_000, 8000] {
      let whole = try mixed(sound, rate: rate)
      let pieces = try mixed(sound, chunk: chunk, rate: rate)
      #expect(pieces.samples == whole.samples)
      #expect(pieces.conditions == whole.conditions)
      #expect(whole.samples.count == voice.count * rate / 16_000)
    }
  }

  @Test func noSampleTrapsOrLeavesFullScale() throws {
    let extremes: [Float] = [
      .nan, .infinity, -.infinity, 1, -1, 1e30, -0.0, .leastNonzeroMagnitude,
    ]
    let floats = try Self.sound([
      Array(repeatElement(extremes, count: 200).joined()),
      Array(repeatElement(extremes.reversed(), count: 200).joined()),
    ])
    #expect(try mixed(floats).samples.allSatisfy { abs($0) <= 1 })
    for value in [Int16.min, 0, .max] {
      let flat = [Int16](repeating: value, count: 1000)
      let sound = try AudioBuffer(channels: [flat, flat], sampleRate: Self.rate)
      #expect(try mixed(sound).samples == flat.map { Float($0) / 32_768 })
    }
  }

  @Test(
    .enabled(if: RecordingTests.isPresent, "no recordings: set SPEECH_TEST_AUDIO to their folder"))
  func theRecordingInOppositePhaseIsHeard() throws {
    let file = try AudioFile(
      RecordingTests.folder.appending(path: "formats/matrix/stereo-antiphase.wav"))
    let sound = AudioBuffer(
      try file.samples(), sampleRate: file.format.sampleRate, channels: file.format.channels)
    #expect(try energy(mixed(sound).samples) == energy(sound.channel(0).floatSamples))
  }
}
