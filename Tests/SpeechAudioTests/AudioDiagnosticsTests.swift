import Foundation
import Testing

@testable import SpeechAudio

/// What is said of a sound's quality.
@Suite struct AudioDiagnosticsTests {
  /// Noise that is the same in every run, within ±1.
  private static func noise(_ count: Int) -> [Float] {
    var state: UInt64 = 88_172_645_463_325_252
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Float(Int16(truncatingIfNeeded: state >> 40)) / 32_768
    }
  }

  /// Bursts of noise as speech has them, above faint noise.
  private static func speech(_ seconds: Int, rate: Int, level: Float = 0.3) -> [Float] {
    let noise = noise(seconds * rate)
    return noise.indices.map { index in
      let phase = Double(index) / Double(rate) * 4
      return noise[index] * (level * Float(max(sin(.pi * phase), 0)) + 0.002)
    }
  }

  private func measured(_ buffers: [AudioBuffer]) -> AudioDiagnostics {
    var meter = AudioDiagnosticsMeter()
    for buffer in buffers { meter.add(buffer) }
    return meter.diagnostics
  }

  private func measured(
    _ samples: [Float], rate: Int = 16_000, channels: Int = 1
  ) -> AudioDiagnostics {
    measured([AudioBuffer(samples, sampleRate: rate, channels: channels)])
  }

  private func resampled(_ samples: [Float], from rate: Int, to target: Int) throws -> [Float] {
    let converter = try AudioConverter(
      from: AudioFormat(.float32, sampleRate: rate), to: AudioFormat(.float32, sampleRate: target))
    return try converter.convert(AudioBuffer(samples, sampleRate: rate)).floatSamples
      + converter.flush().floatSamples
  }

  @Test func goodSoundNeedsNoAdvice() {
    let found = measured(Self.speech(3, rate: 16_000))
    #expect(found.advice.isEmpty)
    #expect(found.duration == AudioTime(samples: 3, rate: 1))
    #expect(found.sampleCount == 48_000)
    #expect(found.formats == [AudioFormat(.float32, sampleRate: 16_000)])
    #expect(found.bandwidth == 8000)
    #expect((found.contrast ?? 0) > 20)
  }

  // MARK: Bandwidth

  @Test(arguments: [16_000, 44_100, 48_000])
  func telephoneSoundInAFileOfAHigherRateIsTold(rate: Int) throws {
    let narrow = Self.speech(3, rate: 8000)
    let found = measured(try resampled(narrow, from: 8000, to: rate), rate: rate)
    let bandwidth = try #require(found.bandwidth)
    #expect((3750...4750).contains(bandwidth))
    #expect(found.advice.contains { $0.contains("\(rate) Hz") && $0.contains("telephone") })
    let quantised = try resampled(narrow.map { $0 * 0.05 }, from: 8000, to: rate).map {
      ($0 * 32_768).rounded() / 32_768
    }
    #expect((measured(quantised, rate: rate).bandwidth ?? 0) <= 4750)
  }

  @Test func soundOfALowRateIsTold() {
    let found = measured(Self.speech(2, rate: 8000), rate: 8000)
    #expect(found.bandwidth == 4000)
    #expect(found.advice.contains { $0.contains("8000 Hz: telephone") })
  }

  @Test(arguments: [8000, 11_025, 16_000, 22_050, 48_000, 96_000])
  func theBandwidthOfWhiteNoiseIsAllThatTheRateHolds(rate: Int) throws {
    let bandwidth = try #require(measured(Self.speech(2, rate: rate), rate: rate).bandwidth)
    let highest = min(Double(rate) / 2, 24_000)
    #expect(bandwidth <= highest)
    #expect(bandwidth > highest - 300)
  }

  @Test func aToneReachesToItsBand() {
    let tone = (0..<32_000).map { Float(0.3 * sin(2 * .pi * 3100 * Double($0) / 16_000)) }
    #expect([3250, 3500].contains(measured(tone).bandwidth))
    let low = measured((0..<32_000).map { Float(0.3 * sin(0.2 * Double($0))) })
    #expect(low.advice.contains { $0.contains("no speech") })
    #expect(!low.advice.contains { $0.contains("telephone") })
  }

  @Test func quietAndShortSoundTellsNoBandwidth() {
    #expect(measured(Self.speech(2, rate: 16_000, level: 0.0005)).bandwidth == nil)
    #expect(measured(Array(Self.noise(1600))).bandwidth == nil)
  }

  @Test(arguments: [8, 64, 512])
  func theTransformIsThatOfItsDefinition(length: Int) {
    let samples = Self.noise(2 * length)
    var transform = FourierTransform(atMost: length + length / 2)
    #expect(transform.length == length)
    var powers = [Float](repeating: 0, count: length / 2)
    samples.withUnsafeBufferPointer { transform.powers(of: $0, step: 2, into: &powers) }
    for bin in 0..<length / 2 {
      var (real, imaginary) = (0.0, 0.0)
      for index in 0..<length {
        let angle = 2 * Double.pi * Double(index) / Double(length)
        let value = Double(samples[2 * index]) * (0.5 - 0.5 * cos(angle))
        real += value * cos(angle * Double(bin))
        imaginary -= value * sin(angle * Double(bin))
      }
      let expected = real * real + imaginary * imaginary
      #expect(abs(Double(powers[bin]) - expected) < 1e-4 * (1 + expected))
    }
  }

  // MARK: Level, clipping, offset, silence

  @Test func levelsAreInDecibelsOfFullScale() throws {
    let tone = (0..<16_000).map { Float(0.1 * sin(2 * .pi * 500 * Double($0) / 16_000)) }
    let found = measured(tone)
    #expect(abs(found.peak + 20) < 0.01)
    #expect(abs(try #require(found.level) + 23.01) < 0.01)
    #expect(found.contrast == 0)
    #expect(measured(tone.map { $0 * 0.01 }).advice.contains { $0.contains("below −60 dBFS") })
    let quiet = measured(Self.speech(2, rate: 16_000, level: 0.01))
    #expect(quiet.advice.contains { $0.contains("quiet") })
  }

  @Test func steadyNoiseIsTold() {
    let found = measured(Self.noise(32_000).map { $0 * 0.2 })
    #expect(found.advice.contains { $0.contains("noise") })
  }

  @Test func clippedSoundIsToldAndFullScaleAloneIsNot() {
    let voice = Self.speech(2, rate: 16_000)
    let cut = voice.map { min(max($0 * 20, -1), 1) }
    #expect(measured(cut).clippedShare > 0.05)
    #expect(measured(cut).advice.contains { $0.contains("clipped") })
    var touching = voice
    for index in stride(from: 0, to: 2000, by: 2) { touching[index] = index % 4 == 0 ? 1 : -1 }
    #expect(measured(touching).clippedShare == 0)
    let three = [Float](repeating: 0, count: 997) + [1, 1, 1]
    #expect(measured(three).clippedShare == 0.003)
    let whole = AudioBuffer([Int16.min, .min, .max, .max] as [Int16], sampleRate: 16_000)
    #expect(measured([whole]).clippedShare == 1)
    // In two channels, samples side by side are those of one channel.
    #expect(measured([1, 0, 0, 1, 1, 0], channels: 2).clippedShare == 0)
  }

  @Test func anOffsetIsToldAndIsNoSound() throws {
    let shifted = measured(Self.speech(2, rate: 16_000).map { $0 + 0.25 })
    #expect(abs(shifted.offset - 0.25) < 0.01)
    #expect(shifted.advice.contains { $0.contains("not centred") })
    #expect(try #require(shifted.contrast) > 20)
    let flat = measured([Float](repeating: 0.25, count: 16_000))
    #expect(flat.silenceShare == 1)
    #expect(flat.level == nil)
    let second = measured([0, -0.5, 0, -0.5], channels: 2)
    #expect(second.offset == -0.5)
  }

  @Test func silenceIsToldByItsShare() {
    let sound = Self.noise(8000) + [Float](repeating: 0, count: 24_000)
    #expect(abs(measured(sound).silenceShare - 0.75) < 0.011)
    let silence = measured([Float](repeating: 0, count: 16_000))
    #expect(silence.silenceShare == 1)
    #expect(silence.peak == -160)
    #expect(silence.advice.contains { $0.contains("digital silence") })
    #expect(AudioDiagnostics().advice.isEmpty)
  }

  // MARK: Faults

  @Test func samplesThatNoSoundHasAreCounted() {
    var samples = Self.speech(1, rate: 16_000)
    for index in 0..<100 { samples[index] = .nan }
    samples[200] = .infinity
    samples[201] = -7
    let found = measured(samples)
    #expect(found.notANumberCount == 100)
    #expect(found.overCount == 2)
    #expect(found.advice.contains { $0.contains("100 samples") && $0.contains("byte order") })
    #expect(found.peak == 0)
  }

  @Test func channelsInOppositePhaseAreTold() {
    let voice = Self.speech(2, rate: 16_000)
    let found = measured(voice.flatMap { [$0, -$0] }, channels: 2)
    #expect(found.cancelledShare > 0.9)
    #expect(found.advice.contains { $0.contains("opposite phase") })
    #expect(measured(voice.flatMap { [$0, $0] }, channels: 2).cancelledShare == 0)
  }

  @Test func gapsAndRestsAreTold() {
    let piece = AudioBuffer(Self.noise(1600), sampleRate: 16_000)
    var decoder = RawAudioDecoder(.int16, sampleRate: 16_000)
    _ = decoder.decode([1])
    let found = measured([
      piece.placed(at: .zero), piece.placed(at: AudioTime(samples: 3, rate: 10)),
      decoder.finish(),
    ])
    #expect(found.missing == AudioTime(samples: 2, rate: 10))
    #expect(found.unfinishedByteCount == 1)
    #expect(found.advice.contains { $0.contains("0.200 s") })
    #expect(found.advice.contains { $0.contains("1 byte is left over") })
  }

  // MARK: Pieces

  @Test(arguments: [1, 3, 160, 1001, 16_000])
  func nothingDependsOnTheChunks(chunk: Int) {
    let first = AudioBuffer(
      Self.speech(1, rate: 16_000).flatMap { [$0 * 5, -$0 * 4] }, sampleRate: 16_000, channels: 2)
    let second = AudioBuffer(Self.speech(1, rate: 44_100)[..<40_001], sampleRate: 44_100)
    let whole = [first, second, first]
    let pieces = whole.flatMap { buffer in
      stride(from: 0, to: buffer.frameCount, by: chunk).map {
        buffer[$0..<min($0 + chunk, buffer.frameCount)]
      }
    }
    let expected = measured(whole)
    #expect(measured(pieces) == expected)
    #expect(expected.formats.count == 2)
    #expect(expected.clippedShare > 0 && expected.cancelledShare > 0 && expected.overCount > 0)
  }

  @Test func everyTypeOfSampleIsMeasuredAlike() {
    let sound = AudioBuffer(Self.speech(1, rate: 16_000), sampleRate: 16_000).converted(to: .int16)
    var all = AudioFormat.SampleType.allCases.map { measured([sound.converted(to: $0)]) }
    for index in all.indices { all[index].formats = [] }
    #expect(Set(all).count == 1)
  }

  @Test func formatsWithoutEndTakeNoMemoryWithoutEnd() {
    let found = measured(
      (0..<1000).map { AudioBuffer([0.5] as [Float], sampleRate: 4000 + $0 % 500) })
    #expect(found.formats.count == 8)
    #expect(found.sampleCount == 1000)
  }

  @Test func diagnosticsCanBeKept() throws {
    let found = measured(Self.speech(1, rate: 16_000))
    let data = try JSONEncoder().encode(found)
    #expect(try JSONDecoder().decode(AudioDiagnostics.self, from: data) == found)
  }

  // MARK: Recordings

  private func measured(_ file: AudioFile) throws -> AudioDiagnostics {
    var meter = AudioDiagnosticsMeter()
    while let block = try file.read(frames: 4096) { meter.add(block) }
    return meter.diagnostics
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: RecordingTests.debianSpeech.path()),
      "no speech: install pocketsphinx-testdata"))
  func speechAsRecordedAndAsByTelephoneAreToldApart() throws {
    let file = try AudioFile(
      RecordingTests.debianSpeech, rawFormat: AudioFormat(.int16, sampleRate: 16_000))
    let samples = try file.samples()
    #expect((measured(samples).bandwidth ?? 0) > 6500)
    let narrow = try resampled(resampled(samples, from: 16_000, to: 8000), from: 8000, to: 16_000)
    #expect((measured(narrow).bandwidth ?? 8000) < 5000)
  }

  @Test(
    .enabled(if: RecordingTests.isPresent, "no recordings: set SPEECH_TEST_AUDIO to their folder"),
    arguments: RecordingTests.recordings(in: "telephone8k"))
  func telephoneRecordingsAreTold(recording: RecordingTests.Recording) throws {
    guard recording.opens else { return }
    let file = try AudioFile(recording.url)
    guard file.format.sampleRate == 8000 else { return }
    let wide = try resampled(file.samples(), from: 8000, to: 16_000)
    let found = measured(wide)
    #expect((found.bandwidth ?? 8000) <= 5000)
  }

  @Test(
    .enabled(if: RecordingTests.isPresent, "no recordings: set SPEECH_TEST_AUDIO to their folder"),
    arguments: [
      ("clipped+24dB.wav", "clipped"), ("dc-offset.wav", "not centred"),
      ("quiet-60dB.wav", "quiet"), ("stereo-antiphase.wav", "opposite phase"),
      ("rate8000.wav", "telephone"), ("f32.wav", nil), ("stereo-left-only.wav", nil),
      ("rate48000.flac", nil), ("cbr64.mp3", nil), ("opus48.ogg", nil),
    ] as [(String, String?)])
  func faultsOfRecordingsAreTold(name: String, word: String?) throws {
    let found = try measured(
      AudioFile(RecordingTests.folder.appending(path: "formats/matrix/\(name)")))
    if let word {
      #expect(found.advice.contains { $0.contains(word) })
    } else {
      #expect(found.advice.isEmpty)
    }
  }

  @Test(
    .enabled(if: RecordingTests.isPresent, "no recordings: set SPEECH_TEST_AUDIO to their folder"))
  func noiseIsToldWhereItIsAsLoudAsSpeech() throws {
    func contrast(_ name: String) throws -> Double {
      let url = RecordingTests.folder.appending(path: "noisy/1272-128104-0000_\(name).ogg")
      return try #require(try measured(AudioFile(url)).contrast)
    }
    #expect(try contrast("white5dB") < 12)
    #expect(try contrast("babble0dB") < 12)
    #expect(try contrast("white5dB") < contrast("white20dB"))
    #expect(try contrast("babble0dB") < contrast("babble20dB"))
  }
}
