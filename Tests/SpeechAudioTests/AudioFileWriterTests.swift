import Foundation
import SpeechAudio
import Testing

@Suite struct AudioFileWriterTests {
  typealias Container = AudioFileWriter.Container
  typealias Encoding = AudioFileWriter.Encoding

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A container, an encoding it can hold and a number of channels.
  struct Kind: CustomTestStringConvertible {
    let container: Container
    let encoding: Encoding
    let channels: Int

    var testDescription: String {
      "\(container.rawValue), \(encoding.rawValue), \(channels) channels"
    }
  }

  static let containers: [Container] = [
    .wav, .rf64, .wave64, .aiff, .caf, .au, .sphere, .flac, .ogg, .mp3,
  ]

  static let kinds = containers.flatMap { container in
    [1, 2, 6].flatMap { channels in
      container.encodings(channels: channels).map {
        Kind(container: container, encoding: $0, channels: channels)
      }
    }
  }

  private func content() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path()).sorted()
  }

  // MARK: What is written is what is read

  /// A tone of 16 000 frames in each channel.
  static let tones = [1, 2, 6].reduce(into: [Int: AudioBuffer]()) { tones, channels in
    let samples = (0..<16_000).flatMap { index in
      [Float](repeating: sin(Float(index) * 0.05) * 0.5, count: channels)
    }
    tones[channels] = AudioBuffer(samples, sampleRate: 16_000, channels: channels)
  }

  @Test(arguments: kinds)
  func everyKindIsReadBackAsItWasWritten(kind: Kind) throws {
    let url = folder.url.appending(path: "x")
    let tone = try #require(Self.tones[kind.channels])
    let writer = try AudioFileWriter(
      url, container: kind.container, encoding: kind.encoding, sampleRate: 16_000,
      channels: kind.channels)
    for start in stride(from: 0, to: 16_000, by: 7_001) {
      try writer.write(tone[start..<min(start + 7_001, 16_000)])
    }
    #expect(writer.frameCount == 16_000)
    #expect(writer.duration == AudioTime(samples: 1, rate: 1))
    try writer.close()
    let file = try AudioFile(url)
    #expect(file.format == AudioFormat(.float32, sampleRate: 16_000, channels: kind.channels))
    let read = try file.samples()
    #expect(file.warnings == [])
    #expect(!file.isTruncated)
    // Codecs of blocks fill their last one up, and MP3 adds its delay.
    let spare = (kind.container == .mp3 ? 3000 : 1100) * kind.channels
    let wanted = tone.floatSamples
    #expect(read.count >= wanted.count && read.count <= wanted.count + spare)
    // The beginning and the end of lossy sound are another matter.
    let middle = 2000 * kind.channels..<14_000 * kind.channels
    let isLossless = Self.tolerance(kind.encoding) < 0.1
    let compared = isLossless ? 0..<wanted.count : middle
    if kind.container != .mp3 {
      let worst = zip(read[compared], wanted[compared]).map { abs($0 - $1) }.max() ?? 1
      #expect(worst <= Self.tolerance(kind.encoding))
    }
    #expect(read[middle].max().map { $0 > 0.45 && $0 < 0.6 } == true)
  }

  /// The greatest error of a sample.
  private static func tolerance(_ encoding: Encoding) -> Float {
    switch encoding {
    case .float32, .float64: 0
    case .int32: 0x1p-24
    case .int24: 0x1.1p-24
    case .int16: 0x1p-16
    case .int8, .uint8: 0x1p-8
    case .muLaw, .aLaw: 0.02
    case .gsm, .opus: 0.3
    default: 0.1
    }
  }

  @Test(arguments: [AudioFormat.SampleType.int16, .int32, .float32, .float64])
  func everySampleTypeIsTaken(type: AudioFormat.SampleType) throws {
    let values = [0, 0.5, -1, 0.25]
    let buffer =
      switch type {
      case .int16: AudioBuffer(values.map { Int16($0 * 32_768) }, sampleRate: 8000)
      case .int32: AudioBuffer(values.map { Int32($0 * 0x1p31) }, sampleRate: 8000)
      case .float32: AudioBuffer(values.map { Float($0) }, sampleRate: 8000)
      case .float64: AudioBuffer(values, sampleRate: 8000)
      }
    for encoding in [Encoding.int16, .int24, .int32, .float32, .float64, .uint8] {
      let url = folder.url.appending(path: "x.wav")
      let writer = try AudioFileWriter(url, encoding: encoding, sampleRate: 8000)
      try writer.write(buffer)
      try writer.close()
      #expect(try AudioFile(url).samples() == values.map { Float($0) })
    }
  }

  @Test(arguments: containers)
  func whatIsBeyondFullScaleIsClampedAndNotANumberIsSilence(container: Container) throws {
    let url = folder.url.appending(path: "x")
    let writer = try AudioFileWriter(url, container: container, sampleRate: 16_000)
    let odd: [Float] = [.nan, .infinity, -.infinity, 2, -2, .greatestFiniteMagnitude]
    try writer.write(AudioBuffer(odd + [Float](repeating: 0, count: 9000), sampleRate: 16_000))
    try writer.close()
    let read = try AudioFile(url).samples()
    #expect(read.allSatisfy { $0.isFinite && abs($0) < 1.5 })
    if container.usualEncoding == .int16 {
      #expect(Array(read.prefix(6)) == [0, 32_767, -32_768, 32_767, -32_768, 32_767].unit)
    }
  }

  @Test func floatingPointFilesKeepEveryValue() throws {
    let url = folder.url.appending(path: "x.wav")
    let writer = try AudioFileWriter(url, encoding: .float32, sampleRate: 16_000)
    try writer.write(AudioBuffer([.infinity, -3, .nan, 0.1] as [Float], sampleRate: 16_000))
    try writer.close()
    let read = try AudioFile(url).samples()
    #expect(read[0] == .infinity && read[1] == -3 && read[2].isNaN && read[3] == 0.1)
  }

  @Test(arguments: containers)
  func aFileWithoutAFrameIsAFile(container: Container) throws {
    let url = folder.url.appending(path: "x")
    try AudioFileWriter(url, container: container, sampleRate: 16_000).close()
    #expect(try content() == ["x"])
  }

  @Test func rawSamplesHaveNoHeader() throws {
    let url = folder.url.appending(path: "x.raw")
    let writer = try AudioFileWriter(url, container: .raw, sampleRate: 16_000)
    try writer.write(AudioBuffer([1, -2, 258] as [Int16], sampleRate: 16_000))
    try writer.close()
    #expect(try Data(contentsOf: url) == Data([1, 0, 0xFE, 0xFF, 2, 1]))
  }

  // MARK: The file appears whole or not at all

  @Test func theTargetAppearsWhenTheWriterIsClosed() throws {
    let url = try folder.file("x.wav", [1, 2, 3])
    #expect(chmod(url.path(), 0o640) == 0)
    let writer = try AudioFileWriter(url, sampleRate: 16_000)
    try writer.write(AudioBuffer(SoundBytes.ramp(100), sampleRate: 16_000))
    #expect(try Data(contentsOf: url) == Data([1, 2, 3]))
    try writer.close()
    try writer.close()
    #expect(try AudioFile(url).samples() == SoundBytes.ramp(100).unit)
    #expect(try content() == ["x.wav"])
    let mode = try FileManager.default.attributesOfItem(atPath: url.path())[.posixPermissions]
    #expect(mode as? Int == 0o640)
  }

  @Test func aWriterThatIsDroppedOrCancelledLeavesNothing() throws {
    let url = folder.url.appending(path: "x.wav")
    var writer: AudioFileWriter? = try AudioFileWriter(url, sampleRate: 16_000)
    try writer?.write(AudioBuffer(SoundBytes.ramp(100), sampleRate: 16_000))
    #expect(try content().count == 1)
    writer = nil
    #expect(try content() == [])
    let cancelled = try AudioFileWriter(url, container: .flac, sampleRate: 16_000)
    cancelled.cancel()
    #expect(try content() == [])
    expectError(.sessionFinished, saying: "x.wav") { try cancelled.close() }
    expectError(.sessionFinished, saying: "x.wav") {
      try cancelled.write(AudioBuffer([1] as [Int16], sampleRate: 16_000))
    }
  }

  @Test func aFileIsRemovedOnRequestUnlessAnotherHasItsName() throws {
    let url = folder.url.appending(path: "x.wav")
    let first = try AudioFileWriter(url, sampleRate: 16_000)
    try first.close()
    try first.remove()
    #expect(try content() == [])
    try first.remove()
    let second = try AudioFileWriter(url, sampleRate: 16_000)
    try second.close()
    let third = try AudioFileWriter(url, sampleRate: 16_000)
    try third.close()
    second.cancel()
    try second.remove()
    #expect(try content() == ["x.wav"])
    let open = try AudioFileWriter(folder.url.appending(path: "y.wav"), sampleRate: 16_000)
    try open.remove()
    #expect(try content() == ["x.wav"])
  }

  @Test func aLinkStaysALink() throws {
    let url = try folder.file("x.wav", [])
    let link = folder.url.appending(path: "link.wav")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    let writer = try AudioFileWriter(link, sampleRate: 16_000)
    try writer.write(AudioBuffer([1, 2] as [Int16], sampleRate: 16_000))
    try writer.close()
    #expect(try AudioFile(url).samples().count == 2)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path()) == url.path())
  }

  @Test func aNameThatIsNotUTF8IsWritten() throws {
    let path = Array(folder.url.path().utf8) + [0x2F, 0xFF, 0x2D]
    let writer = try AudioFileWriter(path: path, sampleRate: 16_000)
    try writer.write(AudioBuffer([1, 2] as [Int16], sampleRate: 16_000))
    try writer.close()
    #expect(try AudioFile(path: path).samples().count == 2)
  }

  @Test func buffersOfManyTasksAreWrittenOneAtATime() async throws {
    let url = folder.url.appending(path: "x.wav")
    let writer = try AudioFileWriter(url, sampleRate: 16_000)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...20 {
        group.addTask {
          try writer.write(
            AudioBuffer([Int16](repeating: Int16(number), count: 500), sampleRate: 16_000))
        }
      }
      try await group.waitForAll()
    }
    try writer.close()
    let read = try AudioFile(url).samples()
    let stretches = stride(from: 0, to: read.count, by: 500).map { Set(read[$0..<$0 + 500]) }
    #expect(read.count == 10_000)
    #expect(stretches.allSatisfy { $0.count == 1 })
    #expect(Set(stretches).count == 20)
  }

  // MARK: Errors

  @Test func placesWhereNoFileCanBeAreNamed() throws {
    let missing = folder.url.appending(path: "no/x.wav")
    expectError(.unwritableAudio, saying: "no/x.wav", "folder doesn't exist") {
      _ = try AudioFileWriter(missing, sampleRate: 16_000)
    }
    let file = try folder.file("file", [1])
    expectError(.unwritableAudio, saying: "file/x.wav", "check the path") {
      _ = try AudioFileWriter(file.appending(path: "x.wav"), sampleRate: 16_000)
    }
    expectError(.unwritableAudio, saying: folder.url.lastPathComponent, "directory") {
      _ = try AudioFileWriter(folder.url, sampleRate: 16_000)
    }
    expectError(.unwritableAudio, saying: "/dev/null", "device") {
      _ = try AudioFileWriter(path: Array("/dev/null".utf8), sampleRate: 16_000)
    }
    expectError(.unwritableAudio, saying: "a path") {
      _ = try AudioFileWriter(path: [], sampleRate: 16_000)
    }
    let name = String(repeating: "n", count: 300)
    let writer = try AudioFileWriter(folder.url.appending(path: name), sampleRate: 16_000)
    expectError(.unwritableAudio, saying: name, "shorter") { try writer.close() }
    #expect(try content() == ["file"])
  }

  @Test(
    arguments: [
      (.flac, .float32, 16_000, 1, "It can hold int8, int16, int24"),
      (.wav, .vorbis, 16_000, 1, "µ-law"), (.wav, .gsm, 8000, 2, "int16"),
      (.flac, .int16, 16_000, 9, "at most 8 channels"), (.ogg, .opus, 44_100, 1, "48000 Hz"),
      (.mp3, .mp3, 96_000, 1, "44100"), (.wav, .mp3, 16_000, 1, "int16"),
      (Container(rawValue: "m4a"), .int16, 16_000, 1, "Container"),
      (.wav, Encoding(rawValue: "AAC"), 16_000, 1, "int16"),
    ] as [(Container, Encoding, Int, Int, String)])
  func whatAContainerCanNotHoldIsRefusedWithWhatItCan(
    container: Container, encoding: Encoding, rate: Int, channels: Int, words: String
  ) throws {
    expectError(.unsupported, saying: "x.bin", words) {
      _ = try AudioFileWriter(
        folder.url.appending(path: "x.bin"), container: container, encoding: encoding,
        sampleRate: rate, channels: channels)
    }
    #expect(try content() == [])
  }

  @Test(arguments: [(0, 1), (16_000, 0), (.min, .min), (.max, .max), (16_000, -1)])
  func impossibleFormatsAreRefused(rate: Int, channels: Int) throws {
    expectError(.unexpectedAudioFormat, saying: "x.wav") {
      _ = try AudioFileWriter(
        folder.url.appending(path: "x.wav"), sampleRate: rate, channels: channels)
    }
  }

  @Test func aBufferOfAnotherFormatIsRefusedAndTheFileGoesOn() throws {
    let url = folder.url.appending(path: "x.wav")
    let writer = try AudioFileWriter(url, sampleRate: 16_000)
    try writer.write(AudioBuffer([1] as [Int16], sampleRate: 16_000))
    expectError(.unexpectedAudioFormat, saying: "x.wav", "8000 Hz", "AudioConverter") {
      try writer.write(AudioBuffer([1] as [Int16], sampleRate: 8000))
    }
    expectError(.unexpectedAudioFormat, saying: "2 channels") {
      try writer.write(AudioBuffer([1, 2] as [Int16], sampleRate: 16_000, channels: 2))
    }
    try writer.write(AudioBuffer([] as [Int16], sampleRate: 16_000))
    try writer.write(AudioBuffer([2] as [Int16], sampleRate: 16_000))
    try writer.close()
    #expect(try AudioFile(url).samples() == [1, 2].unit)
  }

  @Test(arguments: [Container.wav, .aiff, .au, .caf, .rf64])
  func aFileThatCanNotGrowFurtherSaysSoAndCanBeClosed(container: Container) throws {
    let url = folder.url.appending(path: "x")
    let writer = try AudioFileWriter(
      path: Array(url.path().utf8), container: container, encoding: nil, sampleRate: 16_000,
      channels: 1, greatestLength: 30_000)
    let samples = SoundBytes.ramp(20_000)
    expectError(.unwritableAudio, saying: "can't grow", "RF64") {
      try writer.write(AudioBuffer(samples, sampleRate: 16_000))
    }
    let count = Int(writer.frameCount)
    #expect(count > 5000 && count < 15_000)
    try writer.close()
    #expect(try AudioFile(url).samples() == Array(samples.unit.prefix(count)))
  }

  /// The system's limit on the size of files stands for a full disk: the same call fails.
  @Test func aFullDiskIsNamedAndWhatIsThereCanBeKept() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      // Noise, which no codec makes small.
      var state: UInt32 = 1
      let samples = (0..<50_000).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return Int16(truncatingIfNeeded: state >> 16)
      }
      let buffer = AudioBuffer(samples, sampleRate: 48_000)
      for container in AudioFileWriterTests.containers {
        let url = folder.url.appending(path: "x.bin")
        let writer = try AudioFileWriter(url, container: container, sampleRate: 48_000)
        expectError(.unwritableAudio, saying: "x.bin", "File too large") {
          for _ in 0..<20 { try writer.write(buffer) }
          try writer.close()
        }
        if container == .wav {
          try writer.close()
          let file = try AudioFile(url)
          #expect(try file.samples().count > 40_000)
          #expect(file.warnings == [])
          try writer.remove()
        } else {
          writer.cancel()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path()) == [])
      }
    }
  }
}
