/// What is wanted of one utterance: everything that may change from one to the next.
public struct UtteranceRequest: Sendable {
  /// Something that costs the engine work and is only done when asked for.
  public struct Want: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Text while the utterance is still going on.
    public static let partials = Want(rawValue: "partials")
    /// Other readings of the utterance.
    public static let alternatives = Want(rawValue: "alternatives")
  }

  /// The name of the search to use, one of ``EngineConfiguration/tasks``.
  public var task: String
  /// Where the utterance's first sample stands on the stream's timeline.
  public var start: AudioTime
  /// The whole utterance, when it is already there; it is given to `accept` all the same.
  public var whole: AudioBuffer?
  /// What is wanted beyond the best text and its times.
  public var wants: Set<Want>

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - task: The name of the search to use.
  ///   - start: Where the first sample stands on the stream's timeline.
  ///   - whole: The whole utterance, when it is already there.
  ///   - wants: What is wanted beyond the best text and its times.
  public init(
    task: String = EngineConfiguration.defaultTask, start: AudioTime = .zero,
    whole: AudioBuffer? = nil, wants: Set<Want> = []
  ) {
    self.task = task
    self.start = start
    self.whole = whole
    self.wants = wants
  }

  /// Finds the stream time of a stretch of the utterance's samples.
  ///
  /// - Parameters:
  ///   - samples: Sample positions, counted from the utterance's first.
  ///   - rate: The sample rate that they are counted in, in Hz.
  /// - Returns: The stretch in stream time.
  public func range(ofSamples samples: Range<Int64>, rate: Int) -> AudioTimeRange {
    AudioTimeRange(
      start: start + AudioTime(samples: samples.lowerBound, rate: rate),
      end: start + AudioTime(samples: samples.upperBound, rate: rate))
  }
}
