internal import CSoundFile

/// FLAC, Ogg and MP3, whose headers and pages libsndfile believes.
extension SoundOpener {
  /// Reads a FLAC file or stream to its end, whatever count of frames its header has.
  func openFLAC(
    _ source: ByteSource, _ header: FLACHeader, _ signature: FileSignature
  ) throws(SpeechError) -> Sound {
    try validate(
      AudioFormat(.float32, sampleRate: header.sampleRate, channels: header.channels))
    let window = SoundFileHandle.Window(
      source, [0..<(source.length ?? Int64.max / 2)], patches: [header.patch])
    guard let handle = SoundFileHandle(window) else {
      try checkReading(source)
      throw refusal(signature, source.isStream ? .cut : nil)
    }
    try validate(handle.format)
    var sound = Sound(
      handle: handle, declaredFrames: header.frameCount, isStreamed: source.isStream)
    let frames = FLACFrames(source: source, blockSize: header.blockSize)
    let end = source.length ?? Int64.max / 2
    sound.restart = { [restart = header.restart] offset, sample in
      // The decoder has read more than it has used; of a stream, that is gone.
      let start = source.isStream ? offset : offset - 65_536
      guard let frame = frames.next(from: start, sample: sample), frame.offset < end else {
        return nil
      }
      let window = SoundFileHandle.Window(source, [frame.offset..<end], prefix: restart)
      return SoundFileHandle(window).map { ($0, frame.sample) }
    }
    return sound
  }

  func openOgg(
    _ source: ByteSource, _ signature: FileSignature
  ) throws(SpeechError) -> Sound {
    let isOpus = signature.name == FileSignature.opusName
    // At most 120 ms at 48 kHz (RFC 6716, section 2.1.4), or half a window of 8192 ("Vorbis I
    // specification", section 4.2.2).
    let pages = OggPages(source, packetFrames: isOpus ? 5760 : 4096)
    let window = SoundFileHandle.Window(source, [0..<(source.length ?? 0)], patches: pages.patches)
    guard let handle = SoundFileHandle(window) else {
      try checkReading(source)
      return try decoded(source, refusal(signature))
    }
    try validate(handle.format)
    var sound = Sound(
      handle: handle, declaredFrames: pages.patches.isEmpty ? Self.believableFrames(handle) : nil)
    let rate = isOpus ? 48_000 : handle.format.sampleRate
    sound.gaps = pages.gaps.map {
      AudioTime(samples: $0, rate: rate).samples(rate: handle.format.sampleRate)
    }
    if !pages.patches.isEmpty {
      sound.warnings.append("“\(name)” states a length that it can't have; it is read to its end.")
    }
    if !pages.isComplete {
      sound.isTruncated = true
      sound.warnings.append("“\(name)” is cut: its last page is missing.")
    } else if pages.nextStream != nil {
      sound.isTruncated = true
      sound.warnings.append(
        "“\(name)” holds several streams, one behind another, of which the first is read. "
          + conversion)
    }
    return sound
  }

  func openMP3(
    _ source: ByteSource, _ signature: FileSignature
  ) throws(SpeechError) -> Sound {
    // Without two frames, the decoder would search the bytes for them and write to standard error
    // what it thinks.
    guard let frames = MP3Frames(source), let handle = SoundFileHandle(frames.window) else {
      try checkReading(source)
      return try decoded(source, refusal(signature))
    }
    try validate(handle.format)
    var sound = Sound(handle: handle, declaredFrames: Self.believableFrames(handle))
    sound.gaps = frames.gaps
    if let promise = frames.statedCount, promise > frames.frameCount {
      sound.isTruncated = true
      sound.declaredFrames = nil
      sound.warnings.append(
        "“\(name)” is cut: its header promises \(promise) frames, \(frames.frameCount) are there.")
    } else if frames.endsWithinFrame {
      sound.isTruncated = true
      sound.warnings.append("“\(name)” is cut: it ends within a frame.")
    } else if frames.isDamaged, frames.gaps.isEmpty {
      sound.warnings.append("“\(name)” is damaged: parts of it aren't sound and are left out.")
    }
    return sound
  }

  /// The number of frames that the library found, unless it doesn't know.
  static func believableFrames(_ handle: SoundFileHandle) -> Int64? {
    (0..<Int64.max / 2).contains(handle.info.frames) ? handle.info.frames : nil
  }
}
