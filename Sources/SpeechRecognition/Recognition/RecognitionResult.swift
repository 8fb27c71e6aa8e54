/// What a task has recognised so far.
public struct RecognitionResult: Sendable, Hashable, Codable {
  /// The most likely text; all since the start of the task unless the scope is an utterance.
  public let bestTranscription: Transcription
  /// Whether nothing in the result will change any more.
  ///
  /// With the cumulative scope this is true exactly once, for the result that ends the task.
  public let isFinal: Bool
  /// The stretch of sound that the result covers, in stream time.
  public let timeRange: AudioTimeRange
  /// The locale that was recognised.
  public let locale: LocaleID
  /// The channel that the result is about, counted from 0; `nil` for a mix of channels, and for a
  /// result that covers several. Each utterance says its own.
  public let channel: Int?

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - bestTranscription: The most likely text.
  ///   - isFinal: Whether nothing will change any more.
  ///   - timeRange: The stretch of sound that the result covers.
  ///   - locale: The locale that was recognised.
  ///   - channel: The channel that the result is about, or `nil` for a mix or several.
  public init(
    bestTranscription: Transcription, isFinal: Bool, timeRange: AudioTimeRange, locale: LocaleID,
    channel: Int? = nil
  ) {
    self.bestTranscription = bestTranscription
    self.isFinal = isFinal
    self.timeRange = timeRange
    self.locale = locale
    self.channel = channel
  }
}

/// How far a task has got.
public struct RecognitionProgress: Sendable, Hashable {
  /// How much sound was taken.
  public let audioTime: AudioTime
  /// The share of the file that was read, from 0 to 1, or `nil` when the whole is not known.
  public let fractionCompleted: Double?

  /// Creates a statement of progress.
  ///
  /// - Parameters:
  ///   - audioTime: How much sound was taken.
  ///   - fractionCompleted: The share of the file that was read, from 0 to 1.
  public init(audioTime: AudioTime, fractionCompleted: Double?) {
    self.audioTime = audioTime
    self.fractionCompleted = fractionCompleted
  }
}
