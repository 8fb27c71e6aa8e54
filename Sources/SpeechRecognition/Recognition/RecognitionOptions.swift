/// How a recognition works; a value that is fixed when the task starts.
public struct RecognitionOptions: Sendable, Hashable {
  /// What one result covers.
  public enum ResultScope: Sendable, Hashable {
    /// All text since the start of the task; ``RecognitionResult/isFinal`` is true once, at the end.
    case cumulative
    /// One utterance; for sessions of hours. ``RecognitionResult/isFinal`` is true at its end. The
    /// task keeps the text of all of them for ``RecognitionTask/finalizedTranscript``.
    case utterance
  }

  /// Whether results come while an utterance is still going on; costs about twice the computing.
  public var reportsPartialResults: Bool
  /// Whether other readings are looked for.
  public var reportsAlternatives: Bool
  /// What one result covers.
  public var resultScope: ResultScope
  /// Where utterances begin and end.
  public var endpointing: Endpointing
  /// Which channels of the sound are recognised.
  public var channels: AudioChannels

  /// Creates options.
  ///
  /// - Parameters:
  ///   - reportsPartialResults: Whether results come while an utterance is still going on.
  ///   - reportsAlternatives: Whether other readings are looked for.
  ///   - resultScope: What one result covers.
  ///   - endpointing: Where utterances begin and end.
  ///   - channels: Which channels of the sound are recognised.
  public init(
    reportsPartialResults: Bool = true, reportsAlternatives: Bool = false,
    resultScope: ResultScope = .cumulative, endpointing: Endpointing = Endpointing(),
    channels: AudioChannels = .mixed
  ) {
    self.reportsPartialResults = reportsPartialResults
    self.reportsAlternatives = reportsAlternatives
    self.resultScope = resultScope
    self.endpointing = endpointing
    self.channels = channels
  }

  var wants: Set<UtteranceRequest.Want> {
    var wants: Set<UtteranceRequest.Want> = []
    if reportsPartialResults { wants.insert(.partials) }
    if reportsAlternatives { wants.insert(.alternatives) }
    return wants
  }
}
