import Foundation
import SpeechAudio
import Testing

@Suite struct CompressedFileTests {
  let folder: TemporaryFolder
  let samples = SoundBytes.ramp(10_000)
  /// What a decoder leaves out at the start: its own delay, 529 samples.
  let delay = 529

  init() throws { folder = try TemporaryFolder() }

  private func open(_ bytes: [UInt8]) throws -> AudioFile {
    try AudioFile(try folder.file("x.bin", bytes))
  }

  // MARK: FLAC

  @Test func aFLACFileIsReadToTheLastSample() throws {
    let file = try open(CompressedBytes.flac(samples))
    #expect(file.format.sampleRate == 16_000)
    #expect(file.declaredFrameCount == 10_000)
    #expect(try file.samples(block: 777) == samples.unit)
    #expect(!file.isTruncated)
    #expect(file.warnings.isEmpty)
  }

  @Test func aFLACStreamIsReadFromAPipe() throws {
    let input = pipe([CompressedBytes.flac(samples)])
    let file = try AudioFile(fileDescriptor: input, name: "pipe", closesDescriptor: true)
    #expect(try file.samples() == samples.unit)
  }

  @Test func aCutFLACFileGivesWhatIsThere() throws {
    let bytes = CompressedBytes.flac(samples)
    let file = try open(Array(bytes.prefix(bytes.count / 2)))
    let read = try file.samples()
    #expect(read.count > 4000 && read.count < 5200)
    #expect(read == Array(samples.unit.prefix(read.count)))
    #expect(file.isTruncated)
    #expect(file.warnings.count == 1)
    #expect(file.warnings.first?.contains("x.bin") == true)
  }

  @Test func aFLACFileWithoutAWholeFrameIsAnError() throws {
    let bytes = CompressedBytes.flac(samples)
    expectError(.unreadableAudio, saying: "x.bin", "damaged") {
      _ = try open(Array(bytes.prefix(100))).samples()
    }
    expectError(.unreadableAudio, saying: "x.bin", "a FLAC file") {
      _ = try open(Array(bytes.prefix(20)))
    }
  }

  // MARK: Ogg

  @Test func aWholeOggFileGivesNoWarning() throws {
    let file = try open(CompressedBytes.opus(pages: 6))
    #expect(file.format.sampleRate == 48_000)
    #expect(try file.samples().count == 6 * 50 * 960)
    #expect(!file.isTruncated)
    #expect(file.warnings.isEmpty)
  }

  @Test(arguments: [1, 150, 400])
  func aCutOggFileGivesWhatIsThereAndSaysSo(missing: Int) throws {
    let file = try open(CompressedBytes.opus(pages: 6).dropLast(missing))
    let count = try file.samples().count
    #expect(count >= 3 * 50 * 960 && count < 6 * 50 * 960)
    #expect(file.isTruncated)
    #expect(file.warnings.first?.contains("“\(file.name)” is cut") == true)
  }

  // MARK: MP3

  @Test func anMP3FileOfChangingBitRateIsReadToItsEnd() throws {
    // The decoder alone guesses from the first frame, ten times as long as the others.
    let bytes = CompressedBytes.mp3(frames: 2, bitRate: 14) + CompressedBytes.mp3(frames: 98)
    let file = try open(bytes)
    #expect(file.format.sampleRate == 48_000)
    #expect(file.declaredFrameCount == Int64(100 * 1152 - delay))
    #expect(try file.samples().count == 100 * 1152 - delay)
    #expect(!file.isTruncated)
    #expect(file.warnings.isEmpty)
  }

  @Test func tagsAroundAnMP3SoundAreNotDamage() throws {
    let tag: [UInt8] =
      Array("ID3".utf8) + [4, 0, 0, 0, 0, 2, 0] + [UInt8](repeating: 0xFF, count: 256)
    let end = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
    let file = try open(tag + tag + CompressedBytes.mp3(frames: 50) + end)
    #expect(try file.samples().count == 50 * 1152 - delay)
    #expect(file.warnings.isEmpty)
  }

  @Test func rubbishWithinAnMP3SoundDoesNotEndIt() throws {
    let rubbish = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7919) }
    let file = try open(
      CompressedBytes.mp3(frames: 50) + rubbish + CompressedBytes.mp3(frames: 50))
    #expect(try file.samples().count == 100 * 1152 - delay)
    #expect(file.warnings.count == 1)
  }

  @Test func aCutMP3FileGivesWhatIsThere() throws {
    let bytes = CompressedBytes.mp3(frames: 50)
    let file = try open(bytes.dropLast(30))
    #expect(try file.samples().count == 49 * 1152 - delay)
    #expect(file.warnings.count == 1)
  }

  @Test func anMP3FileOfTagsOnlyIsAnError() throws {
    let tag: [UInt8] =
      Array("ID3".utf8) + [4, 0, 0, 0, 0, 2, 0] + [UInt8](repeating: 0, count: 256)
    expectError(.unreadableAudio, saying: "x.bin", "an MP3 file") { _ = try open(tag) }
  }
}
