internal import CSoundFile

/// Opens the sound in a ``ByteSource``: judges the bytes, mends what can be mended, and says in
/// plain words why a file can't be read.
struct SoundOpener {
  /// An opened sound.
  struct Sound {
    let handle: SoundFileHandle
    /// The number of frames that are promised, as far as the promise can be believed.
    var declaredFrames: Int64?
    /// The size of a frame when the bytes are a stream of plain samples.
    var streamedFrameBytes: Int?
    /// Whether the file is known to end before its sound does.
    var isTruncated = false
    var warnings: [String] = []
  }

  let name: String
  /// Whether the name is a path that can be given to other programs.
  var isPath = true

  /// What one types to convert a file.
  private var conversion: String { "Convert it with `\(command)`." }

  private var command: String {
    "ffmpeg -i \(isPath ? "\"\(name)\"" : "INPUT") -ar 16000 -ac 1 out.wav"
  }

  func error(_ message: String, remedy: String? = nil) -> SpeechError {
    SpeechError(.unreadableAudio, "“\(name)” \(message).", remedy: remedy)
  }

  // MARK: Headerless samples

  /// Opens headerless little-endian samples.
  func open(_ source: ByteSource, raw format: AudioFormat) throws(SpeechError) -> Sound {
    try validate(format)
    guard format.isInterleaved else {
      throw SpeechError(
        .unexpectedAudioFormat, "“\(name)”: raw samples can't be read channel by channel.",
        remedy: "Give samples whose channels are interleaved.")
    }
    guard source.length != 0 else { throw isEmpty }
    let coding =
      switch format.sampleType {
      case .int16: SF_FORMAT_PCM_16
      case .int32: SF_FORMAT_PCM_32
      case .float32: SF_FORMAT_FLOAT
      case .float64: SF_FORMAT_DOUBLE
      }
    let plain = SoundHeader.PlainSamples(
      format: coding | SF_ENDIAN_LITTLE, bytesPerFrame: format.bytesPerFrame)
    var sound = try open(
      source, plain, from: 0, length: source.length, rate: format.sampleRate,
      channels: format.channels)
    if let spare = source.length.map({ $0 % Int64(plain.bytesPerFrame) }), spare != 0 {
      sound.isTruncated = true
      sound.warnings.append(
        "“\(name)” has \(spare) bytes at its end that aren't a whole frame of \(format).")
    }
    return sound
  }

  private func open(
    _ source: ByteSource, _ plain: SoundHeader.PlainSamples, from start: Int64, length: Int64?,
    rate: Int, channels: Int
  ) throws(SpeechError) -> Sound {
    let description = SF_INFO(
      frames: 0, samplerate: Int32(rate), channels: Int32(channels),
      format: Int32(SF_FORMAT_RAW | plain.format), sections: 0, seekable: 0)
    let end = length.map { start + $0 } ?? Int64.max / 2
    let window = SoundFileHandle.Window(source, [start..<max(start, end)])
    guard let handle = SoundFileHandle(window, as: description) else {
      throw error("can't be read as raw samples")
    }
    return Sound(
      handle: handle, declaredFrames: length.map { $0 / Int64(plain.bytesPerFrame) },
      streamedFrameBytes: source.isStream ? plain.bytesPerFrame : nil)
  }

  // MARK: Files with a header

  /// Opens a sound file by its content.
  func open(_ source: ByteSource) throws(SpeechError) -> Sound {
    let signature = try recognized(source)
    if source.isStream, signature.kind == .unknown { throw refusal(signature) }
    var fault: SoundHeader.Fault?
    var header: SoundHeader?
    do throws(SoundHeader.Fault) {
      header = try SoundHeader.read(source)
    } catch {
      fault = error
    }
    if fault != nil, signature.name == FileSignature.auName { throw refusal(signature, fault) }
    if let header {
      try validate(
        AudioFormat(.float32, sampleRate: header.sampleRate, channels: header.channels))
      if source.isStream || !header.patches.isEmpty, let plain = header.plain {
        return try openPlain(source, header, plain)
      }
    }
    if source.isStream {
      switch source.spooled() {
      case .success(let file): return try open(file)
      case .failure(let reason):
        throw error(
          "can't be kept in a temporary file: \(reason)",
          remedy: "Make room in $TMPDIR or /tmp, or give the file by its name.")
      }
    }
    return try openWhole(source, signature, header, fault)
  }

  private func recognized(_ source: ByteSource) throws(SpeechError) -> FileSignature {
    let start = source.bytes(at: 0, count: FileSignature.length)
    try checkReading(source)
    guard !start.isEmpty else { throw isEmpty }
    guard start.contains(where: { $0 != 0 }) else {
      throw error("holds zero bytes only where a sound file has its header")
    }
    var signature = FileSignature(start)
    if start.has("ID3") {
      let offset = MP3Frames.tagLength(source)
      let tagged = FileSignature(source.bytes(at: offset, count: FileSignature.length))
      if tagged.kind == .sound { signature = tagged }
    }
    switch signature.kind {
    case .foreign: throw error("is \(signature.name), which can't be read", remedy: conversion)
    case .notSound(let remedy): throw error("is \(signature.name), not sound", remedy: remedy)
    case .sound, .unknown: return signature
    }
  }

  /// Reads plain samples past a header whose length is of no use.
  private func openPlain(
    _ source: ByteSource, _ header: SoundHeader, _ plain: SoundHeader.PlainSamples
  ) throws(SpeechError) -> Sound {
    let available = source.length.map { $0 - header.dataOffset }
    // A stream whose header says 0 is one whose writer couldn't go back to fill it in.
    let declared = header.declaredLength == 0 ? nil : header.declaredLength
    var sound = try open(
      source, plain, from: header.dataOffset, length: available ?? declared,
      rate: header.sampleRate, channels: header.channels)
    if let available { sound.warnings.append(unclosed(available)) }
    return sound
  }

  private func openWhole(
    _ source: ByteSource, _ signature: FileSignature, _ header: SoundHeader?,
    _ fault: SoundHeader.Fault?
  ) throws(SpeechError) -> Sound {
    let length = source.length ?? 0
    let isMP3 = signature.name == FileSignature.mp3Name
    let frames = isMP3 ? MP3Frames(source) : nil
    // The decoder would search the bytes for frames, and write to standard error what it thinks.
    if isMP3, frames == nil {
      try checkReading(source)
      throw refusal(signature)
    }
    let window =
      frames.map { mp3Window($0, of: source) }
      ?? SoundFileHandle.Window(source, [0..<length], patches: header?.patches ?? [])
    guard let handle = SoundFileHandle(window) else {
      try checkReading(source)
      if let header, let plain = header.plain { return try openRefused(source, header, plain) }
      throw refusal(signature, fault, header?.coding)
    }
    guard fault == nil || handle.info.frames > 0 else { throw refusal(signature, fault) }
    try validate(handle.format)
    var sound = Sound(handle: handle)
    if (0..<Int64.max / 2).contains(handle.info.frames) {
      sound.declaredFrames = handle.info.frames
    }
    if frames?.isDamaged == true {
      sound.warnings.append("“\(name)” is damaged: parts of it aren't sound and are left out.")
    }
    describe(&sound, header, length: length)
    if handle.container == SF_FORMAT_OGG, !OggPages.endsWithLastPage(source) {
      sound.isTruncated = true
      sound.warnings.append("“\(name)” is cut: its last page is missing.")
    }
    return sound
  }

  /// The frames of an MP3 file, with their number in front when the file itself doesn't tell it.
  private func mp3Window(_ frames: MP3Frames, of source: ByteSource) -> SoundFileHandle.Window {
    let byteCount = frames.byteCount
    guard !frames.hasCount, let first = frames.first, first.isLayer3 else {
      let patch = frames.tagLengthOffset.map { ($0, UInt32(clamping: byteCount).bytes(true)) }
      return SoundFileHandle.Window(source, frames.pieces, patches: patch.map { [$0] } ?? [])
    }
    return SoundFileHandle.Window(
      source, frames.pieces, prefix: first.counting(frames: frames.frameCount, bytes: byteCount))
  }

  /// Reads the plain samples that a whole header announces, in a file that libsndfile refuses.
  private func openRefused(
    _ source: ByteSource, _ header: SoundHeader, _ plain: SoundHeader.PlainSamples
  ) throws(SpeechError) -> Sound {
    let available = max((source.length ?? 0) - header.dataOffset, 0)
    var sound = try open(
      source, plain, from: header.dataOffset,
      length: min(header.declaredLength ?? available, available), rate: header.sampleRate,
      channels: header.channels)
    sound.warnings.append("“\(name)” is put together wrongly; its first stretch of sound is read.")
    return sound
  }

  private func describe(_ sound: inout Sound, _ header: SoundHeader?, length: Int64) {
    guard let header else { return }
    let available = max(length - header.dataOffset, 0)
    if !header.patches.isEmpty {
      sound.warnings.append(unclosed(available))
    } else if let declared = header.declaredLength, declared > available {
      sound.isTruncated = true
      sound.warnings.append(
        "“\(name)” is cut: its header promises \(declared) bytes of sound, \(available) are there.")
    }
  }

  private func unclosed(_ available: Int64) -> String {
    "“\(name)” wasn't closed properly: its header says that it has no sound, but \(available) bytes "
      + "follow, which are read."
  }

  // MARK: Errors

  private var isEmpty: SpeechError {
    error("is empty", remedy: "Check that the recording or the download was finished.")
  }

  private func checkReading(_ source: ByteSource) throws(SpeechError) {
    guard source.failure != 0 else { return }
    throw error("can't be read: \(SystemError(source.failure))")
  }

  private func validate(_ format: AudioFormat) throws(SpeechError) {
    do throws(SpeechError) {
      try format.validate()
    } catch {
      throw SpeechError(error.code, "“\(name)”: \(error.message)", remedy: error.remedy)
    }
  }

  private func refusal(
    _ signature: FileSignature, _ fault: SoundHeader.Fault? = nil, _ coding: String? = nil
  ) -> SpeechError {
    switch (signature.kind, fault) {
    case (.unknown, _):
      error(
        "isn't a sound file of a kind that can be read",
        remedy: "If it holds raw samples, state their format; else try to convert it with "
          + "`\(command)`.")
    case (_, .cut):
      error(
        "is \(signature.name) that ends within its header",
        remedy: "Check that the recording or the copy was finished.")
    case (_, .wrong(let what)): error("is \(signature.name) that \(what)", remedy: conversion)
    case (_, nil):
      error(
        coding.map { "is \(signature.name) whose samples, \($0), can't be read" }
          ?? "is \(signature.name) that is damaged, or of a coding that can't be read",
        remedy: conversion)
    }
  }
}
