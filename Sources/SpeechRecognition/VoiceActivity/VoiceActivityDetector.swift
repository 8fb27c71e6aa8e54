/// Tells speech from other sound, frame by frame.
///
/// A detector hears one stream, and is never used on after a copy of it was. It is deterministic,
/// and after ``reset()`` it behaves as if it were new. It is reset where digital silence (samples
/// that are exactly zero) has lasted for half a second and as long as the pause that ends an
/// utterance.
public protocol VoiceActivityDetector: Sendable {
  /// The length of the frames that ``observe(_:)`` takes, in samples.
  var frameLength: Int { get }

  /// The number of frames, counted back from the last one that was observed, that a later
  /// judgement may still take for speech with ``VoiceActivity/leadIn``.
  ///
  /// It grows by at most one with each frame. Sound before it is settled, and need not be kept.
  /// The default is 300, the most that is made use of when frames last 10 ms.
  var undecidedFrames: Int { get }

  /// Judges the next frame.
  ///
  /// - Parameter frame: ``frameLength`` mono samples, full scale −1…1, right behind the last frame.
  /// - Returns: Whether the frame is speech, and how many frames before it.
  mutating func observe(_ frame: ArraySlice<Float>) -> VoiceActivity

  /// Forgets everything that was heard.
  mutating func reset()
}

extension VoiceActivityDetector {
  public var undecidedFrames: Int { 300 }
}

/// What a detector says of one frame.
public struct VoiceActivity: Sendable, Hashable {
  /// Whether the frame is speech.
  public var isSpeech: Bool
  /// The number of frames right before this one that the detector now takes for speech too.
  ///
  /// A detector that must hear a little before it is sure backdates the start of speech with it.
  public var leadIn: Int
  /// The level of the frame in dBFS, from −160 (silence) to 0 (full scale).
  public var level: Float

  /// Creates a judgement.
  ///
  /// - Parameters:
  ///   - isSpeech: Whether the frame is speech.
  ///   - leadIn: The number of frames before this one that are speech too.
  ///   - level: The level of the frame in dBFS.
  public init(isSpeech: Bool, leadIn: Int = 0, level: Float) {
    self.isSpeech = isSpeech
    self.leadIn = leadIn
    self.level = level
  }
}
