extension AudioBuffer {
  /// Creates a buffer from channels that stand in arrays of their own, of 16-bit samples.
  ///
  /// - Parameters:
  ///   - channels: The samples of each channel, all of one length.
  ///   - sampleRate: The number of frames in a second, in Hz.
  ///   - start: Where the first frame belongs on the timeline, or `nil` to follow on.
  /// - Throws: ``SpeechError`` with code `unexpectedAudioFormat` when there is no channel, or their
  ///   lengths differ.
  public init(
    channels: [[Int16]], sampleRate: Int, start: AudioTime? = nil
  ) throws(SpeechError) {
    self.init(
      try Self.interleaved(channels), sampleRate: sampleRate, channels: channels.count,
      start: start)
  }

  /// Creates a buffer from channels that stand in arrays of their own, of 32-bit whole numbers.
  ///
  /// - Parameters:
  ///   - channels: The samples of each channel, all of one length.
  ///   - sampleRate: The number of frames in a second, in Hz.
  ///   - start: Where the first frame belongs on the timeline, or `nil` to follow on.
  /// - Throws: ``SpeechError`` with code `unexpectedAudioFormat` when there is no channel, or their
  ///   lengths differ.
  public init(
    channels: [[Int32]], sampleRate: Int, start: AudioTime? = nil
  ) throws(SpeechError) {
    self.init(
      try Self.interleaved(channels), sampleRate: sampleRate, channels: channels.count,
      start: start)
  }

  /// Creates a buffer from channels that stand in arrays of their own, of 32-bit floating point.
  ///
  /// - Parameters:
  ///   - channels: The samples of each channel, all of one length.
  ///   - sampleRate: The number of frames in a second, in Hz.
  ///   - start: Where the first frame belongs on the timeline, or `nil` to follow on.
  /// - Throws: ``SpeechError`` with code `unexpectedAudioFormat` when there is no channel, or their
  ///   lengths differ.
  public init(
    channels: [[Float]], sampleRate: Int, start: AudioTime? = nil
  ) throws(SpeechError) {
    self.init(
      try Self.interleaved(channels), sampleRate: sampleRate, channels: channels.count,
      start: start)
  }

  /// Creates a buffer from channels that stand in arrays of their own, of 64-bit floating point.
  ///
  /// - Parameters:
  ///   - channels: The samples of each channel, all of one length.
  ///   - sampleRate: The number of frames in a second, in Hz.
  ///   - start: Where the first frame belongs on the timeline, or `nil` to follow on.
  /// - Throws: ``SpeechError`` with code `unexpectedAudioFormat` when there is no channel, or their
  ///   lengths differ.
  public init(
    channels: [[Double]], sampleRate: Int, start: AudioTime? = nil
  ) throws(SpeechError) {
    self.init(
      try Self.interleaved(channels), sampleRate: sampleRate, channels: channels.count,
      start: start)
  }

  /// Returns one channel alone, at the same place of the timeline.
  ///
  /// - Parameter number: The channel, counted from 0.
  /// - Returns: A buffer of one channel and the same sample type.
  /// - Throws: ``SpeechError`` with code `invalidParameter` that names the number of channels, when
  ///   there is no such channel.
  public func channel(_ number: Int) throws(SpeechError) -> AudioBuffer {
    try format.requireChannel(number)
    return picked(channel: number)
  }

  /// Returns all channels, each as a buffer of its own.
  ///
  /// - Returns: The channels in their order; none for a format without any.
  public func split() -> [AudioBuffer] {
    (0..<max(format.channels, 0)).map(picked(channel:))
  }

  private static func interleaved<Sample>(
    _ channels: [[Sample]]
  ) throws(SpeechError) -> [Sample] {
    let frames = channels.first?.count ?? 0
    guard !channels.isEmpty, channels.allSatisfy({ $0.count == frames }) else {
      let lengths = channels.map { "\($0.count)" }.joined(separator: ", ")
      throw SpeechError(
        .unexpectedAudioFormat,
        channels.isEmpty
          ? "A buffer without channels can't be made."
          : "Channels of \(lengths) samples can't be one buffer.",
        remedy: "Give at least one channel, and all of one length.")
    }
    guard channels.count > 1 else { return channels[0] }
    var samples: [Sample] = []
    samples.reserveCapacity(frames * channels.count)
    for frame in 0..<frames {
      for channel in channels { samples.append(channel[frame]) }
    }
    return samples
  }
}

extension AudioFormat {
  /// Checks that sound of this format has a channel.
  ///
  /// - Parameter number: The channel, counted from 0.
  /// - Throws: ``SpeechError`` with code `invalidParameter` that names the number of channels.
  package func requireChannel(_ number: Int) throws(SpeechError) {
    guard (0..<max(channels, 0)).contains(number) else {
      throw SpeechError(
        .invalidParameter,
        "There is no channel \(number) in sound of \(channels) "
          + "channel\(channels == 1 ? "" : "s").",
        remedy: channels == 1
          ? "Channels are counted from 0: take channel 0."
          : "Channels are counted from 0: take one of 0 to \(channels - 1).")
    }
  }
}
