public import FoundationEssentials
internal import Glibc

/// A sound file or stream that is read in blocks, judged by its content and not by its name.
///
/// It reads WAV in its variants, RF64, Wave64, AIFF, AU, CAF, SPHERE, FLAC, Ogg Vorbis, Opus and
/// MP3, and headerless samples of a stated format; with ``Decoder/ffmpeg``, all that ffmpeg reads. A
/// damaged file gives what can be read from it: ``warnings``, ``truncation`` and ``gaps`` tell what
/// is missing.
///
/// Its calls block until the bytes are there; an ``AudioFileWait`` bounds and ends their waits. Use
/// a file on one thread at a time; it isn't `Sendable`.
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
  /// It may be a lie: nothing is read or left out because of it. What was really read is
  /// ``position``.
  public let declaredFrameCount: Int64?
  /// What was wrong with the file so far, as sentences for a person; complete after the end.
  public private(set) var warnings: [String]
  /// Whether the file is known to lack sound at its end; certain only after the end was reached.
  public private(set) var isTruncated: Bool
  /// Where the sound of a truncated file stops; `nil` until the end was reached, and for a file that
  /// is whole.
  public private(set) var truncation: AudioTime?
  /// The places at which sound is missing because bytes of the file are damaged, in order, on the
  /// timeline of what can be read; complete after the end, and at most the first 100.
  public private(set) var gaps: [AudioTime]

  private var handle: SoundFileHandle
  private let restart: ((Int64, Int64) -> (SoundFileHandle, frame: Int64)?)?
  /// The frames that faults have swallowed, as far as the file tells.
  private var missingFrames: Int64 = 0
  private var restarts = 0
  private let decoder: DecoderProcess?
  private let streamedFrameBytes: Int?
  private let isStreamed: Bool
  private var framesRead: Int64 = 0
  private var bytesRead: Int64 = 0
  private var hasEnded = false
  private var hasFault = false

  /// The most samples in one block.
  private static let greatestBlock = 1 << 20
  private static let greatestGapCount = 100
  private static let greatestIdleReads = 20
  private static let greatestRestartCount = 1000

  private init(_ sound: SoundOpener.Sound, name: String) {
    self.name = name
    handle = sound.handle
    format = handle.format
    declaredFrameCount = sound.declaredFrames
    streamedFrameBytes = sound.streamedFrameBytes
    isStreamed = sound.isStreamed
    restart = sound.restart
    decoder = sound.decoder
    let rate = sound.handle.format.sampleRate
    gaps = sound.gaps.prefix(Self.greatestGapCount).map { AudioTime(samples: $0, rate: rate) }
    warnings = sound.warnings
    isTruncated = sound.isTruncated
  }

  // MARK: Opening

  /// Opens a file by its address.
  ///
  /// A named pipe is read too. Nobody may ever write into it: one that brings nothing within 10
  /// seconds, or within the bound of `waiting`, is an error.
  ///
  /// - Parameters:
  ///   - url: The address of a regular file or a named pipe.
  ///   - rawFormat: The format of headerless little-endian samples; `nil` for a file that says
  ///     itself what it is.
  ///   - decoder: The program that decodes what can't be read here; `nil` to refuse such files.
  ///   - wait: What bounds and ends the waits for a pipe or the decoder.
  /// - Throws: ``SpeechError`` with code `unreadableAudio` when there is no such file, it isn't
  ///   sound that can be read, or the decoder isn't installed, `unexpectedAudioFormat` when its rate
  ///   or number of channels is outside ``AudioFormat``'s limits, `timeout` and `cancelled` for a
  ///   wait that ended.
  public convenience init(
    _ url: URL, rawFormat: AudioFormat? = nil, decodingWith decoder: Decoder? = nil,
    waiting wait: AudioFileWait? = nil
  ) throws(SpeechError) {
    try self.init(
      path: DescriptorOpener.path(of: url), rawFormat: rawFormat, decodingWith: decoder,
      waiting: wait)
  }

  /// Opens a file by the bytes of its path, which need not be UTF-8.
  ///
  /// - Parameters:
  ///   - path: The path of a regular file or a named pipe, as ``init(_:rawFormat:decodingWith:waiting:)``.
  ///   - rawFormat: The format of headerless little-endian samples; `nil` for a file that says
  ///     itself what it is.
  ///   - decoder: The program that decodes what can't be read here; `nil` to refuse such files.
  ///   - wait: What bounds and ends the waits for a pipe or the decoder.
  /// - Throws: ``SpeechError``, as ``init(_:rawFormat:decodingWith:waiting:)``.
  public convenience init(
    path: some Sequence<UInt8>, rawFormat: AudioFormat? = nil,
    decodingWith decoder: Decoder? = nil, waiting wait: AudioFileWait? = nil
  ) throws(SpeechError) {
    let path = Array(path)
    let name = String(decoding: path, as: UTF8.self)
    let source = try DescriptorOpener(name: name, wait: wait).open(path: path)
    try self.init(
      source, SoundOpener(name: name, path: path, decoder: decoder, wait: wait),
      rawFormat: rawFormat)
  }

  /// Opens what a descriptor reads: a regular file, from where it stands, a pipe or a socket.
  ///
  /// FLAC, headerless samples, and WAV, RF64, Wave64, AU, CAF and SPHERE of plain samples are read
  /// from a pipe as they arrive; other formats are first kept to their end, at most 4 GiB, in a
  /// temporary file without a name.
  ///
  /// - Parameters:
  ///   - fileDescriptor: The descriptor, such as 0 for standard input.
  ///   - name: What messages call it.
  ///   - closesDescriptor: Whether to close the descriptor when the file is released, or can't be
  ///     opened.
  ///   - rawFormat: The format of headerless little-endian samples; `nil` for a file that says
  ///     itself what it is.
  ///   - decoder: The program that decodes what can't be read here; `nil` to refuse such files.
  ///   - wait: What bounds and ends the waits for a pipe or the decoder; without one they last until
  ///     the writer writes or closes.
  /// - Throws: ``SpeechError``, as ``init(_:rawFormat:decodingWith:waiting:)``.
  public convenience init(
    fileDescriptor: Int32, name: String, closesDescriptor: Bool = false,
    rawFormat: AudioFormat? = nil, decodingWith decoder: Decoder? = nil,
    waiting wait: AudioFileWait? = nil
  ) throws(SpeechError) {
    let source = try DescriptorOpener(name: name, wait: wait)
      .open(descriptor: fileDescriptor, closesDescriptor: closesDescriptor)
    try self.init(
      source, SoundOpener(name: name, decoder: decoder, wait: wait), rawFormat: rawFormat)
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
    if isStreamed { handle.window.source.discard(before: handle.window.sourceOffset) }
    if isFruitless { wanted = 0 }
    if let streamedFrameBytes { wanted = arrived(wanted, of: streamedFrameBytes) }
    var count = 0
    if wanted > 0 {
      let samples = [Float](unsafeUninitializedCapacity: wanted * channels) { target, filled in
        count = target.baseAddress.map { read(into: $0, frames: wanted) } ?? 0
        if isFruitless { note(count) }
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

  /// The reads without a byte behind which a decoder makes sound up: those of block codecs (GSM,
  /// ADPCM) go on as long as a header says.
  private static let greatestFruitlessReads = 8

  /// Whether the decoder goes on without bytes to decode.
  private var isFruitless: Bool {
    handle.window.fruitlessReads > Self.greatestFruitlessReads
  }

  /// Reads frames, going on behind faults; 0 at the end.
  private func read(into samples: UnsafeMutablePointer<Float>, frames: Int) -> Int {
    while true {
      let count = decode(into: samples, frames: frames)
      guard count == 0, hasFault, restartHandle() else { return count }
    }
  }

  /// Reads frames, going on behind a fault as long as the decoder still finds bytes.
  private func decode(into samples: UnsafeMutablePointer<Float>, frames: Int) -> Int {
    let source = handle.window.source
    var offset: Int64
    var idleReads = 0
    repeat {
      offset = source.lastReadEnd
      let count = min(max(handle.read(into: samples, frames: frames), 0), frames)
      if handle.hasFault { note(count) }
      if count > 0 { return count }
      // Behind a fault, the decoder may look at bytes that it has already.
      idleReads = source.lastReadEnd > offset ? 0 : idleReads + 1
    } while idleReads < (hasFault ? Self.greatestIdleReads : 1)
    return 0
  }

  /// Goes on with a new decoder behind the bytes that the old one has seen; false at the end.
  private func restartHandle() -> Bool {
    // At least one frame is lost, so that it ends.
    let wanted = framesRead + missingFrames + 1
    guard let restart, restarts < Self.greatestRestartCount,
      let (next, frame) = restart(handle.window.source.lastReadEnd, wanted), next.format == format
    else { return false }
    restarts += 1
    missingFrames = frame - framesRead
    handle = next
    return true
  }

  /// Keeps the place of a fault that was met while so many frames were read.
  private func note(_ count: Int) {
    hasFault = true
    let place = AudioTime(samples: framesRead + Int64(count), rate: format.sampleRate)
    if gaps.count < Self.greatestGapCount, gaps.last != place { gaps.append(place) }
  }

  /// Waits for frames of a stream; 0 at its end.
  private func arrived(_ wanted: Int, of frameBytes: Int) -> Int {
    let source = handle.window.source
    let offset = handle.window.sourceOffset
    let promised = declaredFrameCount.map { Int(min(max($0 - framesRead, 0), Int64(wanted))) }
    guard promised != 0 else { return 0 }
    return source.waitForBytes(
      after: offset, unit: frameBytes, limit: (promised ?? wanted) * frameBytes) / frameBytes
  }

  /// Looks at the end whether it is the right one.
  private func finish() throws(SpeechError) {
    let opener = SoundOpener(name: name)
    try opener.checkReading(handle.window.source, at: position)
    let isShort = declaredFrameCount.map { framesRead < $0 } ?? false
    let wasKnown = isTruncated
    // Sound that is missing before whole sound isn't missing at the end.
    isTruncated = isTruncated || isShort && (gaps.isEmpty || gaps.last == position)
    if let decoder { finish(decoder) }
    guard framesRead > 0 || !(isTruncated || hasFault) || declaredFrameCount == 0 else {
      throw opener.error(
        "is damaged: no sound can be read from it",
        remedy: "Check that the recording or the copy was finished.")
    }
    if isTruncated { truncation = position }
    // A fault at the very end is the end's.
    if isTruncated, gaps.last == position { gaps.removeLast() }
    if !gaps.isEmpty {
      let places = gaps.prefix(5).map { "\($0)" }.joined(separator: ", ")
      warnings.append(
        "“\(name)” is damaged: sound is missing at \(places)\(gaps.count > 5 ? ", …" : "").")
    }
    if let declaredFrameCount, isShort, !wasKnown {
      let promise = AudioTime(samples: declaredFrameCount, rate: format.sampleRate)
      warnings.append("“\(name)” is damaged or cut: \(position) of \(promise) could be read.")
    } else if let declaredFrameCount, framesRead > declaredFrameCount {
      let promise = AudioTime(samples: declaredFrameCount, rate: format.sampleRate)
      warnings.append("“\(name)” promises \(promise), but \(position) could be read.")
    }
  }

  /// Takes what the decoder says at its end.
  private func finish(_ decoder: DecoderProcess) {
    let isWell = decoder.finish()
    isTruncated =
      isTruncated || !isWell || decoder.lines.contains { $0.contains("partial file") }
    guard !decoder.lines.isEmpty || !isWell else { return }
    let words = decoder.lines.joined(separator: "; ").replacing("file:/proc/self/fd/0: ", with: "")
    warnings.append("“\(name)” is damaged or cut; ffmpeg says: \(words)")
  }
}
