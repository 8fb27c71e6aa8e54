import Foundation
import SpeechAudio
import Testing

/// Headers that lie.
@Suite struct AudioFileHeaderTests {
  let folder: TemporaryFolder
  let samples = SoundBytes.ramp(5000)

  init() throws { folder = try TemporaryFolder() }

  private func open(_ bytes: [UInt8]) throws -> AudioFile {
    try AudioFile(try folder.file("x.wav", bytes))
  }

  @Test func aLengthOfZeroHidesNoSound() throws {
    let file = try open(SoundBytes.wav(samples, size: 0))
    #expect(file.declaredFrameCount == 5000)
    #expect(try file.samples() == samples.unit)
    #expect(file.warnings.first?.contains("x.wav") == true)
    #expect(!file.isTruncated)
  }

  @Test func anEmptySoundWithChunksBehindItStaysEmpty() throws {
    let list = SoundBytes.chunk("LIST", Array("INFOISFT\u{4}\u{0}\u{0}\u{0}abcd".utf8))
    let file = try open(SoundBytes.riff(SoundBytes.format() + SoundBytes.chunk("data", []) + list))
    #expect(file.declaredFrameCount == 0)
    #expect(try file.read(frames: 100) == nil)
    #expect(file.progress == 1)
    #expect(file.warnings.isEmpty)
  }

  @Test(arguments: [0, 1, 160])
  func tinySoundsAreRead(count: Int) throws {
    let file = try open(SoundBytes.wav(Array(samples.prefix(count))))
    #expect(try file.samples() == samples.prefix(count).map { Float($0) / 32_768 })
    #expect(file.warnings.isEmpty)
  }

  @Test(arguments: [0xFFFF_FFFF, 0x7FFF_F000, 0x8000_0000] as [UInt32])
  func aPlaceholderForTheLengthIsNoTruncation(size: UInt32) throws {
    let file = try open(SoundBytes.wav(samples, size: size))
    #expect(file.declaredFrameCount == 5000)
    #expect(try file.samples() == samples.unit)
    #expect(!file.isTruncated)
  }

  @Test func aLengthBeyondTheFileGivesWhatIsThere() throws {
    let file = try open(SoundBytes.wav(samples, size: 20_000))
    #expect(file.declaredFrameCount == 5000)
    #expect(try file.samples() == samples.unit)
    #expect(file.isTruncated)
    #expect(file.warnings.count == 1)
    #expect(file.warnings.first?.contains("20000 bytes") == true)
  }

  @Test func aCutFileGivesWhatIsThere() throws {
    let file = try open(Array(SoundBytes.wav(samples).prefix(44 + 2001)))
    #expect(try file.samples() == samples.prefix(1000).map { Float($0) / 32_768 })
    #expect(file.isTruncated)
  }

  @Test func whatFollowsTheSoundIsNotSound() throws {
    let tail = SoundBytes.chunk("LIST", [UInt8](repeating: 0x55, count: 4000))
    let file = try open(SoundBytes.wav(samples) + tail + [1, 2, 3])
    #expect(try file.samples() == samples.unit)
    #expect(!file.isTruncated)
  }

  @Test func chunksBeforeTheSoundAreSkipped() throws {
    let junk = SoundBytes.chunk("JUNK", [UInt8](repeating: 7, count: 27))
    let data = SoundBytes.chunk("data", samples.flatMap(SoundBytes.little))
    let file = try open(SoundBytes.riff(junk + SoundBytes.format() + junk + data))
    #expect(try file.samples() == samples.unit)
  }

  @Test func aSecondSoundIsLeftOutWithAWarning() throws {
    let data = SoundBytes.chunk("data", samples.flatMap(SoundBytes.little))
    let file = try open(SoundBytes.riff(SoundBytes.format() + data + data))
    #expect(try file.samples() == samples.unit)
    #expect(file.warnings.count == 1)
  }

  @Test(
    arguments: [
      (0, 1, "0 Hz"), (1, 1, "1 Hz"), (100, 1, "100 Hz"), (3999, 1, "3999 Hz"),
      (384_001, 1, "384001 Hz"), (4_294_967_295, 1, "4294967295 Hz"), (16_000, 0, "0 channels"),
      (16_000, 65, "65 channels"), (16_000, 1024, "1024 channels"),
      (16_000, 65_535, "65535 channels"),
    ] as [(UInt32, UInt16, String)])
  func impossibleNumbersAreNamed(rate: UInt32, channels: UInt16, words: String) throws {
    expectError(.unexpectedAudioFormat, saying: "x.wav", words) {
      _ = try open(SoundBytes.wav(samples, rate: rate, channels: channels))
    }
  }

  @Test(arguments: [(4000, 1), (384_000, 1), (16_000, 64)] as [(UInt32, UInt16)])
  func theLimitsThemselvesAreTaken(rate: UInt32, channels: UInt16) throws {
    let file = try open(
      SoundBytes.wav(SoundBytes.ramp(6400), rate: rate, channels: channels))
    #expect(try file.samples() == SoundBytes.ramp(6400).unit)
  }

  @Test func aCodingThatIsNotKnownIsNamed() throws {
    let data = SoundBytes.chunk("data", samples.flatMap(SoundBytes.little))
    expectError(.unreadableAudio, saying: "x.wav", "0x1234", "ffmpeg") {
      _ = try open(SoundBytes.riff(SoundBytes.format(tag: 0x1234) + data))
    }
    expectError(.unreadableAudio, saying: "x.wav", "0 bits") {
      _ = try open(SoundBytes.riff(SoundBytes.format(bits: 0) + data))
    }
  }

  @Test func chunksInTheWrongOrderAreNamed() throws {
    let data = SoundBytes.chunk("data", samples.flatMap(SoundBytes.little))
    expectError(.unreadableAudio, saying: "x.wav", "before") {
      _ = try open(SoundBytes.riff(data + SoundBytes.format()))
    }
    expectError(.unreadableAudio, saying: "x.wav", "no “data” chunk") {
      _ = try open(SoundBytes.riff(SoundBytes.format()))
    }
    let huge = SoundBytes.chunk("junk", [1, 2], size: 0xFFFF_FFF0)
    expectError(.unreadableAudio, saying: "x.wav", "“junk”") {
      _ = try open(SoundBytes.riff(huge + SoundBytes.format() + data))
    }
  }

  @Test func auAndAIFFLengthsOfZeroHideNoSound() throws {
    for bytes in [
      SoundBytes.au(samples, size: 0), SoundBytes.au(samples, size: 0, isBigEndian: false),
      SoundBytes.aiff(samples, frames: 0),
    ] {
      let file = try open(bytes)
      #expect(try file.samples() == samples.unit)
      #expect(file.warnings.count == 1)
    }
  }

  @Test(arguments: [0, 8, 23, 10_025, 0x7FFF_FFFF, 0xFFFF_FFF0] as [UInt32])
  func anAUSoundThatStartsOutsideTheFileIsAnError(offset: UInt32) throws {
    for size in [0, 10_000, 0xFFFF_FFFF] as [UInt32] {
      for isBigEndian in [true, false] {
        let bytes = SoundBytes.au(samples, offset: offset, size: size, isBigEndian: isBigEndian)
        expectError(.unreadableAudio, saying: "x.wav", "an AU file", "byte \(offset)") {
          _ = try open(bytes)
        }
      }
    }
  }

  @Test func aNoteInAnAUHeaderIsPassedOver() throws {
    // The first 16 samples stand where a note may.
    let file = try open(SoundBytes.au(samples, offset: 24 + 32, size: 10_000 - 32))
    #expect(try file.samples() == Array(samples.unit.dropFirst(16)))
    #expect(file.warnings.isEmpty)
  }

  @Test func goodAUAndAIFFFilesGiveNoWarning() throws {
    let name = SoundBytes.big(UInt32(4))
    let tail = Array("NAME".utf8) + name + Array("abcd".utf8)
    for bytes in [
      SoundBytes.au(samples), SoundBytes.au(samples, size: 0xFFFF_FFFF),
      SoundBytes.au(samples, isBigEndian: false), SoundBytes.aiff(samples),
      SoundBytes.aiff(samples, tail: tail),
    ] {
      let file = try open(bytes)
      #expect(try file.samples() == samples.unit)
      #expect(file.warnings.isEmpty)
      #expect(!file.isTruncated)
    }
    let empty = try open(SoundBytes.aiff([], tail: tail))
    #expect(try empty.samples().isEmpty)
    #expect(empty.warnings.isEmpty)
  }

  @Test func anyDamageToAHeaderGivesSoundOrAnError() throws {
    let good = SoundBytes.wav(Array(samples.prefix(200)))
    var opened = 0
    for index in 0..<44 {
      for value: UInt8 in [0x00, 0x7F, 0x80, 0xFF] {
        var bytes = good
        bytes[index] = value
        do throws(SpeechError) {
          let file = try AudioFile(path: try path(bytes))
          #expect(try file.samples().count <= 800)
          opened += 1
        } catch {
          #expect([.unreadableAudio, .unexpectedAudioFormat].contains(error.code))
        }
      }
    }
    #expect(opened > 20)
    for length in 1..<44 {
      expectError(.unreadableAudio, saying: "x.wav") { _ = try open(Array(good.prefix(length))) }
    }
  }

  private func path(_ bytes: [UInt8]) throws(SpeechError) -> [UInt8] {
    do {
      return Array(try folder.file("y.wav", bytes).path().utf8)
    } catch {
      throw SpeechError(wrapping: error, as: .internalFailure, "writing a file")
    }
  }
}
