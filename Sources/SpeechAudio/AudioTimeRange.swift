/// A stretch of an audio timeline, from a start up to but not including an end.
public struct AudioTimeRange: Sendable, Hashable, Codable {
  /// The first moment of the stretch.
  public let start: AudioTime
  /// The moment just after the stretch; never before ``start``.
  public let end: AudioTime

  /// Creates a stretch from its two ends.
  ///
  /// - Parameters:
  ///   - start: The first moment.
  ///   - end: The moment just after the last; one before `start` is taken as `start`.
  public init(start: AudioTime, end: AudioTime) {
    self.start = start
    self.end = max(start, end)
  }

  /// Creates a stretch from its start and its length.
  ///
  /// - Parameters:
  ///   - start: The first moment.
  ///   - duration: The length; a negative one is taken as zero.
  public init(start: AudioTime, duration: AudioTime) {
    self.init(start: start, end: start + duration)
  }

  /// The length of the stretch.
  public var duration: AudioTime { end - start }

  /// Whether the stretch has no length.
  public var isEmpty: Bool { start == end }

  /// Tells whether a moment lies in the stretch.
  public func contains(_ time: AudioTime) -> Bool { start <= time && time < end }

  /// Tells whether two stretches share a moment.
  public func overlaps(_ other: AudioTimeRange) -> Bool {
    start < other.end && other.start < end
  }

  /// Returns the same stretch moved by an offset.
  public func shifted(by offset: AudioTime) -> AudioTimeRange {
    AudioTimeRange(start: start + offset, end: end + offset)
  }
}

extension AudioTimeRange {
  private enum CodingKeys: String, CodingKey {
    case start, end
  }

  /// Reads the two ends; an end before the start is taken as the start.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      start: try values.decode(AudioTime.self, forKey: .start),
      end: try values.decode(AudioTime.self, forKey: .end))
  }
}

extension AudioTimeRange: CustomStringConvertible {
  /// The two ends in seconds, such as `1.250 s – 2.000 s`.
  public var description: String { "\(start) – \(end)" }
}
