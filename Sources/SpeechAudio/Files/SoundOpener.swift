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
    /// Whether the bytes are a stream, which is let go of as it is read.
    var isStreamed = false
    /// Opens what comes behind a fault from which the decoder doesn't recover: near an offset, and
    /// from a frame of the sound on; gives the frame at which it really starts.
    var restart: ((_ offset: Int64, _ frame: Int64) -> (SoundFileHandle, frame: Int64)?)?
    /// Whether the file is known to end before its sound does.
    var isTruncated = false
    /// The frames before which something is missing.
    var gaps: [Int64] = []
    /// The program that decodes the file.
    var decoder: DecoderProcess?
    var warnings: [String] = []
  }

  let name: String
  /// The path that can be given to other programs; `nil` for a stream.
  var path: [UInt8]?
  /// What decodes the files that can't be read here.
  var decoder: AudioFile.Decoder?
  /// What bounds and ends the waits for a stream.
  var wait: AudioFileWait?

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
    // Headers lie: a length near the greatest number must not overflow.
    let end = start + min(length ?? .max / 2, .max / 2 - start)
    let window = SoundFileHandle.Window(source, [start..<max(start, end)])
    guard let handle = SoundFileHandle(window, as: description) else {
      throw error("can't be read as raw samples")
    }
    return Sound(
      handle: handle, declaredFrames: length.map { $0 / Int64(plain.bytesPerFrame) },
      streamedFrameBytes: source.isStream ? plain.bytesPerFrame : nil,
      isStreamed: source.isStream)
  }

  // MARK: Files with a header

  /// Opens a sound file by its content.
  func open(_ source: ByteSource) throws(SpeechError) -> Sound {
    let (signature, offset) = try recognized(source)
    switch signature.kind {
    case .notSound(let remedy): throw error("is \(signature.name), not sound", remedy: remedy)
    case .foreign:
      return try decoded(
        source, error("is \(signature.name), which can't be read", remedy: conversion))
    case .unknown where source.isStream: return try decoded(source, refusal(signature))
    case .sound, .unknown: break
    }
    var fault: SoundHeader.Fault?
    var header: SoundHeader?
    do throws(SoundHeader.Fault) {
      header = try SoundHeader.read(source)
    } catch {
      fault = error
    }
    try checkReading(source)
    if fault != nil, signature.name == FileSignature.auName { throw refusal(signature, fault) }
    if let header {
      try validate(
        AudioFormat(.float32, sampleRate: header.sampleRate, channels: header.channels))
      if let plain = header.plain,
        source.isStream || !header.patches.isEmpty || header.isJudgedHere
      {
        return try openPlain(source, header, plain)
      }
    }
    if let flac = FLACHeader(source, at: offset) { return try openFLAC(source, flac, signature) }
    guard source.isStream else { return try openWhole(source, signature, header, fault) }
    return try open(copied(source))
  }

  func copied(_ source: ByteSource) throws(SpeechError) -> ByteSource {
    switch source.copied() {
    case .success(let file): return file
    case .failure(let reason):
      try checkReading(source)
      throw error(
        "can't be kept in a temporary file: \(reason)",
        remedy: "Make room in $TMPDIR or /tmp, or give the file by its name; a stream that never "
          + "ends must be WAV, AU, FLAC or headerless.")
    }
  }

  /// What the first bytes say, and where those are, behind tags.
  private func recognized(
    _ source: ByteSource
  ) throws(SpeechError) -> (FileSignature, offset: Int64) {
    // What a stream has brought is mostly enough; waiting for more may hold for ever.
    let count =
      source.isStream
      ? source.waitForBytes(
        after: 0, unit: FileSignature.leastLength, limit: FileSignature.length)
      : FileSignature.length
    var start = source.bytes(at: 0, count: count)
    if source.isStream, FileSignature(start).kind == .unknown {
      start = source.bytes(at: 0, count: FileSignature.length)
    }
    try checkReading(source)
    guard !start.isEmpty else { throw isEmpty }
    guard start.contains(where: { $0 != 0 }) else {
      throw error("holds zero bytes only where a sound file has its header")
    }
    if start.has("ID3") {
      let offset = MP3Frames.tagLength(source)
      if !source.isStream || offset <= SoundHeader.streamLimit {
        let tagged = FileSignature(source.bytes(at: offset, count: FileSignature.length))
        if tagged.kind == .sound || tagged.kind == .foreign { return (tagged, offset) }
      }
    }
    return (FileSignature(start), 0)
  }

  /// Reads plain samples past a header whose length isn't relied on.
  private func openPlain(
    _ source: ByteSource, _ header: SoundHeader, _ plain: SoundHeader.PlainSamples
  ) throws(SpeechError) -> Sound {
    // A stream whose header says 0 is one whose writer couldn't go back to fill it in.
    let declared = header.declaredLength == 0 ? nil : header.declaredLength
    var sound = try open(
      source, plain, from: header.dataOffset, length: header.length ?? declared,
      rate: header.sampleRate, channels: header.channels)
    describe(&sound, header)
    return sound
  }

  private func openWhole(
    _ source: ByteSource, _ signature: FileSignature, _ header: SoundHeader?,
    _ fault: SoundHeader.Fault?
  ) throws(SpeechError) -> Sound {
    if signature.name == FileSignature.mp3Name { return try openMP3(source, signature) }
    if signature.isOgg { return try openOgg(source, signature) }
    let end = header.flatMap { header in header.length.map { header.dataOffset + $0 } }
    let length = source.length ?? 0
    let window = SoundFileHandle.Window(
      source, [0..<(header?.isJudgedHere == true ? end ?? length : length)],
      patches: header?.patches ?? [])
    guard let handle = SoundFileHandle(window) else {
      try checkReading(source)
      if let header, let plain = header.plain { return try openRefused(source, header, plain) }
      return try decoded(source, refusal(signature, fault, header?.coding))
    }
    guard fault == nil || handle.info.frames > 0 else {
      return try decoded(source, refusal(signature, fault))
    }
    try validate(handle.format)
    var sound = Sound(handle: handle, declaredFrames: Self.believableFrames(handle))
    if let header { describe(&sound, header) }
    return sound
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

  private func describe(_ sound: inout Sound, _ header: SoundHeader) {
    let there = header.length ?? 0
    let promised = header.declaredLength ?? 0
    switch header.verdict {
    case .right: break
    case .unclosed:
      sound.warnings.append(
        "“\(name)” wasn't closed properly: its header says that it has no sound, but \(there) bytes "
          + "follow, which are read.")
    case .tooShort:
      sound.warnings.append(
        "“\(name)” wasn't closed properly: its header promises \(promised) bytes of sound, but "
          + "\(there) are there, which are read.")
    case .cut:
      sound.isTruncated = true
      sound.warnings.append(
        "“\(name)” is cut: its header promises \(promised) bytes of sound, \(there) are there.")
    }
  }
}
