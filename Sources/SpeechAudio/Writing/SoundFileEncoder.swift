internal import CSoundFile

/// An open libsndfile handle that writes a ``NewFile`` through libsndfile's virtual I/O.
final class SoundFileEncoder {
  /// The number of frames that the library has taken.
  private(set) var frameCount: Int64 = 0

  private let file: NewFile
  private let encoding: AudioFileWriter.Encoding
  private let channels: Int
  private let handle: OpaquePointer
  private var isClosed = false

  /// The most frames that are handed over at once: the encoders keep their input on the stack or
  /// copy it.
  private static let greatestBlock = 4096

  init(
    _ file: NewFile, container: AudioFileWriter.Container, encoding: AudioFileWriter.Encoding,
    format: AudioFormat
  ) throws(SpeechError) {
    guard
      let info = container.description(
        encoding, sampleRate: format.sampleRate, channels: format.channels),
      let handle = Self.open(file, info)
    else {
      if file.failure != 0 { throw file.error(file.failure) }
      throw SpeechError(
        .unsupported,
        "“\(file.name)”: \(container.rawValue) can't hold \(encoding.rawValue) of \(format).",
        remedy: "Write another rate, such as 16000 or 48000 Hz, or use another container.")
    }
    self.file = file
    self.encoding = encoding
    self.handle = handle
    channels = format.channels
    _ = sf_command(handle, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
  }

  deinit {
    if !isClosed { _ = sf_close(handle) }
  }

  private static func open(_ file: NewFile, _ description: SF_INFO) -> OpaquePointer? {
    let address = SoundFileHandle.opening.withLock { _ in
      var calls = SF_VIRTUAL_IO(
        get_filelen: { SoundFileEncoder.file($0)?.length ?? 0 },
        seek: { SoundFileEncoder.file($2)?.seek(to: $0, from: $1) ?? -1 },
        read: { target, count, file in
          guard let target else { return 0 }
          return sf_count_t(SoundFileEncoder.file(file)?.read(into: target, count: Int(count)) ?? 0)
        },
        write: { source, count, file in
          guard let source else { return 0 }
          return sf_count_t(SoundFileEncoder.file(file)?.write(source, count: Int(count)) ?? 0)
        },
        tell: { SoundFileEncoder.file($0)?.position ?? -1 })
      var info = description
      let reference = Unmanaged.passUnretained(file).toOpaque()
      return UInt(bitPattern: sf_open_virtual(&calls, Int32(SFM_WRITE), &info, reference))
    }
    return OpaquePointer(bitPattern: address)
  }

  private static func file(_ reference: UnsafeMutableRawPointer?) -> NewFile? {
    reference.map { Unmanaged<NewFile>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Writing

  func write(_ buffer: AudioBuffer) throws(SpeechError) {
    var first = 0
    while first < buffer.frameCount {
      let block = buffer[first..<min(first + Self.greatestBlock, buffer.frameCount)]
      try checkRoom(for: block.frameCount)
      file.failure = 0
      let count = take(block)
      frameCount += Int64(min(max(count, 0), block.frameCount))
      guard count == block.frameCount, file.failure == 0 else {
        if file.failure != 0 { throw file.error(file.failure) }
        throw SpeechError(
          .unwritableAudio, "“\(file.name)” can't be written: the encoder failed.",
          remedy: "Use another encoding.")
      }
      first += block.frameCount
    }
  }

  private func checkRoom(for frames: Int) throws(SpeechError) {
    let bytes = Int64(frames * channels * encoding.greatestSampleLength)
    guard file.length > file.greatestLength - bytes else { return }
    throw SpeechError(
      .unwritableAudio,
      "“\(file.name)” can't grow: its container has 32 bits for its length in bytes.",
      remedy: "Close it and go on in another file, or write RF64, Wave64, CAF or FLAC.")
  }

  private func take(_ block: AudioBuffer) -> Int {
    let frames = sf_count_t(block.frameCount)
    switch encoding {
    case .float32:
      return with(block.converted(to: .float32), \.floats) { sf_writef_float(handle, $0, frames) }
    case .float64:
      return with(block.converted(to: .float64), \.doubles) { sf_writef_double(handle, $0, frames) }
    case .vorbis, .opus, .mp3:
      // The encoders' arithmetic breaks on what isn't finite.
      let samples = block.floatSamples.map { $0.isNaN ? 0 : min(max($0, -1), 1) }
      return samples.withUnsafeBufferPointer {
        Int(sf_writef_float(handle, $0.baseAddress, frames))
      }
    case .int24:
      let samples = Self.rounded(block.converted(to: .int32), to: 24)
      return Int(samples.withUnsafeBufferPointer { sf_writef_int(handle, $0.baseAddress, frames) })
    case .int8, .uint8:
      let samples = Self.rounded(block.converted(to: .int32), to: 8)
      return Int(samples.withUnsafeBufferPointer { sf_writef_int(handle, $0.baseAddress, frames) })
    case .int32:
      return with(block.converted(to: .int32), \.ints) { sf_writef_int(handle, $0, frames) }
    default:
      return with(block.converted(to: .int16), \.shorts) { sf_writef_short(handle, $0, frames) }
    }
  }

  private func with<Sample>(
    _ block: AudioBuffer, _ samples: KeyPath<AudioBuffer.Storage, [Sample]>,
    _ body: (UnsafePointer<Sample>?) -> sf_count_t
  ) -> Int {
    block.storage[keyPath: samples].withUnsafeBufferPointer { all in
      Int(body(UnsafeBufferPointer(rebasing: all[block.sampleRange]).baseAddress))
    }
  }

  /// The nearest numbers of fewer bits, kept in the upper ones: the library cuts the rest off.
  private static func rounded(_ block: AudioBuffer, to bits: Int) -> [Int32] {
    let half: Int32 = 1 << (31 - bits)
    return block.storage.ints[block.sampleRange].map { sample in
      let (sum, overflow) = sample.addingReportingOverflow(half)
      return (overflow ? .max : sum) & ~(half << 1 - 1)
    }
  }

  // MARK: The end

  /// Completes the header and gives the file its name.
  func finish() throws(SpeechError) -> NewFile.Finished {
    file.failure = 0
    isClosed = true
    let code = sf_close(handle)
    guard file.failure == 0 else { throw file.error(file.failure) }
    guard code == 0 else {
      throw SpeechError(.unwritableAudio, "“\(file.name)” can't be completed by its encoder.")
    }
    return try file.finish()
  }
}

extension AudioBuffer.Storage {
  fileprivate var shorts: [Int16] { if case .int16(let samples) = self { samples } else { [] } }
  fileprivate var ints: [Int32] { if case .int32(let samples) = self { samples } else { [] } }
  fileprivate var floats: [Float] { if case .float32(let samples) = self { samples } else { [] } }
  fileprivate var doubles: [Double] { if case .float64(let samples) = self { samples } else { [] } }
}
