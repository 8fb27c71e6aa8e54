/// Sound as it happens: a microphone, or a recording played at its own pace.
///
/// The input is an async sequence of buffers that one reader reads. Its time counts sound, from zero
/// at the first sample: sound that was dropped counts, so that the ``AudioBuffer/start`` of the
/// buffer behind it jumps; time spent paused doesn't.
public protocol LiveAudioInput: AsyncSequence, Sendable
where Element == AudioBuffer, Failure == SpeechError {
  /// The format of every buffer.
  var format: AudioFormat { get }

  /// What goes wrong without ending the input, for one reader; ends with the input.
  var troubles: AsyncStream<LiveAudioTrouble> { get }

  /// Stops taking sound until ``resume()``; what was taken before is still delivered.
  ///
  /// - Throws: ``SpeechError`` when the device doesn't obey.
  func pause() async throws(SpeechError)

  /// Takes sound again after ``pause()``.
  ///
  /// - Throws: ``SpeechError`` when the device is gone.
  func resume() async throws(SpeechError)

  /// Stops for good and releases the device; the sequence ends behind what was taken before.
  func stop() async
}
