import FuzzSupport
import Glibc
import SpeechAudio

/// Reads one input as a sound file in every way there is, and holds `AudioFile` to what it promises.
struct SoundFileCheck {
  /// The samples that the densest coding makes of one byte: a frame of FLAC whose 65 535 × 8 samples
  /// are all the same needs 16 bytes.
  private static let samplesPerByte = 40_000
  /// Bytes that a pipe takes without a reader.
  private static let pipeCapacity = 65_536
  private static let file = MemoryFile()
  private static let output = CapturedOutput()

  private let input: UnsafeRawBufferPointer
  /// Chooses the ways, so that one input always takes the same.
  private var random: RandomBits

  init(_ input: UnsafeRawBufferPointer) {
    self.input = input
    var sum = Checksum()
    sum.add(input)
    random = RandomBits(seed: sum.value)
  }

  /// What was read.
  private struct Sound: Equatable {
    var frames: Int64 = 0
    var checksum = Checksum()
    var warnings: [String] = []
  }

  func run() {
    var random = random
    Self.output.clear()
    let whole = readRegularFile(blocks: 4_096)
    switch random.below(8) {
    case 0...1:
      let size = 1 + random.below(700)
      let other = readRegularFile(blocks: size)
      Finding.unless((whole == nil) == (other == nil), "refused by the second reader only")
      // Where bytes are damaged, some of libsndfile's decoders lose the rest of the block.
      guard let whole, let other, whole.warnings.isEmpty, other.warnings.isEmpty else { return }
      Finding.unless(
        whole == other,
        "\(whole.frames) frames in blocks of 4096 differ from \(other.frames) in blocks of \(size)")
    case 2...3 where input.count <= Self.pipeCapacity:
      readPipe(blocks: 1 + random.below(4_096))
    case 4:
      let format = AudioFormat(
        random.pick(AudioFormat.SampleType.allCases),
        sampleRate: random.pick([8_000, 0, 16_000, .max]), channels: random.pick([1, 2, 3, 64, 65]))
      readRegularFile(blocks: 1 + random.below(4_096), rawFormat: format)
    default: break
    }
    Finding.unless(Self.output.isEmpty, "something was written to standard output")
  }

  // MARK: Ways

  @discardableResult
  private func readRegularFile(blocks: Int, rawFormat: AudioFormat? = nil) -> Sound? {
    Self.file.hold(input)
    return read(blocks: blocks) { () throws(SpeechError) in
      try AudioFile(
        fileDescriptor: Self.file.descriptor, name: "input", rawFormat: rawFormat)
    }
  }

  private func readPipe(blocks: Int) {
    var ends: [Int32] = [-1, -1]
    Finding.unless(pipe(&ends) == 0, "no pipe: \(errno)")
    Finding.unless(
      input.isEmpty || write(ends[1], input.baseAddress, input.count) == input.count, "not written")
    close(ends[1])
    let descriptor = ends[0]
    read(blocks: blocks) { () throws(SpeechError) in
      try AudioFile(fileDescriptor: descriptor, name: "pipe", closesDescriptor: true)
    }
  }

  // MARK: Promises

  /// Opens and reads to the end; `nil` when the file was refused.
  @discardableResult
  private func read(blocks: Int, _ open: () throws(SpeechError) -> AudioFile) -> Sound? {
    let file: AudioFile
    do throws(SpeechError) {
      file = try open()
    } catch {
      check(error, isOneOf: [.unreadableAudio, .unexpectedAudioFormat])
      return nil
    }
    Finding.unless((try? file.format.validate()) != nil, "opened with \(file.format)")
    Finding.unless((file.declaredFrameCount ?? 0) >= 0, "declares \(file.declaredFrameCount ?? 0)")
    var sound = Sound()
    var progress = 0.0
    do throws(SpeechError) {
      while let buffer = try file.read(frames: blocks) {
        Finding.unless(
          (1...blocks).contains(buffer.frameCount), "\(buffer.frameCount) frames of \(blocks)")
        Finding.unless(buffer.format == file.format, "\(buffer.format) from \(file.format)")
        sound.frames += Int64(buffer.frameCount)
        sound.checksum.add(buffer.floatSamples.lazy.map(\.bitPattern))
        Finding.unless(
          file.position == AudioTime(samples: sound.frames, rate: file.format.sampleRate),
          "position \(file.position) after \(sound.frames) frames of \(file.format)")
        if let now = file.progress {
          Finding.unless((progress...1).contains(now), "progress \(now) after \(progress)")
          progress = now
        }
        Finding.unless(
          sound.frames * Int64(file.format.channels)
            <= Int64(input.count + 4_096) * Int64(Self.samplesPerByte),
          "\(sound.frames) frames of \(file.format) from \(input.count) bytes")
      }
    } catch {
      check(error, isOneOf: [.unreadableAudio])
      Finding.unless(sound.frames == 0, "threw after \(sound.frames) frames: \(error)")
      return nil
    }
    Finding.unless(hasEnded(file), "sound, or an error, behind the end")
    Finding.unless(file.progress ?? 1 == 1, "progress \(file.progress ?? -1) at the end")
    if let declared = file.declaredFrameCount, sound.frames < declared {
      Finding.unless(
        !file.warnings.isEmpty && (file.isTruncated || !file.gaps.isEmpty),
        "\(sound.frames) of \(declared) frames without a word")
    }
    sound.warnings = file.warnings
    return sound
  }

  private func hasEnded(_ file: AudioFile) -> Bool {
    do throws(SpeechError) { return try file.read(frames: 1) == nil } catch { return false }
  }

  private func check(_ error: SpeechError, isOneOf codes: Set<SpeechError.Code>) {
    Finding.unless(codes.contains(error.code), "threw \(error.code.rawValue): \(error)")
    Finding.unless(!error.message.isEmpty, "threw an error without a message")
  }
}
