import Foundation
import SpeechAudio
import Testing

/// Files that another program decodes. Scripts stand for ffmpeg, in a process of their own, whose
/// descriptors and children are nobody else's.
@Suite struct AudioFileDecoderTests {
  /// What M4A begins with: 12 bytes.
  static let mark: [UInt8] = [0, 0, 0, 0x20] + Array("ftypM4A ".utf8)
  static let samples = SoundBytes.ramp(40_000)

  /// A program that is called as ffmpeg is.
  static func program(_ folder: TemporaryFolder, _ lines: String) throws -> AudioFile.Decoder {
    let url = folder.url.appending(path: "decoder")
    try? FileManager.default.removeItem(at: url)
    let script = """
      #!/bin/sh
      case "$*" in
      *"-protocol_whitelist file,pipe -i file:/proc/self/fd/0 "*) ;;
      *) echo "wrong arguments: $*" >&2; exit 9 ;;
      esac
      \(lines)
      """
    try Data(script.utf8).write(to: url)
    #expect(chmod(url.path(), 0o700) == 0)
    return .ffmpeg(at: url.path())
  }

  static func descriptors() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1
  }

  /// Whether the process has no child, not even one that has ended.
  static func hasNoChild() -> Bool { waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD }

  @Test func aForeignFileIsReadThroughAProgram() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let bytes =
        AudioFileDecoderTests.mark
        + SoundBytes.wav(AudioFileDecoderTests.samples, size: 0xFFFF_FFFF)
      let decoder = try AudioFileDecoderTests.program(folder, "exec tail -c +13")
      let before = AudioFileDecoderTests.descriptors()
      for name in ["x.m4a", "-i", "http:x", "concat:a|b", "a b'c\"$(d).m4a", "file:x"] {
        let file = try AudioFile(try folder.file(name, bytes), decodingWith: decoder)
        #expect(try file.samples() == AudioFileDecoderTests.samples.unit)
        #expect(!file.isTruncated)
        #expect(file.warnings == [])
      }
      let path = Array(folder.url.path().utf8) + [0x2F, 0xFF]
      let url = folder.url.appending(path: "x.m4a")
      #expect(rename(url.path(), (path + [0]).map { CChar(bitPattern: $0) }) == 0)
      let odd = try AudioFile(path: path, decodingWith: decoder)
      #expect(try odd.samples() == AudioFileDecoderTests.samples.unit)
      let piped = try AudioFile(
        fileDescriptor: pipe([bytes]), name: "input", closesDescriptor: true,
        decodingWith: decoder)
      #expect(try piped.samples() == AudioFileDecoderTests.samples.unit)
      // A descriptor that stands behind other bytes.
      let handle = try FileHandle(forReadingFrom: try folder.file("y", [1, 2, 3] + bytes))
      try handle.seek(toOffset: 3)
      let behind = try AudioFile(
        fileDescriptor: handle.fileDescriptor, name: "y", decodingWith: decoder)
      #expect(try behind.samples() == AudioFileDecoderTests.samples.unit)
      #expect(AudioFileDecoderTests.hasNoChild())
      #expect(AudioFileDecoderTests.descriptors() <= before + 12)
    }
  }

  @Test func whatCanBeReadHereNeedsNoProgram() throws {
    let folder = try TemporaryFolder()
    let file = try AudioFile(
      try folder.file("x", SoundBytes.wav(Self.samples)),
      decodingWith: .ffmpeg(at: "/nowhere/ffmpeg"))
    #expect(try file.samples() == Self.samples.unit)
    expectError(.unreadableAudio, saying: "a text, not sound") {
      _ = try AudioFile(
        try folder.file("y", Array("#EXTM3U\n/etc/passwd\n".utf8)),
        decodingWith: .ffmpeg(at: "/nowhere/ffmpeg"))
    }
  }

  @Test func aProgramThatIsMissingIsNamedWithItsPackage() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("x.m4a", Self.mark)
    expectError(
      .unreadableAudio, saying: "x.m4a", "an M4A file", "/nowhere/ffmpeg", "isn't installed",
      "package `ffmpeg`"
    ) { _ = try AudioFile(url, decodingWith: .ffmpeg(at: "/nowhere/ffmpeg")) }
    let text = try folder.file("decoder", Array("no program".utf8))
    expectError(.unreadableAudio, saying: "x.m4a", "isn't installed") {
      _ = try AudioFile(url, decodingWith: .ffmpeg(at: text.path()))
    }
  }

  @Test func whatAProgramSaysIsInTheErrorAndNotOnTheTerminal() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let folder = try TemporaryFolder()
      let url = try folder.file("x.m4a", AudioFileDecoderTests.mark)
      let before = AudioFileDecoderTests.descriptors()
      let failing = try AudioFileDecoderTests.program(
        folder, "echo first >&2; echo 'file:/proc/self/fd/0: Invalid data' >&2; exit 1")
      expectError(.unreadableAudio, saying: "an M4A file", "first", "x.m4a: Invalid data") {
        _ = try AudioFile(url, decodingWith: failing)
      }
      // More than a pipe holds, before the first byte of sound.
      let loud = try AudioFileDecoderTests.program(
        folder, "yes complaint | head -c 500000 >&2; printf 'no sound at all'")
      expectError(.unreadableAudio, saying: "x.m4a") { _ = try AudioFile(url, decodingWith: loud) }
      #expect(AudioFileDecoderTests.hasNoChild())
      #expect(AudioFileDecoderTests.descriptors() == before)
    }
    let written = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(!written.contains("complaint"))
    #expect(!written.contains("Invalid data"))
  }

  @Test func aProgramThatFailsInTheMiddleGivesWhatIsThere() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let samples = AudioFileDecoderTests.samples
      let bytes = AudioFileDecoderTests.mark + SoundBytes.wav(samples, size: 0xFFFF_FFFF)
      let url = try folder.file("x.m4a", bytes)
      let decoder = try AudioFileDecoderTests.program(
        folder,
        """
        yes complaint | head -c 200000 >&2
        tail -c +13
        echo 'the end is missing' >&2
        exit 1
        """)
      let file = try AudioFile(url, decodingWith: decoder)
      #expect(try file.samples() == samples.unit)
      #expect(file.truncation == AudioTime(samples: 40_000, rate: 16_000))
      #expect(file.warnings.first?.contains("the end is missing") == true)
      #expect(AudioFileDecoderTests.hasNoChild())
    }
  }

  @Test func aProgramThatNeverEndsIsEndedWithTheFile() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let bytes = AudioFileDecoderTests.mark + SoundBytes.wav([1, 2, 3, 4], size: 0xFFFF_FFFF)
      let url = try folder.file("x.m4a", bytes)
      let before = AudioFileDecoderTests.descriptors()
      let sleeping = try AudioFileDecoderTests.program(folder, "tail -c +13; exec sleep 100000")
      var file: AudioFile? = try AudioFile(url, decodingWith: sleeping)
      #expect(try file?.read(frames: 4)?.frameCount == 4)
      file = nil
      #expect(AudioFileDecoderTests.hasNoChild())
      let silent = try AudioFileDecoderTests.program(folder, "exec sleep 100000")
      expectError(.timeout, saying: "x.m4a") {
        _ = try AudioFile(
          url, decodingWith: silent, waiting: AudioFileWait(atMost: .milliseconds(20)))
      }
      let wait = AudioFileWait()
      Thread.detachNewThread { wait.cancel() }
      expectError(.cancelled, saying: "x.m4a") {
        _ = try AudioFile(url, decodingWith: silent, waiting: wait)
      }
      let endless = try AudioFileDecoderTests.program(folder, "tail -c +13; exec cat /dev/zero")
      file = try AudioFile(url, decodingWith: endless)
      for _ in 0..<10 { #expect(try file?.read(frames: 10_000)?.isEmpty == false) }
      file = nil
      #expect(AudioFileDecoderTests.hasNoChild())
      #expect(AudioFileDecoderTests.descriptors() <= before + 2)
    }
  }

  @Test func aProgramGetsNoDescriptorsButItsOwn() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let url = try folder.file("x.m4a", AudioFileDecoderTests.mark)
      // Not marked, as the descriptors of many C libraries.
      let leaky = dup2(open("/dev/null", O_RDONLY), 77)
      #expect(leaky == 77)
      let decoder = try AudioFileDecoderTests.program(folder, "ls /proc/self/fd >&2; exit 1")
      let error = #expect(throws: SpeechError.self) {
        _ = try AudioFile(url, decodingWith: decoder)
      }
      // Not "77" alone, which a folder's random name may have in it.
      #expect(error?.message.contains("; 77") == false)
      #expect(error?.message.contains("0; 1; 2; ") == true)
    }
  }

  // MARK: The real program

  static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

  @Test(
    .enabled(if: isInstalled, "ffmpeg isn't installed"),
    .enabled(
      if: RecordingTests.isPresent, "no recordings: set SPEECH_TEST_AUDIO to their folder"),
    arguments: RecordingTests.recordings(in: "formats").filter {
      !$0.opens && !$0.path.hasSuffix(".raw")
    })
  func ffmpegReadsTheRest(recording: RecordingTests.Recording) throws {
    let file = try AudioFile(recording.url, decodingWith: .ffmpeg)
    let count = try file.samples().count / file.format.channels
    let seconds = Double(count) / Double(file.format.sampleRate)
    #expect(abs(seconds - recording.seconds) < 0.1)
    #expect(file.warnings == [])
    #expect(!file.isTruncated)
  }

  @Test(
    .enabled(if: isInstalled, "ffmpeg isn't installed"))
  func ffmpegSaysWhatItCanNotDecode() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("x.m4a", Self.mark + [UInt8](repeating: 7, count: 5000))
    expectError(.unreadableAudio, saying: "x.m4a", "an M4A file", "ffmpeg can't decode it") {
      _ = try AudioFile(url, decodingWith: .ffmpeg)
    }
  }
}
