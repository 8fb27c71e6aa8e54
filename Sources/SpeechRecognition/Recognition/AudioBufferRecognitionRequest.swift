import Synchronization

/// A request to recognise sound that the app gives piece by piece, in any format.
///
/// Sound may be given before the task starts. About five seconds wait in line; when the line is
/// full, ``append(_:)`` waits and ``offer(_:)`` refuses.
public final class AudioBufferRecognitionRequest: SoundRequest {
  /// How the recognition works.
  public let options: RecognitionOptions
  private let inbox: AudioInbox
  private let isUsed = Atomic(false)

  /// Creates a request that waits for sound.
  ///
  /// - Parameter options: How the recognition works.
  public init(options: RecognitionOptions = RecognitionOptions()) {
    self.options = options
    inbox = AudioInbox(channels: options.channels)
  }

  /// Gives the next sound, waiting while the recognition lags behind.
  ///
  /// - Parameter buffer: The sound. Its format may change from one buffer to the next.
  /// - Throws: ``SpeechError`` of code ``SpeechError/Code/unexpectedAudioFormat``,
  ///   ``SpeechError/Code/audioDisordered`` or, without the wanted channel,
  ///   ``SpeechError/Code/invalidParameter`` for a buffer that is refused, with its range (the session
  ///   goes on, and ``AudioDiagnostics/refusedBuffers`` counts it);
  ///   ``SpeechError/Code/sessionFinished`` after the end, or ``SpeechError/Code/cancelled``.
  public func append(_ buffer: AudioBuffer) async throws(SpeechError) {
    try await inbox.append(buffer)
  }

  /// Gives the next sound if there is room; never waits, so that audio callbacks can use it.
  ///
  /// - Parameter buffer: The sound.
  /// - Returns: Whether the buffer was taken. It is not when the line is full, which passes, nor
  ///   when its format or time is refused or the request has ended, which ``append(_:)`` would tell.
  ///   What found no room is counted, also when it is offered again, by ``AudioDiagnostics/droppedFrames``.
  public func offer(_ buffer: AudioBuffer) -> Bool {
    do throws(SpeechError) {
      let isTaken = try inbox.offer(buffer)
      if !isTaken { inbox.losses?.dropped(buffer) }
      return isTaken
    } catch {
      return false
    }
  }

  /// Gives the next sound, passing over a buffer that is refused.
  ///
  /// - Returns: Why it was refused, or `nil` when it was taken.
  /// - Throws: ``SpeechError`` when no more sound is taken at all.
  func appendUnlessRefused(_ buffer: AudioBuffer) async throws(SpeechError) -> SpeechError? {
    do throws(SpeechError) {
      try await inbox.append(buffer)
      return nil
    } catch {
      guard inbox.isOpen, !error.isCancellation else { throw error }
      return error
    }
  }

  /// Says that no more sound follows; without it a task goes on waiting.
  public func endAudio() { inbox.end() }

  func makeSource() throws(SpeechError) -> any AudioSource {
    guard !isUsed.exchange(true, ordering: .relaxed) else {
      throw SpeechError(
        .invalidParameter, "A buffer request was used for a second task.",
        remedy: "Make a new AudioBufferRecognitionRequest for each task.")
    }
    return inbox
  }
}
