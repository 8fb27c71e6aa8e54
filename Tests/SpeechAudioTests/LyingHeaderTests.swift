import Foundation
import SpeechAudio
import Testing

/// Lengths and counts that lie, in every container that states one.
@Suite struct LyingHeaderTests {
  /// A file of 5000 samples, with what its header says about them.
  struct Lie: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    var isTruncated = false

    init(_ name: String, _ bytes: [UInt8], isTruncated: Bool = false) {
      testDescription = name
      self.bytes = bytes
      self.isTruncated = isTruncated
    }
  }

  static let samples = SoundBytes.ramp(5000)
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func lies(
    _ name: String, _ bytes: [UInt8], at offset: Int, none: [Int64], tooShort: [Int64],
    tooLong: [Int64], field: (Int64) -> [UInt8]
  ) -> [Lie] {
    (none + tooShort + tooLong).map { number in
      Lie(
        "\(name): \(number)", WrittenFile.changed(bytes, at: offset, to: field(number)),
        isTruncated: tooLong.contains(number))
    }
  }

  static let lies: [Lie] = (try? allLies()) ?? []

  private static func allLies() throws -> [Lie] {
    let little32 = { SoundBytes.little(UInt32(truncatingIfNeeded: $0 as Int64)) }
    let big32 = { SoundBytes.big(UInt32(truncatingIfNeeded: $0 as Int64)) }
    let little64 = { SoundBytes.little($0 as Int64) }
    let big64 = { SoundBytes.big($0 as Int64) }
    let none32: [Int64] = [0, 0xFFFF_FFFF, 0x7FFF_F000]
    var lies: [Lie] = []

    let wav = try WrittenFile.bytes(.wav, samples)
    let wavData = try WrittenFile.place(of: "data", in: wav) + 4
    lies += Self.lies(
      "WAV", wav, at: wavData, none: none32, tooShort: [2, 4000], tooLong: [10_002, 0x7000_0000],
      field: little32)
    let unknown = WrittenFile.changed(wav, at: 4, to: [0xFF, 0xFF, 0xFF, 0xFF])
    lies += Self.lies(
      "WAV of no stated size", unknown, at: wavData, none: none32, tooShort: [4000],
      tooLong: [20_000], field: little32)

    let rf64 = try WrittenFile.bytes(.rf64, samples)
    let rf64Data = try WrittenFile.place(of: "ds64", in: rf64) + 16
    lies += Self.lies(
      "RF64", rf64, at: rf64Data, none: [0], tooShort: [4000], tooLong: [10_002, .max],
      field: little64)
    lies += Self.lies(
      "RF64's frames", rf64, at: rf64Data + 8, none: [0, 17, .max, -1], tooShort: [], tooLong: [],
      field: little64)

    let wave64 = try WrittenFile.bytes(.wave64, samples)
    // The letters stand in the name of the file's second chunk too.
    let wave64Data = try WrittenFile.place(of: "data", in: wave64) + 16
    lies += Self.lies(
      "Wave64", wave64, at: wave64Data, none: [0, 24, -1, .max], tooShort: [4024],
      tooLong: [10_026, 1 << 40], field: little64)
    lies += Self.lies(
      "Wave64's size", wave64, at: 16, none: [0, 24, -1, .max], tooShort: [], tooLong: [],
      field: little64)

    let aiff = try WrittenFile.bytes(.aiff, samples)
    let aiffData = try WrittenFile.place(of: "SSND", in: aiff) + 4
    let aiffCount = try WrittenFile.place(of: "COMM", in: aiff) + 10
    lies += Self.lies(
      "AIFF", aiff, at: aiffData, none: [0, 8, 0xFFFF_FFFF], tooShort: [4008], tooLong: [10_010],
      field: big32)
    lies += Self.lies(
      "AIFF's frames", aiff, at: aiffCount, none: [0, 100, 5001, 0xFFFF_FFFF], tooShort: [],
      tooLong: [], field: big32)

    let caf = try WrittenFile.bytes(.caf, samples)
    let cafData = try WrittenFile.place(of: "data", in: caf) + 4
    lies += Self.lies(
      "CAF", caf, at: cafData, none: [0, -1, 4, .max, .min], tooShort: [4004],
      tooLong: [10_006, 1 << 40], field: big64)

    lies += Self.lies(
      "AU", SoundBytes.au(samples), at: 8, none: none32, tooShort: [4000],
      tooLong: [10_002, 0x7000_0000], field: big32)

    let sphere = try WrittenFile.bytes(.sphere, samples)
    let sphereCount = try WrittenFile.place(of: "sample_count -i 5000", in: sphere)
    for (number, isLong) in [("0000", false), ("0100", false), ("-500", false), ("9999", true)] {
      lies.append(
        Lie(
          "SPHERE: \(number)",
          WrittenFile.changed(
            sphere, at: sphereCount, to: Array("sample_count -i \(number)".utf8)),
          isTruncated: isLong))
    }

    let flac = CompressedBytes.flac(samples)
    lies += Self.lies(
      "FLAC", flac, at: 18, none: [0], tooShort: [1, 100, 4999],
      tooLong: [5001, 1 << 36 - 1]
    ) { SoundBytes.big(UInt64(16_000) << 44 | 15 << 36 | UInt64($0)) }
    return lies
  }

  @Test func thereAreLies() { #expect(Self.lies.count > 60) }

  @Test(arguments: lies)
  func allSoundIsReadWhateverTheHeaderSays(lie: Lie) throws {
    let file = try AudioFile(try folder.file("x", lie.bytes))
    #expect(try file.samples() == Self.samples.unit)
    #expect(file.isTruncated == lie.isTruncated)
    #expect(file.truncation == (lie.isTruncated ? AudioTime(samples: 5000, rate: 16_000) : nil))
    #expect(file.progress == 1)
    #expect(!lie.isTruncated || file.warnings.count == 1)
  }

  // MARK: Cut files

  static let cut: [AudioFileWriterTests.Kind] = [
    AudioFileWriter.Container.wav, .rf64, .wave64, .aiff, .caf, .au, .sphere, .flac,
  ].map { AudioFileWriterTests.Kind(container: $0, encoding: $0.usualEncoding, channels: 1) }

  @Test(arguments: cut)
  func aCutFileGivesWhatIsThereAndThePlace(kind: AudioFileWriterTests.Kind) throws {
    let samples = WrittenFile.noise(40_000)
    let bytes = try WrittenFile.bytes(kind.container, samples, kind.encoding)
    let file = try AudioFile(try folder.file("x", Array(bytes.prefix(bytes.count * 3 / 5))))
    #expect(file.truncation == nil)
    let read = try file.samples()
    #expect(read.count > 12_000 && read.count < 26_000)
    #expect(read == Array(samples.unit.prefix(read.count)))
    #expect(file.isTruncated)
    #expect(file.truncation == AudioTime(samples: Int64(read.count), rate: 16_000))
    #expect(file.warnings.count == 1)
    #expect(file.warnings.first?.contains("cut") == true)
  }

  @Test(arguments: [AudioFileWriter.Encoding.vorbis, .opus])
  func aCutOggFileGivesWhatIsThereAndThePlace(encoding: AudioFileWriter.Encoding) throws {
    let bytes = try WrittenFile.bytes(.ogg, WrittenFile.noise(64_000), encoding)
    let pages = WrittenFile.pages(bytes)
    try #require(pages.count > 4)
    let file = try AudioFile(try folder.file("x", Array(bytes.prefix(bytes.count - 30))))
    let read = try file.samples()
    #expect(read.count > 16_000 && read.count < 64_000)
    #expect(file.truncation == AudioTime(samples: Int64(read.count), rate: 16_000))
    #expect(file.warnings.count == 1)
  }

  @Test func nothingBehindTheHeaderIsAnErrorAndNoSilence() throws {
    let bytes = try WrittenFile.bytes(.ogg, WrittenFile.noise(10_000), .vorbis)
    let last = try #require(WrittenFile.pages(bytes).last)
    expectError(.unreadableAudio, saying: "x", "no sound can be read", "finished") {
      let file = try AudioFile(try folder.file("x", Array(bytes.prefix(last + 100))))
      while try file.read(frames: 1000) != nil {}
    }
  }

  // MARK: Counts of compressed files

  @Test(
    arguments: [AudioFileWriter.Encoding.vorbis, .opus], [0, -1, .min, 1 << 50, .max] as [Int64])
  func anOggFileThatEndsWithAnImpossibleCountIsReadToItsEnd(
    encoding: AudioFileWriter.Encoding, count: Int64
  ) throws {
    let bytes = try WrittenFile.bytes(.ogg, WrittenFile.noise(64_000), encoding)
    let file = try AudioFile(
      try folder.file("x", WrittenFile.ogg(bytes, lastCount: count)))
    let read = try file.samples()
    // Without its count, the last packet is read to its end.
    #expect(read.count >= 63_000 && read.count < 66_000)
    #expect(!file.isTruncated)
    #expect(file.warnings.count == 1)
  }

  @Test(arguments: [nil, 0, 1, 10, 49, 60, 100_000, 0xFFFF_FFFF] as [UInt32?], ["Xing", "VBRI"])
  func anMP3FileIsReadToItsEndWhateverItCounts(count: UInt32?, tag: String) throws {
    var first = CompressedBytes.mp3(frames: 1, bitRate: 5)
    let field = count.map { SoundBytes.big($0) } ?? [0, 0, 0, 0]
    let flags = SoundBytes.big(UInt32(count == nil ? 0 : 1))
    let xing = Array("Xing".utf8) + flags + field
    // Version, delay and quality; the length in bytes; the frames.
    let vbri = Array("VBRI".utf8) + [0, 1, 0, 0, 0, 0] + SoundBytes.big(UInt32(0)) + field
    first = WrittenFile.changed(first, at: tag == "Xing" ? 21 : 36, to: tag == "Xing" ? xing : vbri)
    let file = try AudioFile(try folder.file("x", first + CompressedBytes.mp3(frames: 50)))
    let read = try file.samples().count
    #expect(read >= 50 * 1152 - 2 * 1152 && read <= 51 * 1152)
    let isLie = (count ?? 0) > 51
    #expect(file.isTruncated == isLie)
    #expect((file.truncation == nil) != isLie)
  }

  @Test func twoMP3FilesInOneAreReadToTheEnd() throws {
    let bytes = try WrittenFile.bytes(.mp3, SoundBytes.ramp(16_000))
    let file = try AudioFile(try folder.file("x", bytes + bytes))
    #expect(try file.samples().count >= 32_000)
  }

  @Test func aSecondOggStreamIsNotPassedOverInSilence() throws {
    let bytes = try WrittenFile.bytes(.ogg, SoundBytes.ramp(16_000))
    let file = try AudioFile(try folder.file("x", bytes + bytes))
    #expect(try file.samples().count == 16_000)
    #expect(file.truncation == AudioTime(samples: 16_000, rate: 16_000))
    #expect(file.warnings.first?.contains("several streams") == true)
  }

  // MARK: Damage within

  @Test func theFaultsOfAFLACFileHaveTheirPlace() throws {
    let samples = WrittenFile.noise(40_000)
    let bytes = try WrittenFile.bytes(.flac, samples)
    let middle = bytes.count / 2
    let rubbish = [UInt8](repeating: 0x55, count: 3000)
    let file = try AudioFile(
      try folder.file("x", WrittenFile.changed(bytes, at: middle, to: rubbish)))
    let read = try file.samples()
    #expect(read.count > 20_000 && read.count <= 40_000)
    let place = try #require(file.gaps.first?.seconds)
    #expect(place > 0.8 && place < 1.7)
    #expect(file.warnings.first?.contains("sound is missing at") == true)
  }

  @Test(arguments: [AudioFileWriter.Encoding.vorbis, .opus])
  func theFaultsOfAnOggFileHaveTheirPlace(encoding: AudioFileWriter.Encoding) throws {
    let bytes = try WrittenFile.bytes(.ogg, WrittenFile.noise(96_000), encoding)
    let pages = WrittenFile.pages(bytes)
    try #require(pages.count > 6)
    let bad = WrittenFile.changed(bytes, at: pages[pages.count / 2] + 200, to: [1, 2, 3, 4])
    let missing = Array(bytes[..<pages[4]] + bytes[pages[5]...])
    for bytes in [bad, missing] {
      let file = try AudioFile(try folder.file("x", bytes))
      let read = try file.samples().count
      #expect(read > 48_000 && read <= 96_000)
      #expect(file.gaps.count == 1)
      let place = try #require(file.gaps.first?.seconds)
      #expect(place > 0.5 && place < 5)
      #expect(file.warnings.contains { $0.contains("sound is missing at") })
    }
  }

  @Test func theFaultsOfAnMP3FileHaveTheirPlace() throws {
    let rubbish = [UInt8](repeating: 0x55, count: 3000)
    let file = try AudioFile(
      try folder.file(
        "x", CompressedBytes.mp3(frames: 50) + rubbish + CompressedBytes.mp3(frames: 20)))
    _ = try file.samples()
    #expect(file.gaps == [AudioTime(samples: 50 * 1152, rate: 48_000)])
    #expect(!file.isTruncated)
  }

  // MARK: Variants

  @Test func bigEndianWAVIsRead() throws {
    let format =
      SoundBytes.big(UInt16(1)) + SoundBytes.big(UInt16(1)) + SoundBytes.big(UInt32(16_000))
      + SoundBytes.big(UInt32(32_000)) + SoundBytes.big(UInt16(2)) + SoundBytes.big(UInt16(16))
    let data = Self.samples.flatMap(SoundBytes.big)
    for size in [10_000, 0, 0xFFFF_FFFF] as [UInt32] {
      let chunks =
        Array("WAVEfmt ".utf8) + SoundBytes.big(UInt32(16)) + format + Array("data".utf8)
        + SoundBytes.big(size) + data
      let bytes = Array("RIFX".utf8) + SoundBytes.big(UInt32(chunks.count)) + chunks
      #expect(try AudioFile(try folder.file("x", bytes)).samples() == Self.samples.unit)
    }
  }

  @Test func extensibleWAVIsRead() throws {
    let guid: [UInt8] = [1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    let format =
      SoundBytes.little(UInt16(0xFFFE)) + SoundBytes.little(UInt16(1))
      + SoundBytes.little(UInt32(16_000)) + SoundBytes.little(UInt32(32_000))
      + SoundBytes.little(UInt16(2)) + SoundBytes.little(UInt16(16)) + SoundBytes.little(UInt16(22))
      + SoundBytes.little(UInt16(16)) + SoundBytes.little(UInt32(4)) + guid
    for size in [nil, 0] as [UInt32?] {
      let bytes = SoundBytes.riff(
        SoundBytes.chunk("fmt ", format)
          + SoundBytes.chunk("data", Self.samples.flatMap(SoundBytes.little), size: size))
      #expect(try AudioFile(try folder.file("x", bytes)).samples() == Self.samples.unit)
    }
  }
}
