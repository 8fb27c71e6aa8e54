/// Where utterances begin and end: the limits by which sound is cut at pauses.
public struct Endpointing: Sendable, Hashable, Codable {
  /// The silence that ends an utterance.
  public var pause: AudioTime
  /// The shortest stretch of speech that counts as an utterance.
  public var shortest: AudioTime
  /// The length after which an utterance is cut at the quietest place that follows within
  /// ``searchWindow``, even without a pause.
  public var longest: AudioTime
  /// How far behind ``longest`` the quietest place is looked for.
  public var searchWindow: AudioTime
  /// The sound that is kept before and after the speech; shorter than ``pause``.
  public var padding: AudioTime

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - pause: The silence that ends an utterance.
  ///   - shortest: The shortest stretch of speech that counts as an utterance.
  ///   - longest: The length after which an utterance is cut at a quiet place.
  ///   - searchWindow: How far behind `longest` the quietest place is looked for.
  ///   - padding: The sound that is kept before and after the speech.
  public init(
    pause: AudioTime = AudioTime(samples: 6, rate: 10),
    shortest: AudioTime = AudioTime(samples: 1, rate: 10),
    longest: AudioTime = AudioTime(samples: 20, rate: 1),
    searchWindow: AudioTime = AudioTime(samples: 4, rate: 1),
    padding: AudioTime = AudioTime(samples: 25, rate: 100)
  ) {
    self.pause = pause
    self.shortest = shortest
    self.longest = longest
    self.searchWindow = searchWindow
    self.padding = padding
  }
}
