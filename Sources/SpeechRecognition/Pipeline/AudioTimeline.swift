/// Places the buffers of successive inputs on one continuous timeline.
struct AudioTimeline: Sendable {
  /// The moment just behind the sound taken so far.
  private(set) var end = AudioTime.zero
  /// The channels that every buffer has to have.
  private let channels: AudioChannels

  init(channels: AudioChannels = .mixed) { self.channels = channels }

  /// How far a stated start may be off: 2 ms.
  static let tolerance = AudioTime(samples: 2, rate: 1000)

  /// The latest start: 150 years, well below where times are no longer exact.
  static let latest = AudioTime(samples: 4_700_000_000, rate: 1)

  /// Checks a buffer and gives it its place: the one it states, or right behind the last.
  ///
  /// A stated start that is at most ``tolerance`` off counts as right behind, since many sources
  /// round their times to milliseconds.
  ///
  /// - Throws: ``SpeechError`` with the range, of code `unexpectedAudioFormat` for a format that can't
  ///   be taken, `invalidParameter` for one without the wanted channel, or `audioDisordered` for a
  ///   buffer that begins before the end of the last.
  mutating func place(_ buffer: AudioBuffer) throws(SpeechError) -> AudioBuffer {
    let followingOn = AudioTimeRange(start: end, duration: buffer.duration)
    do throws(SpeechError) {
      try buffer.validate()
      try channels.check(buffer.format)
    } catch {
      throw SpeechError(
        error.code, error.message, remedy: error.remedy, timeRange: followingOn)
    }
    var placed = buffer.placed(at: end)
    if let start = buffer.start, start - end > Self.tolerance || end - start > Self.tolerance {
      guard start < Self.latest else {
        throw SpeechError(
          .audioDisordered, "A buffer starts at \(start), later than any sound can be.",
          remedy: "Count starts from the beginning of the stream.", timeRange: followingOn)
      }
      guard start > end else {
        throw SpeechError(
          .audioDisordered,
          "A buffer that starts at \(start) overlaps sound that was taken up to \(end).",
          remedy: "Give buffers in the order of time, or leave their start out.",
          timeRange: AudioTimeRange(start: start, duration: buffer.duration))
      }
      placed = buffer
    }
    end = (placed.start ?? end) + buffer.duration
    return placed
  }
}
