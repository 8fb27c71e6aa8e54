/// Makes the detector that finds speech in front of an engine.
public struct VoiceActivityDetection: Sendable {
  /// Makes a new detector for sound of a sample rate in Hz.
  public let makeDetector: @Sendable (_ sampleRate: Int) -> any VoiceActivityDetector

  /// Uses a detector of one's own.
  ///
  /// - Parameter makeDetector: Makes a new detector for sound of a sample rate in Hz; called for each
  ///   stretch of continuous sound.
  public init(_ makeDetector: @escaping @Sendable (_ sampleRate: Int) -> any VoiceActivityDetector)
  {
    self.makeDetector = makeDetector
  }

  /// ``AdaptiveEnergyDetector`` with a sensitivity.
  ///
  /// - Parameter sensitivity: How readily sound is taken for speech.
  /// - Returns: The way to make such detectors.
  public static func adaptiveEnergy(
    _ sensitivity: AdaptiveEnergyDetector.Sensitivity = .medium
  ) -> VoiceActivityDetection {
    VoiceActivityDetection { AdaptiveEnergyDetector(sampleRate: $0, sensitivity: sensitivity) }
  }
}
