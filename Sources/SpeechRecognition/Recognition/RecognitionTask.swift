/// A recognition at work: its results, its state, and the means to end it.
///
/// The task runs as long as somebody holds it, one of its sequences, an iterator of those, or a
/// handler; with none left it is cancelled.
public final class RecognitionTask: Sendable {
  /// How far a task has got.
  public enum State: Sendable, Hashable {
    /// The model is being loaded.
    case starting
    /// Sound is being taken.
    case running
    /// No more sound is taken; results may still come.
    case finishing
    /// Everything is over.
    case completed
  }

  private let session: RecognitionSession

  init(_ session: RecognitionSession) {
    self.session = session
  }

  deinit { session.cancel() }

  /// Everything that happens, ending with exactly one ``RecognitionEvent/ended(_:)``.
  ///
  /// A reader that comes late gets all events but hypotheses, of which only the newest is kept.
  public var events: ResultSequence<RecognitionEvent, Never> {
    ResultSequence(unfailing: session.events, producer: self)
  }

  /// The results as they come; fails when the task fails or is cancelled.
  public var results: ResultSequence<RecognitionResult, SpeechError> {
    ResultSequence(session.results, producer: self)
  }

  /// How far the task has got, as it goes on.
  public var progress: ResultSequence<RecognitionProgress, Never> {
    ResultSequence(unfailing: session.progress, producer: self)
  }

  /// How far the task has got.
  public var state: State { session.state }

  /// How the task ended, or `nil` while it runs.
  public var outcome: RecognitionEvent.Outcome? { session.outcome }

  /// What is final so far; it stays when the task fails or is cancelled.
  public var finalizedTranscript: Transcript { session.finalizedTranscript }

  /// How good the sound was so far and what was wrong with it; at the end also in the transcript.
  public var diagnostics: AudioDiagnostics { session.diagnostics }

  /// Waits until all sound is recognised and returns everything that was said.
  ///
  /// - Returns: The transcript; an empty one when nothing was said.
  /// - Throws: ``SpeechError`` when the task fails or is cancelled, or the waiting task is.
  public func transcript() async throws(SpeechError) -> Transcript {
    for await event in events {
      guard case .ended(let outcome) = event else { continue }
      switch outcome {
      case .finished, .nothingHeard: return finalizedTranscript
      case .cancelled: throw RecognitionSession.cancelled
      case .failed(let error): throw error
      }
    }
    throw SpeechError(.cancelled, "The task that waits for the transcript was cancelled.")
  }

  /// Stops taking sound, recognises what was taken, and returns it.
  ///
  /// - Returns: The transcript of the sound that was taken before the call.
  /// - Throws: ``SpeechError`` when the task fails or is cancelled, or the waiting task is.
  @discardableResult
  public func finish() async throws(SpeechError) -> Transcript {
    session.stopTakingSound()
    return try await transcript()
  }

  /// Stops at once; what is not final is dropped, and
  /// ``RecognitionEvent/Outcome/cancelled(dropped:)`` says how much.
  public func cancel() { session.cancel() }
}
