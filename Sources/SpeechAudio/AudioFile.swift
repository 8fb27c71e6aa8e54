public import FoundationEssentials
internal import Glibc

/// A sound file or stream that is read in blocks, judged by its content and not by its name.
///
/// It reads WAV in its variants, RF64, Wave64, AIFF, AU, CAF, SPHERE, FLAC, Ogg Vorbis, Opus and
/// MP3, and headerless samples of a stated format. A damaged file gives what can be read from it:
/// ``warnings`` and ``isTruncated`` tell what is missing.
///
/// Its calls block until the bytes are there. Use a file on one thread at a time; it isn't
/// `Sendable`.
///
/// ```swift
/// let file = try AudioFile(url)
/// while let buffer = try file.read(frames: 4096) { … }
/// ```
public final class AudioFile {
  /// The name that messages use: the path, or what the caller said.
  public let name: String
  /// The format of the buffers: 32-bit floating point, at the file's rate and channels.
  public let format: AudioFormat
  /// The number of frames that the file promises; `nil` when it doesn't say, or can't be believed.
  ///
  /// A damaged file may have fewer. What was really read is ``position``.
  public let declaredFrameCount: Int64?
  /// What was wrong with the file so far, as sentences for a person; complete after the end.
  public private(set) var warnings: [String]
  /// Whether the file is known to lack sound at its end; certain only after the end was reached.
  public private(set) var isTruncated: Bool

  private let handle: SoundFileHandle
  private let streamedFrameBytes: Int?
  private var framesRead: Int64 = 0
  private var bytesRead: Int64 = 0
  private var hasEnded = false

  /// The most samples in one block.
  private static let greatestBlock = 1 << 20

  private init(_ sound: SoundOpener.Sound, name: String) {
    self.name = name
    handle = sound.handle
    format = handle.format
    declaredFrameCount = sound.declaredFrames
    streamedFrameBytes = sound.streamedFrameBytes
    warnings = sound.warnings
    isTruncated = sound.isTruncated
  }

  // MARK: Opening

  /// Opens a file by its address.
  ///
  /// - Parameters:
  ///   - url: The address of a regular file.
  ///   - rawFormat: The format of headerless little-endian samples; `nil` for a file that says
  ///     itself what it is.
  /// - Throws: ``SpeechError`` with code `unreadableAudio` when there is no such file or it isn't
  ///   sound that can be read, `unexpectedAudioFormat` when its rate or number of channels is
  ///   outside ``AudioFormat``'s limits.
  public convenience init(_ url: URL, rawFormat: AudioFormat? = nil) throws(SpeechError) {
    try self.init(path: DescriptorOpener.path(of: url), rawFormat: rawFormat)
  }

  /// Opens a file by the bytes of its path, which need not be UTF-8.
  ///
  /// - Parameters:
  ///   - path: The path of a regular file.
  ///   - rawFormat: The format of headerless little-endian samples; `nil` for a file that says
  ///     itself what it is.
  /// - Throws: ``SpeechError``, as ``init(_:rawFormat:)``.
  public convenience init(
    path: some Sequence<UInt8>, rawFormat: AudioFormat? = nil
  ) throws(SpeechError) {
    let path = Array(path)
    let name = String(decoding: path, as: UTF8.self)
    let source = try DescriptorOpener(name: name).open(path: path)
    try self.init(source, SoundOpener(name: name), rawFormat: rawFormat)
  }

  /// Opens what a descriptor reads: a regular file, from where it stands, a pipe or a socket.
  ///
  /// WAV and AU files of plain samples, and raw samples, are read from a pipe as they arrive; other
  /// formats are first kept to their end in a temporary file without a name.
  ///
  /// - Parameters:
  ///   - fileDescriptor: The descriptor, such as 0 for standard input.
  ///   - name: What messages call it.
  ///   - closesDescriptor: Whether to close the descriptor when the file is released, or can't be
  ///     opened.
  ///   - rawFormat: The format of headerless little-endian samples; `nil` for a file that says
  ///     itself what it is.
  /// - Throws: ``SpeechError``, as ``init(_:rawFormat:)``.
  public convenience init(
    fileDescriptor: Int32, name: String, closesDescriptor: Bool = false,
    rawFormat: AudioFormat? = nil
  ) throws(SpeechError) {
    let source = try DescriptorOpener(name: name)
      .open(descriptor: fileDescriptor, closesDescriptor: closesDescriptor)
    try self.init(source, SoundOpener(name: name, isPath: false), rawFormat: rawFormat)
  }

  private convenience init(
    _ source: ByteSource, _ opener: SoundOpener, rawFormat: AudioFormat?
  ) throws(SpeechError) {
    if let rawFormat {
      self.init(try opener.open(source, raw: rawFormat), name: opener.name)
    } else {
      self.init(try opener.open(source), name: opener.name)
    }
  }

  // MARK: Reading

  /// The time of the frame that is read next, counted from the start of the file.
  public var position: AudioTime { AudioTime(samples: framesRead, rate: format.sampleRate) }

  /// How much of the file was read, 0…1, by its bytes; `nil` for a stream, whose end isn't known.
  ///
  /// It never falls, and is 1 at the end.
  public var progress: Double? {
    guard let length = handle.window.source.length, length > 0 else { return nil }
    return hasEnded ? 1 : min(Double(bytesRead) / Double(length), 1)
  }

  /// Reads the next frames.
  ///
  /// - Parameter frames: The most frames to read, from 1; a block holds at most 1 048 576 samples.
  ///   A stream gives what has arrived, waiting for the first frame.
  /// - Returns: A buffer of at least one frame, or `nil` at the end.
  /// - Throws: ``SpeechError`` with code `unreadableAudio` when the system can't read on, or not a
  ///   single frame can be decoded; `invalidParameter` when `frames` is below 1.
  public func read(frames: Int) throws(SpeechError) -> AudioBuffer? {
    guard frames > 0 else {
      throw SpeechError(
        .invalidParameter, "A block of \(frames) frames can't be read.",
        remedy: "Ask for at least one frame.")
    }
    guard !hasEnded else { return nil }
    let channels = format.channels
    var wanted = min(frames, max(Self.greatestBlock / channels, 1))
    if let streamedFrameBytes { wanted = arrived(wanted, of: streamedFrameBytes) }
    var count = 0
    if wanted > 0 {
      let samples = [Float](unsafeUninitializedCapacity: wanted * channels) { target, filled in
        count = target.baseAddress.map { read(into: $0, frames: wanted) } ?? 0
        filled = count * channels
      }
      if count > 0 {
        framesRead += Int64(count)
        bytesRead = max(bytesRead, handle.window.source.lastReadEnd)
        return AudioBuffer(samples, sampleRate: format.sampleRate, channels: channels)
      }
    }
    hasEnded = true
    try finish()
    return nil
  }

  /// Reads frames, going on behind a fault as long as the decoder still finds bytes.
  private func read(into samples: UnsafeMutablePointer<Float>, frames: Int) -> Int {
    let source = handle.window.source
    var offset: Int64
    repeat {
      offset = source.lastReadEnd
      let count = min(max(handle.read(into: samples, frames: frames), 0), frames)
      if count > 0 { return count }
    } while source.lastReadEnd > offset
    return 0
  }

  /// Waits for frames of a stream; 0 at its end.
  private func arrived(_ wanted: Int, of frameBytes: Int) -> Int {
    let source = handle.window.source
    let offset = handle.window.sourceOffset
    source.discard(before: offset)
    let promised = declaredFrameCount.map { Int(min(max($0 - framesRead, 0), Int64(wanted))) }
    guard promised != 0 else { return 0 }
    return source.waitForBytes(
      after: offset, unit: frameBytes, limit: (promised ?? wanted) * frameBytes) / frameBytes
  }

  /// Looks at the end whether it is the right one.
  private func finish() throws(SpeechError) {
    let source = handle.window.source
    let opener = SoundOpener(name: name)
    guard source.failure == 0 else {
      throw opener.error("can't be read beyond \(position): \(SystemError(source.failure))")
    }
    let isShort = declaredFrameCount.map { framesRead < $0 } ?? false
    guard isShort || handle.hasFault else { return }
    guard framesRead > 0 else {
      throw opener.error(
        "is damaged: no sound can be read from it",
        remedy: "Check that the recording or the copy was finished.")
    }
    let wasKnown = isTruncated
    isTruncated = isTruncated || isShort
    guard !wasKnown || handle.hasFault else { return }
    let promise = declaredFrameCount.map {
      " of \(AudioTime(samples: $0, rate: format.sampleRate))"
    }
    warnings.append(
      "“\(name)” is damaged or cut: \(position)\(promise ?? "") could be read.")
  }
}
