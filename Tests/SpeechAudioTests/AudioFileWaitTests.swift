import Foundation
import SpeechAudio
import Testing

/// Pipes that bring something, nothing, or no end.
@Suite struct AudioFileWaitTests {
  let folder: TemporaryFolder
  let samples = SoundBytes.ramp(40_000)

  init() throws { folder = try TemporaryFolder() }

  private func fifo() throws -> URL {
    let url = folder.url.appending(path: "fifo")
    #expect(mkfifo(url.path(), 0o600) == 0)
    return url
  }

  /// Opens the pipe's other end, as soon as there is a reader, and writes into it.
  private func write(_ pieces: [[UInt8]], to url: URL, repeats: Bool = false) {
    let path = url.path()
    Thread.detachNewThread {
      signal(SIGPIPE, SIG_IGN)
      let output = open(path, O_WRONLY | O_CLOEXEC)
      var goesOn = true
      repeat {
        for piece in pieces {
          var done = 0
          while done < piece.count, goesOn {
            let count = piece[done...].withUnsafeBytes {
              Foundation.write(output, $0.baseAddress, $0.count)
            }
            goesOn = count > 0
            done += max(count, 0)
          }
        }
      } while repeats && goesOn
      close(output)
    }
  }

  // MARK: Named pipes

  @Test(arguments: [AudioFileWriter.Container.wav, .flac, .caf, .au, .ogg, .mp3, .aiff])
  func aNamedPipeIsRead(container: AudioFileWriter.Container) throws {
    let url = try fifo()
    let bytes = try WrittenFile.bytes(container, samples)
    write([bytes], to: url)
    let file = try AudioFile(url)
    let expected = try AudioFile(try folder.file("file", bytes)).samples()
    #expect(try file.samples() == expected)
    #expect(!file.isTruncated)
  }

  @Test func aNamedPipeThatNobodyWritesIntoIsNamed() throws {
    let url = try fifo()
    expectError(.timeout, saying: "fifo", "nothing came", "writer") {
      _ = try AudioFile(url, waiting: AudioFileWait(atMost: .milliseconds(20)))
    }
  }

  @Test func aNamedPipeThatClosesAtOnceIsEmpty() throws {
    let url = try fifo()
    write([], to: url)
    expectError(.unreadableAudio, saying: "fifo", "is empty") { _ = try AudioFile(url) }
  }

  @Test func aNamedPipeThatNeverEndsIsReadForAsLongAsOneLikes() throws {
    for bytes in [SoundBytes.wav(samples, size: 0xFFFF_FFFF), CompressedBytes.flac(samples)] {
      try? FileManager.default.removeItem(at: folder.url.appending(path: "fifo"))
      let url = try fifo()
      write([bytes], to: url, repeats: true)
      let file = try AudioFile(url)
      for _ in 0..<3 { #expect(try file.read(frames: 5000)?.isEmpty == false) }
    }
  }

  @Test func aPipeOfZerosIsNamed() throws {
    let url = try fifo()
    write([[UInt8](repeating: 0, count: 65_536)], to: url, repeats: true)
    expectError(.unreadableAudio, saying: "fifo", "zero bytes only") { _ = try AudioFile(url) }
    let descriptor = open("/dev/zero", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    expectError(.unreadableAudio, saying: "input", "a device") {
      _ = try AudioFile(fileDescriptor: descriptor, name: "input")
    }
  }

  // MARK: Waits

  @Test func aPipeThatFallsSilentIsAnErrorWithItsPlace() throws {
    let pipe = Pipe()
    let wait = AudioFileWait(atMost: .milliseconds(20))
    try pipe.fileHandleForWriting.write(
      contentsOf: Data(SoundBytes.wav(Array(samples.prefix(16_000)), size: 80_000)))
    let file = try AudioFile(
      fileDescriptor: pipe.fileHandleForReading.fileDescriptor, name: "input", waiting: wait)
    var count = 0
    expectError(.timeout, saying: "input", "beyond 1.000 s") {
      while let buffer = try file.read(frames: 1000) { count += buffer.frameCount }
    }
    #expect(count == 16_000)
    try pipe.fileHandleForWriting.close()
  }

  @Test func aWaitIsEndedFromAnotherThread() throws {
    let pipe = Pipe()
    let wait = AudioFileWait()
    let format = AudioFormat(.int16, sampleRate: 16_000)
    let file = try AudioFile(
      fileDescriptor: pipe.fileHandleForReading.fileDescriptor, name: "input", rawFormat: format,
      waiting: wait)
    Thread.detachNewThread { wait.cancel() }
    expectError(.cancelled, saying: "input") { _ = try file.read(frames: 1000) }
    #expect(wait.isCancelled)
    expectError(.cancelled, saying: "input") {
      _ = try AudioFile(
        fileDescriptor: pipe.fileHandleForReading.fileDescriptor, name: "input", waiting: wait)
    }
    try pipe.fileHandleForWriting.close()
  }

  // MARK: As it arrives

  @Test func aFLACStreamIsReadAsItArrives() throws {
    let pipe = Pipe()
    let bytes = CompressedBytes.flac(Array(samples.prefix(8000)))
    try pipe.fileHandleForWriting.write(contentsOf: Data(bytes.dropLast(100)))
    // The pipe stays open: waiting for its end would never end.
    let file = try AudioFile(
      fileDescriptor: pipe.fileHandleForReading.fileDescriptor, name: "input",
      waiting: AudioFileWait(atMost: .seconds(600)))
    #expect(file.progress == nil)
    let first = try #require(try file.read(frames: 4000))
    try pipe.fileHandleForWriting.write(contentsOf: Data(bytes.suffix(100)))
    try pipe.fileHandleForWriting.close()
    let read = try first.floatSamples + file.samples()
    #expect(read == Array(samples.unit.prefix(8000)))
  }

  @Test(arguments: LyingHeaderTests.cut)
  func aPipeGivesTheSameAsAFile(kind: AudioFileWriterTests.Kind) throws {
    do {
      let bytes = try WrittenFile.bytes(kind.container, samples)
      for length in [bytes.count, bytes.count * 3 / 5] {
        let part = Array(bytes.prefix(length))
        let file = try AudioFile(try folder.file("file", part))
        let piped = try AudioFile(
          fileDescriptor: pipe([part]), name: "input", closesDescriptor: true)
        #expect(try piped.samples(block: 777) == file.samples())
        #expect(piped.isTruncated == file.isTruncated)
        #expect(piped.truncation == file.truncation)
      }
    }
  }
}
