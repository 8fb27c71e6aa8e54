import Foundation
import SpeechAudio
import Testing

/// Real recordings, where they are present.
@Suite struct RecordingTests {
  struct Recording: CustomTestStringConvertible {
    let path: String
    let seconds: Double
    let opens: Bool

    var testDescription: String { path }
    var url: URL { RecordingTests.folder.appending(path: path) }
  }

  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["SPEECH_TEST_AUDIO"] {
      return URL(filePath: path)
    }
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return root.appending(path: "../shared/audio").standardizedFileURL
  }()

  static func recordings(in folder: String) -> [Recording] {
    let manifest = try? String(
      contentsOf: Self.folder.appending(path: "manifest.tsv"), encoding: .utf8)
    return (manifest ?? "").split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count > 10, fields[0].hasPrefix(folder + "/"), let seconds = Double(fields[1])
      else { return nil }
      return Recording(path: String(fields[0]), seconds: seconds, opens: fields[10] == "yes")
    }
  }

  static let isPresent = FileManager.default.fileExists(
    atPath: folder.appending(path: "manifest.tsv").path())
  static let debianSpeech = URL(filePath: "/usr/share/pocketsphinx/test/data/goforward.raw")

  @Test(
    .enabled(if: isPresent, "no recordings: set SPEECH_TEST_AUDIO to their folder"),
    arguments: recordings(in: "formats"))
  func everyFormatGivesItsLengthOrItsName(recording: Recording) throws {
    guard recording.opens else {
      let name = recording.url.lastPathComponent
      expectError(.unreadableAudio, saying: name, "ffmpeg") { _ = try AudioFile(recording.url) }
      return
    }
    let file = try AudioFile(recording.url)
    let wanted = AudioFormat(.int16, sampleRate: 16_000)
    let converter = try AudioConverter(from: file.format, to: wanted)
    var progress = 0.0
    var samples: [Int16] = []
    while let buffer = try file.read(frames: 4096) {
      let now = try #require(file.progress)
      #expect(now >= progress && now <= 1)
      progress = now
      samples += try converter.convert(buffer).int16Samples
    }
    samples += try converter.flush().int16Samples
    // Block codecs fill their last block up.
    #expect(abs(Double(samples.count) / 16_000 - recording.seconds) <= recording.seconds * 0.01)
    // Channels in opposite phase cancel each other in the mix, and the converter says so.
    let cancels = (converter.mixingLoss ?? 0) > 20
    #expect(cancels == recording.path.contains("antiphase"))
    #expect(
      cancels || samples.contains { $0.magnitude > 10 } || recording.path.contains("quiet"))
    #expect(
      file.declaredFrameCount == nil
        || file.position.samples(rate: file.format.sampleRate) == file.declaredFrameCount)
    #expect(!file.isTruncated)
    #expect(file.warnings.isEmpty)
  }

  /// What becomes of a broken file.
  enum Fate: Equatable {
    /// It is read to its end, perhaps with a warning.
    case whole
    /// It is read as far as it goes, and the place where it stops is told.
    case truncated
    /// It is read with a gap, whose place is told.
    case gap
    /// It is refused, with these words.
    case refused(SpeechError.Code, String)
  }

  static let fates: [String: Fate] = [
    "awful.wav": .refused(.unexpectedAudioFormat, "1092676 Hz"),
    "bad.wav": .refused(.unreadableAudio, "bad.wav"),
    "bits-zero.wav": .refused(.unreadableAudio, "0 bits"),
    "channels-65535.wav": .refused(.unexpectedAudioFormat, "65535 channels"),
    "channels-zero.wav": .refused(.unexpectedAudioFormat, "0 channels"),
    "chunk-size-huge.wav": .refused(.unreadableAudio, "has a chunk"),
    "data-truncated.wav": .truncated,
    "evil.wav": .refused(.unreadableAudio, "evil.wav"),
    "flac-bitflip.flac": .gap, "flac-truncated.flac": .truncated, "float-nan-inf.wav": .whole,
    "format-unknown.wav": .refused(.unreadableAudio, "0x1234"),
    "header-cut.wav": .refused(.unreadableAudio, "ends within its header"),
    "null.wav": .whole,
    "odd-chunk-no-pad.wav": .refused(.unreadableAudio, "odd-chunk-no-pad.wav"),
    "ogg-header-only.ogg": .refused(.unreadableAudio, "ogg-header-only.ogg"),
    "ogg-truncated.ogg": .truncated,
    "rate-4e9.wav": .refused(.unexpectedAudioFormat, "4294967295 Hz"),
    "rate-zero.wav": .refused(.unexpectedAudioFormat, "0 Hz"),
    "size-ffffffff.wav": .whole, "size-zero.wav": .whole, "trailing-garbage.wav": .whole,
    "zero-bytes.wav": .refused(.unreadableAudio, "is empty"),
  ]

  @Test(
    .enabled(if: isPresent, "no recordings: set SPEECH_TEST_AUDIO to their folder"),
    arguments: recordings(in: "broken"))
  func everyBrokenFileMeetsItsFate(recording: Recording) throws {
    let name = recording.url.lastPathComponent
    let fate = try #require(Self.fates[name])
    if case .refused(let code, let words) = fate {
      expectError(code, saying: name, words) { _ = try AudioFile(recording.url).samples() }
      return
    }
    let file = try AudioFile(recording.url)
    let count = try file.samples().count
    let seconds = Double(count) / Double(file.format.sampleRate * file.format.channels)
    // A decoder may conceal a damaged frame or leave it out.
    #expect(abs(seconds - recording.seconds) <= 0.07)
    #expect(file.isTruncated == (fate == .truncated))
    #expect(file.truncation == (fate == .truncated ? file.position : nil))
    #expect(file.gaps.isEmpty != (fate == .gap))
    #expect(!file.warnings.isEmpty || fate == .whole)
  }

  @Test(
    .enabled(if: isPresent, "no recordings: set SPEECH_TEST_AUDIO to their folder"),
    arguments: [
      "rate48000.flac", "vorbis.ogg", "opus48.ogg", "cbr64.mp3", "adpcm_ima.wav", "pcm.w64",
    ])
  func aPipeGivesTheSameSamplesAsAFile(name: String) throws {
    let url = Self.folder.appending(path: "formats/matrix/\(name)")
    let input = pipe([Array(try Data(contentsOf: url))])
    let piped = try AudioFile(fileDescriptor: input, name: "pipe", closesDescriptor: true)
    #expect(try piped.samples() == AudioFile(url).samples(block: 333))
  }

  @Test(
    .enabled(if: isPresent, "no recordings: set SPEECH_TEST_AUDIO to their folder"),
    arguments: ["rate48000.flac", "vorbis.ogg", "opus48.ogg", "cbr64.mp3", "vbr-id3.mp3"])
  func aCutCompressedFileGivesWhatIsThereAndSaysSo(name: String) throws {
    let folder = try TemporaryFolder()
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "formats/matrix/\(name)")))
    let whole = try AudioFile(try folder.file("whole", bytes)).samples().count
    let file = try AudioFile(try folder.file("cut", Array(bytes.prefix(bytes.count * 3 / 5))))
    let count = try file.samples().count
    #expect(count > whole / 5 && count < whole * 4 / 5)
    #expect(file.isTruncated)
    #expect(file.warnings.contains { $0.contains("cut") })
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: debianSpeech.path()),
      "no speech: install pocketsphinx-testdata"))
  func rawSpeechIsReadBitByBit() throws {
    let data = Array(try Data(contentsOf: Self.debianSpeech))
    let format = AudioFormat(.int16, sampleRate: 16_000)
    let file = try AudioFile(Self.debianSpeech, rawFormat: format)
    let converter = try AudioConverter(from: file.format, to: format)
    var bytes: [UInt8] = []
    while let buffer = try file.read(frames: 999) {
      bytes += try converter.convert(buffer).int16Samples.flatMap(SoundBytes.little)
    }
    #expect(bytes == data)
    #expect(bytes.count > 50_000)
  }
}
