import Foundation
import SpeechAudio
import Testing

/// Sound that comes through descriptors.
@Suite struct AudioFileStreamTests {
  let samples = SoundBytes.ramp(40_000)

  private func open(_ pieces: [UInt8]..., raw: AudioFormat? = nil) throws -> AudioFile {
    try AudioFile(
      fileDescriptor: pipe(pieces), name: "standard input", closesDescriptor: true, rawFormat: raw)
  }

  @Test(arguments: [nil, 0, 0xFFFF_FFFF, 0x7FFF_F000] as [UInt32?])
  func aWAVStreamIsReadToItsEnd(size: UInt32?) throws {
    let file = try open(SoundBytes.wav(samples, size: size))
    #expect(file.progress == nil)
    #expect(file.declaredFrameCount == (size == nil ? 40_000 : nil))
    #expect(try file.samples() == samples.unit)
    #expect(!file.isTruncated)
  }

  @Test func aCutWAVStreamSaysSo() throws {
    let file = try open(SoundBytes.wav(samples, size: 100_000))
    #expect(try file.samples() == samples.unit)
    #expect(file.isTruncated)
    #expect(file.warnings.first?.contains("standard input") == true)
  }

  @Test func whatFollowsTheSoundOfAStreamIsNotSound() throws {
    let file = try open(SoundBytes.wav(samples) + SoundBytes.chunk("LIST", [1, 2, 3, 4]))
    #expect(try file.samples() == samples.unit)
    #expect(!file.isTruncated)
  }

  @Test func otherStreamsAreReadToo() throws {
    #expect(try open(SoundBytes.au(samples)).samples() == samples.unit)
    #expect(try open(SoundBytes.au(samples, size: 0xFFFF_FFFF)).samples() == samples.unit)
    #expect(try open(SoundBytes.aiff(samples)).samples() == samples.unit)
    #expect(try open(SoundBytes.wav(samples.unit)).samples() == samples.unit)
  }

  @Test(arguments: [0, 23, 0x0100_0001, 0xFFFF_FFF0] as [UInt32])
  func anAUStreamWhoseSoundStartsNowhereIsAnErrorAtOnce(offset: UInt32) throws {
    for size in [0, 80_000, 0xFFFF_FFFF] as [UInt32] {
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(
        contentsOf: Data(
          SoundBytes.au(Array(samples.prefix(5000)), offset: offset, size: size)))
      // The pipe stays open: waiting for the place where the sound should start would never end.
      expectError(.unreadableAudio, saying: "pipe", "an AU file", "byte \(offset)") {
        _ = try AudioFile(
          fileDescriptor: pipe.fileHandleForReading.fileDescriptor, name: "pipe")
      }
    }
  }

  @Test func theFileThatKeepsAStreamIsNotPassedToOtherPrograms() throws {
    let bytes = CompressedBytes.mp3(frames: 50)
    let file = try open(bytes)
    let folder = "/proc/self/fd"
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      return target?.contains(/\/swift-speech-[0-9a-z]+ \(deleted\)$/) == true
    }
    #expect(!descriptors.isEmpty)
    for descriptor in descriptors.compactMap(Int32.init) {
      #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
    #expect(try file.samples().count > 40 * 1152)
  }

  @Test func aStreamGivesWhatHasArrived() throws {
    let pipe = Pipe()
    let input = pipe.fileHandleForWriting
    let file = try AudioFile(
      fileDescriptor: pipe.fileHandleForReading.fileDescriptor, name: "pipe",
      rawFormat: AudioFormat(.int16, sampleRate: 16_000))
    // Nothing but these bytes is in the pipe, which stays open: waiting for more would never end.
    try input.write(contentsOf: Data([1, 0, 2, 0, 3]))
    #expect(try file.read(frames: 4096)?.int16Samples == [1, 2])
    try input.write(contentsOf: Data([0]))
    #expect(try file.read(frames: 4096)?.int16Samples == [3])
    try input.write(contentsOf: Data([4, 0, 5, 0]))
    #expect(try file.read(frames: 1)?.int16Samples == [4])
    #expect(try file.read(frames: 1)?.int16Samples == [5])
    try input.close()
    #expect(try file.read(frames: 4096) == nil)
    #expect(file.position == AudioTime(samples: 5, rate: 16_000))
  }

  @Test func rawStreamsKeepOddPiecesTogether() throws {
    let bytes = samples.flatMap(SoundBytes.little)
    let pieces = stride(from: 0, to: bytes.count, by: 777).map {
      Array(bytes[$0..<min($0 + 777, bytes.count)])
    }
    let file = try AudioFile(
      fileDescriptor: pipe(pieces), name: "pipe", closesDescriptor: true,
      rawFormat: AudioFormat(.int16, sampleRate: 16_000))
    #expect(try file.samples(block: 333) == samples.unit)
  }

  @Test func anEmptyStreamIsNamed() throws {
    expectError(.unreadableAudio, saying: "standard input", "is empty") { _ = try open([]) }
    let raw = try open([], raw: AudioFormat(.int16, sampleRate: 16_000))
    #expect(try raw.read(frames: 100) == nil)
  }

  @Test func aForeignStreamIsNamed() throws {
    expectError(.unreadableAudio, saying: "standard input", "an M4A file", "ffmpeg -i INPUT") {
      _ = try open([0, 0, 0, 0x20] + Array("ftypM4A ".utf8))
    }
    expectError(.unreadableAudio, saying: "standard input", "a text") {
      _ = try open(Array("hello\n".utf8))
    }
    expectError(.unexpectedAudioFormat, saying: "standard input", "100 Hz") {
      _ = try open(SoundBytes.wav(samples, rate: 100))
    }
  }

  @Test func aDescriptorOfAFileIsReadFromWhereItStands() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a", Array("skip".utf8) + SoundBytes.wav(samples))
    let handle = try FileHandle(forReadingFrom: url)
    try handle.seek(toOffset: 4)
    let file = try AudioFile(fileDescriptor: handle.fileDescriptor, name: "standard input")
    #expect(try file.samples() == samples.unit)
    #expect(file.progress == 1)
  }

  @Test func aDescriptorOfADeviceIsRefused() throws {
    let handle = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    expectError(.unreadableAudio, saying: "standard input", "device") {
      _ = try AudioFile(fileDescriptor: handle.fileDescriptor, name: "standard input")
    }
  }
}
