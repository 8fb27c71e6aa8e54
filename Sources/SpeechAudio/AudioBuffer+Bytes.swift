extension AudioBuffer {
  /// Creates a buffer from bare bytes: one packet of a telephone line, one block of a recorder.
  ///
  /// Where packets may end within a sample, use a ``RawAudioDecoder``, which keeps the rest.
  ///
  /// - Parameters:
  ///   - bytes: Whole frames.
  ///   - encoding: How the samples stand in the bytes.
  ///   - sampleRate: The number of frames in a second, in Hz.
  ///   - channels: The number of channels in a frame.
  ///   - isInterleaved: Whether the channels of one frame stand side by side; else all samples of
  ///     the first channel come first, then those of the next.
  ///   - start: Where the first frame belongs on the timeline, or `nil` to follow on.
  /// - Throws: ``SpeechError`` with code `unexpectedAudioFormat` when the rate or the number of
  ///   channels is outside the limits, or the bytes aren't whole frames.
  public init(
    bytes: some Sequence<UInt8>, encoding: SampleEncoding, sampleRate: Int, channels: Int = 1,
    isInterleaved: Bool = true, start: AudioTime? = nil
  ) throws(SpeechError) {
    let format = AudioFormat(encoding.sampleType, sampleRate: sampleRate, channels: channels)
    try format.validate()
    let (storage, rest) = Self.decoded(bytes, encoding, frame: encoding.byteCount * channels)
    guard rest == 0 else {
      throw SpeechError(
        .unexpectedAudioFormat,
        "A packet ends \(rest) bytes into a frame of \(encoding.byteCount * channels) bytes.",
        remedy: "Check the encoding and the number of channels, or use a RawAudioDecoder, which "
          + "keeps the rest for the next packet.")
    }
    self.init(
      storage: isInterleaved || channels == 1 ? storage : storage.interleaved(channels: channels),
      format: format, start: start, range: 0..<storage.count)
  }

  /// Decodes whole frames; the second value is the number of bytes behind them.
  private static func decoded(
    _ bytes: some Sequence<UInt8>, _ encoding: SampleEncoding, frame: Int
  ) -> (Storage, Int) {
    func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> (Storage, Int) {
      let rest = bytes.count % frame
      let whole = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes).dropLast(rest))
      return (Storage(whole, encoding), rest)
    }
    return bytes.withContiguousStorageIfAvailable(decode)
      ?? Array(bytes).withUnsafeBufferPointer(decode)
  }
}
