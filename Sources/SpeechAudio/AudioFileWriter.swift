public import FoundationEssentials

/// Writes sound into a file that appears, whole, when it is closed.
///
/// Until ``close()`` the sound is in a hidden file beside the target, which is removed when the
/// writer is cancelled or released; a file that the target's name had before stays as it was. Only
/// a program that is killed leaves the hidden file behind (its name ends in `.part`).
///
/// Buffers have the writer's rate and channels; any sample type is taken. The calls block while the
/// system writes, one at a time, and may come from any thread.
///
/// ```swift
/// let writer = try AudioFileWriter(url, container: .flac, sampleRate: 16_000)
/// for await buffer in microphone { try writer.write(buffer) }
/// try writer.close()
/// ```
public final class AudioFileWriter: Sendable {
  /// The target's name in messages: its path.
  public let name: String
  /// The kind of file.
  public let container: Container
  /// How the samples are stored.
  public let encoding: Encoding
  /// The rate and channels of the buffers that are taken, and the sample type that is stored with
  /// the least conversion.
  public let format: AudioFormat

  private enum State {
    case open(SoundFileEncoder)
    case closed(NewFile.Finished)
    case removed
  }

  private let state: Locked<State>
  private let written = Locked(Int64(0))

  /// Opens a file for writing by its address.
  ///
  /// - Parameters:
  ///   - url: The address of the file; one that is there is replaced at ``close()``.
  ///   - container: The kind of file.
  ///   - encoding: How the samples are stored; `nil` for the container's usual encoding.
  ///   - sampleRate: The number of frames in a second, in Hz.
  ///   - channels: The number of channels in a frame.
  /// - Throws: ``SpeechError`` with code `unwritableAudio` when the file can't be made there,
  ///   `unsupported` when the container can't hold such sound (the message names what it can),
  ///   `unexpectedAudioFormat` when the rate or the channels are outside ``AudioFormat``'s limits.
  public convenience init(
    _ url: URL, container: Container = .wav, encoding: Encoding? = nil, sampleRate: Int,
    channels: Int = 1
  ) throws(SpeechError) {
    try self.init(
      path: DescriptorOpener.path(of: url), container: container, encoding: encoding,
      sampleRate: sampleRate, channels: channels)
  }

  /// Opens a file for writing by the bytes of its path, which need not be UTF-8.
  ///
  /// - Parameters:
  ///   - path: The path of the file; one that is there is replaced at ``close()``.
  ///   - container: The kind of file.
  ///   - encoding: How the samples are stored; `nil` for the container's usual encoding.
  ///   - sampleRate: The number of frames in a second, in Hz.
  ///   - channels: The number of channels in a frame.
  /// - Throws: ``SpeechError``, as ``init(_:container:encoding:sampleRate:channels:)``.
  public convenience init(
    path: some Sequence<UInt8>, container: Container = .wav, encoding: Encoding? = nil,
    sampleRate: Int, channels: Int = 1
  ) throws(SpeechError) {
    try self.init(
      path: path, container: container, encoding: encoding, sampleRate: sampleRate,
      channels: channels, greatestLength: container.greatestLength)
  }

  /// Opens a file that may grow to a number of bytes, for tests of what happens there.
  package init(
    path: some Sequence<UInt8>, container: Container, encoding: Encoding?, sampleRate: Int,
    channels: Int, greatestLength: Int64
  ) throws(SpeechError) {
    let path = Array(path)
    name = String(decoding: path, as: UTF8.self)
    self.container = container
    self.encoding = encoding ?? container.usualEncoding
    format = AudioFormat(
      self.encoding.sampleType, sampleRate: sampleRate, channels: channels)
    do throws(SpeechError) {
      try format.validate()
      try container.check(self.encoding, sampleRate: sampleRate, channels: channels)
    } catch {
      throw SpeechError(error.code, "“\(name)”: \(error.message)", remedy: error.remedy)
    }
    let file = try NewFile(path: path, name: name, greatestLength: greatestLength)
    let encoder = try SoundFileEncoder(
      file, container: container, encoding: self.encoding, format: format)
    state = Locked(.open(encoder))
  }

  /// The number of frames that were written.
  public var frameCount: Int64 { written.withLock { $0 } }

  /// The length of the sound that was written.
  public var duration: AudioTime { AudioTime(samples: frameCount, rate: format.sampleRate) }

  /// Writes a buffer's frames behind those before; its place on the timeline is not looked at.
  ///
  /// Whole-number and lossy encodings take what is beyond full scale as full scale, and
  /// not-a-number as 0; floating-point encodings keep every value.
  ///
  /// - Parameter buffer: Sound of the writer's rate and channels, of any sample type.
  /// - Throws: ``SpeechError`` with code `unexpectedAudioFormat` when the buffer has another rate or
  ///   number of channels, `unwritableAudio` when the disk is full or the container can't grow
  ///   further, `sessionFinished` after the end. What was written before can still be closed.
  public func write(_ buffer: AudioBuffer) throws(SpeechError) {
    guard
      buffer.format.sampleRate == format.sampleRate, buffer.format.channels == format.channels
    else {
      throw SpeechError(
        .unexpectedAudioFormat,
        "“\(name)” is written with \(format.sampleRate) Hz and \(format.channels) channels; a buffer "
          + "of \(buffer.format) can't be added.",
        remedy: "Convert it with an AudioConverter, or write another file.")
    }
    try buffer.validate()
    try state.withLock { (state) throws(SpeechError) in
      guard case .open(let encoder) = state else { throw isFinished }
      let before = encoder.frameCount
      defer { written.withLock { $0 += encoder.frameCount - before } }
      try encoder.write(buffer)
    }
  }

  /// Completes the file and gives it its name; does nothing when that was done.
  ///
  /// - Throws: ``SpeechError`` with code `unwritableAudio` when the system can't write the rest,
  ///   `sessionFinished` after ``cancel()`` or ``remove()``. The hidden file is removed then.
  public func close() throws(SpeechError) {
    try state.withLock { (state) throws(SpeechError) in
      switch state {
      case .closed: return
      case .removed: throw isFinished
      case .open(let encoder):
        state = .removed
        state = .closed(try encoder.finish())
      }
    }
  }

  /// Drops what was written, as if the file had never been opened; does nothing after ``close()``.
  public func cancel() {
    state.withLock { state in
      if case .open = state { state = .removed }
    }
  }

  /// Drops what was written, also when the file was closed and has its name.
  ///
  /// A file that took its place since then is left alone.
  ///
  /// - Throws: ``SpeechError`` with code `unwritableAudio` when the file can't be removed.
  public func remove() throws(SpeechError) {
    try state.withLock { (state) throws(SpeechError) in
      if case .closed(let file) = state { try file.remove() }
      state = .removed
    }
  }

  private var isFinished: SpeechError {
    SpeechError(
      .sessionFinished, "“\(name)” was closed or dropped and takes no more sound.",
      remedy: "Open another file for writing.")
  }
}

extension SpeechError.Code {
  /// A sound file could not be made or written: no such folder, no permission, disk full.
  public static let unwritableAudio = SpeechError.Code(rawValue: "unwritableAudio")
}
