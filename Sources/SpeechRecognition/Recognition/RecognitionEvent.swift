/// Something that happens while a task runs.
///
/// The order is: speech detected (at most once); for each utterance any number of hypotheses and
/// then one final; finished reading audio (at most once); and exactly one `ended`, behind which
/// nothing follows. Warnings may stand anywhere before the end.
public enum RecognitionEvent: Sendable {
  /// The first speech was found.
  case speechDetected(at: AudioTime)
  /// The text of the utterance that is going on; it may change.
  case hypothesis(RecognitionResult)
  /// An utterance is final.
  case final(RecognitionResult)
  /// All sound was taken; the last results may still come.
  case finishedReadingAudio
  /// Something that stops nothing, such as advice that the engine could not use.
  case warning(EngineWarning)
  /// The task is over.
  case ended(Outcome)

  /// How a task ended.
  public enum Outcome: Sendable {
    /// All sound was recognised.
    case finished
    /// All sound was taken, and nothing was said in it.
    case nothingHeard
    /// The task was cancelled; the range is the sound that was taken and not made final.
    case cancelled(dropped: AudioTimeRange)
    /// Something failed; what was final before stays readable.
    case failed(SpeechError)
  }
}
