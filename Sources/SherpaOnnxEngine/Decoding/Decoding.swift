import SpeechAudio

/// How one utterance is decoded: used on one thread, `start` first, `finish` last.
protocol Decoding: AnyObject {
  /// Forgets what was heard and starts an utterance.
  func start(wantsPartials: Bool) throws(SpeechError)
  /// Takes the next samples; gives what is recognised so far when there is something new.
  func hear(
    _ samples: ArraySlice<Float>, isCancelled: () -> Bool
  ) throws(SpeechError) -> Recognized?
  /// Decodes all that was heard, when that may be the whole utterance; gives what is recognised so
  /// far when there is something new.
  func pause() throws(SpeechError) -> Recognized?
  /// Gives what was recognised of the whole utterance, `nil` when cancelled.
  func finish(isCancelled: () -> Bool) throws(SpeechError) -> Recognized?
  /// Drops the utterance.
  func abandon()
}
