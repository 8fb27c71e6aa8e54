import Foundation
import SpeechAudio
import Testing

@Suite struct AudioFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func aFileIsReadInBlocksToTheLastSample() throws {
    let samples = SoundBytes.ramp(10_001)
    let file = try AudioFile(try folder.file("a.wav", SoundBytes.wav(samples)))
    #expect(file.format == AudioFormat(.float32, sampleRate: 16_000, channels: 1))
    #expect(file.declaredFrameCount == 10_001)
    #expect(file.progress == 0)
    #expect(file.position == .zero)
    let first = try #require(try file.read(frames: 4000))
    #expect(first.frameCount == 4000)
    #expect(file.position == AudioTime(samples: 4000, rate: 16_000))
    let progress = try #require(file.progress)
    #expect(progress > 0.3 && progress < 1)
    #expect(try first.floatSamples + file.samples() == samples.unit)
    #expect(file.progress == 1)
    #expect(try file.read(frames: 1) == nil)
    #expect(!file.isTruncated)
    #expect(file.warnings.isEmpty)
  }

  @Test func channelsStayInterleaved() throws {
    let samples = SoundBytes.ramp(2000)
    let file = try AudioFile(
      try folder.file("a.wav", SoundBytes.wav(samples, rate: 44_100, channels: 2)))
    #expect(file.format == AudioFormat(.float32, sampleRate: 44_100, channels: 2))
    #expect(file.declaredFrameCount == 1000)
    #expect(try file.samples(block: 7) == samples.unit)
  }

  @Test func floatSamplesAreNeitherScaledNorMended() throws {
    let samples: [Float] = [0, 0.25, -1.5, .infinity, .leastNonzeroMagnitude, .nan]
    let file = try AudioFile(try folder.file("a.wav", SoundBytes.wav(samples)))
    let read = try file.samples()
    #expect(read.dropLast() == samples.dropLast())
    #expect(read.last?.isNaN == true)
  }

  @Test func aBlockIsBoundedWhateverIsAskedFor() throws {
    let file = try AudioFile(try folder.file("a.wav", SoundBytes.wav(SoundBytes.ramp(3000))))
    #expect(try file.read(frames: .max)?.frameCount == 3000)
    expectError(.invalidParameter, saying: "0 frames") { _ = try file.read(frames: 0) }
    expectError(.invalidParameter) { _ = try file.read(frames: .min) }
  }

  @Test func theNameDoesNotDecide() throws {
    let url = try folder.file("song.mp3", SoundBytes.wav(SoundBytes.ramp(100)))
    #expect(try AudioFile(url).samples().count == 100)
  }

  @Test(arguments: ["ä ö %41 #?.wav", "-x.wav", "a\nb.wav", "%s%n.wav"])
  func anyNameOpens(name: String) throws {
    let url = try folder.file(name, SoundBytes.wav(SoundBytes.ramp(100)))
    let file = try AudioFile(url)
    #expect(file.name.hasSuffix(name))
    #expect(try file.samples().count == 100)
  }

  @Test func aNameThatIsNotUTF8Opens() throws {
    let url = try folder.file("a.wav", SoundBytes.wav(SoundBytes.ramp(100)))
    let odd = Array(folder.url.path().utf8) + [0x2F, 0xFF, 0xFE]
    #expect(rename(url.path(), (odd + [0]).map { CChar(bitPattern: $0) }) == 0)
    #expect(try AudioFile(path: odd).samples().count == 100)
    let escaped = try #require(URL(string: "file://\(folder.url.path())/%FF%FE"))
    #expect(try AudioFile(escaped).samples().count == 100)
  }

  @Test func whatIsNotAFileIsRefused() throws {
    expectError(.unreadableAudio, saying: "nowhere.wav", "doesn't exist", "Check the path") {
      _ = try AudioFile(folder.url.appending(path: "nowhere.wav"))
    }
    expectError(.unreadableAudio, saying: folder.url.lastPathComponent, "directory") {
      _ = try AudioFile(folder.url)
    }
    expectError(.unreadableAudio, saying: "/dev/zero", "device") {
      _ = try AudioFile(URL(filePath: "/dev/zero"))
    }
    expectError(.unreadableAudio, saying: "https://example.org/a.wav", "Fetch it") {
      _ = try AudioFile(try #require(URL(string: "https://example.org/a.wav")))
    }
    expectError(.unreadableAudio) { _ = try AudioFile(path: []) }
    expectError(.unreadableAudio) { _ = try AudioFile(path: [0x61, 0x00, 0x62]) }
    expectError(.unreadableAudio, saying: "closed") {
      _ = try AudioFile(fileDescriptor: -1, name: "closed")
    }
  }

  @Test(
    .enabled(if: getuid() != 0, "root may read every file"))
  func aFileThatMayNotBeReadIsNamed() throws {
    let url = try folder.file("a.wav", SoundBytes.wav(SoundBytes.ramp(100)))
    #expect(chmod(url.path(), 0) == 0)
    expectError(.unreadableAudio, saying: "a.wav", "permissions") { _ = try AudioFile(url) }
  }

  @Test(
    arguments: [
      ([], "is empty"), ([1, 2, 3, 4, 5], "a kind that can be read"),
      (Array(SoundBytes.wav([]).prefix(30)), "ends within its header"),
      (Array("hello, this is text\n".utf8), "is a text, not sound"),
      (Array("\u{FEFF} <!DOCTYPE html><html></html>".utf8), "is a web page"),
      (Array("version https://git-lfs.github.com/spec/v1\n".utf8), "git lfs pull"),
      ([UInt8](repeating: 0, count: 5000), "zero bytes only"),
      ([0, 0, 0, 0x20] + Array("ftypM4A ".utf8), "an M4A file"),
      ([0, 0, 0, 0x20] + Array("ftypisom".utf8), "an MP4 file"),
      ([0x1A, 0x45, 0xDF, 0xA3] + Array("....webm".utf8), "a WebM file"),
      ([0x1A, 0x45, 0xDF, 0xA3] + Array("matroska".utf8), "a Matroska file"),
      ([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], "a WMA file"),
      ([0xFF, 0xF1, 0x50, 0x80, 0x01, 0x00, 0xFC, 0, 0xFF, 0xF1, 0, 0, 0, 0, 0, 0], "an AAC file"),
      ([0xF0, 0x7E, 0x00, 0x01, 0x00, 0x00, 0x10], "a MIDI sample dump"),
      (Array("#!AMR\n".utf8), "an AMR file"), (Array("#!AMR-WB\n".utf8), "an AMR-WB file"),
      (Array("BW64\u{0}\u{0}\u{0}\u{0}WAVEds64".utf8), "a BW64 file"),
      (Array("wvpk".utf8), "a WavPack file"), (Array("MAC ".utf8), "a Monkey's Audio file"),
      ([0, 0, 0, 0x14] + Array("ftypqt  ".utf8), "a QuickTime file"),
      ([0, 0, 0, 0x14] + Array("ftyp3gp4".utf8), "a 3GPP file"),
      (
        Array("NIST_1A\n   1024\nsample_coding -s26 pcm,embedded-shorten-v2.00\n".utf8)
          + [UInt8](repeating: 0x20, count: 2000), "compressed samples"
      ),
      ([0x89, 0x50, 0x4E, 0x47], "a picture"),
      (Array("fLaC".utf8), "a FLAC file"),
      (
        Array("OggS".utf8) + [UInt8](repeating: 1, count: 24) + Array("\u{7F}FLAC".utf8),
        "in an Ogg"
      ),
      (
        Array("caff\u{0}\u{1}\u{0}\u{0}desc".utf8) + [UInt8](repeating: 0, count: 16)
          + Array("alac".utf8), "ALAC"
      ),
    ] as [([UInt8], String)])
  func whatIsNotReadableSoundIsNamed(bytes: [UInt8], words: String) throws {
    let url = try folder.file("x.wav", bytes)
    expectError(.unreadableAudio, saying: "x.wav", words) { _ = try AudioFile(url) }
  }

  @Test(
    arguments: [
      ("x.wav", "'{}x.wav'"), ("a b$c`d`.wav", "'{}a b$c`d`.wav'"), ("it's", "'{}it'\\''s'"),
      ("a\nb", "$'{}a\\012b'"), ("-x:y\"", "'{}-x:y\"'"),
    ])
  func aForeignFormatComesWithTheCommandThatConvertsIt(name: String, word: String) throws {
    let url = try folder.file(name, [0, 0, 0, 0x20] + Array("ftypM4A ".utf8))
    let quoted = word.replacing("{}", with: folder.url.path() + "/")
    expectError(.unreadableAudio, saying: "ffmpeg -i \(quoted) -ar 16000 -ac 1 out.wav") {
      _ = try AudioFile(path: Array("\(folder.url.path())/\(name)".utf8))
    }
    #expect(url.isFileURL)
  }

  @Test func theCommandWorksForANameThatIsNotUTF8() throws {
    let url = try folder.file("x", [0, 0, 0, 0x20] + Array("ftypM4A ".utf8))
    let odd = Array(folder.url.path().utf8) + [0x2F, 0xFF, 0x31]
    #expect(rename(url.path(), (odd + [0]).map { CChar(bitPattern: $0) }) == 0)
    expectError(.unreadableAudio, saying: "ffmpeg -i $'\(folder.url.path())/\\3771' -ar") {
      _ = try AudioFile(path: odd)
    }
  }

  @Test(arguments: [AudioFormat.SampleType.int16, .int32, .float32, .float64])
  func rawSamplesAreReadInTheStatedFormat(type: AudioFormat.SampleType) throws {
    let values: [Float] = [0, 0.5, -1, 0.25]
    let bytes = values.flatMap { value in
      switch type {
      case .int16: SoundBytes.little(Int16(value * 32_768))
      case .int32: SoundBytes.little(Int32(Double(value) * 0x1p31))
      case .float32: SoundBytes.little(value.bitPattern)
      case .float64: SoundBytes.little(Double(value).bitPattern)
      }
    }
    let format = AudioFormat(type, sampleRate: 8000, channels: 2)
    let file = try AudioFile(try folder.file("a.raw", bytes), rawFormat: format)
    #expect(file.format == AudioFormat(.float32, sampleRate: 8000, channels: 2))
    #expect(file.declaredFrameCount == 2)
    #expect(try file.samples() == values)
  }

  @Test func spareBytesOfRawSoundAreReported() throws {
    let url = try folder.file("a.raw", [1, 0, 2, 0, 3])
    let file = try AudioFile(url, rawFormat: AudioFormat(.int16, sampleRate: 16_000))
    #expect(try file.samples() == [1, 2].unit)
    #expect(file.isTruncated)
    #expect(file.warnings.first?.contains("1 bytes") == true)
  }

  @Test func aRawFormatThatCanNotBeIsRefused() throws {
    let url = try folder.file("a.raw", [1, 0])
    expectError(.unexpectedAudioFormat, saying: "a.raw", "100 Hz") {
      _ = try AudioFile(url, rawFormat: AudioFormat(.int16, sampleRate: 100))
    }
    expectError(.unexpectedAudioFormat, saying: "interleaved") {
      _ = try AudioFile(
        url, rawFormat: AudioFormat(.int16, sampleRate: 8000, channels: 2, isInterleaved: false))
    }
    let empty = try folder.file("b.raw", [])
    expectError(.unreadableAudio, saying: "b.raw", "is empty") {
      _ = try AudioFile(empty, rawFormat: AudioFormat(.int16, sampleRate: 8000))
    }
  }
}
