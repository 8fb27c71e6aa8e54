public import SpeechAudio
public import SpeechRecognition

public import Foundation

extension SherpaOnnxEngine {
  /// Tells speech from other sound with Silero's neural detector, which sherpa-onnx runs.
  ///
  /// Frames are 32 ms long. Music, tones and steady noise are no speech, also where their level
  /// changes. Speech begins when the model's probability exceeds a threshold in two frames in a row
  /// and ends when it falls 0.15 below it.
  ///
  /// Unlike other detectors, a copy shares the state of the original.
  public struct SileroDetector: VoiceActivityDetector {
    /// How sure the model must be of speech.
    public enum Sensitivity: String, Sendable, Hashable, Codable, CaseIterable {
      /// A probability of 0.7.
      case low
      /// A probability of 0.5, which Silero recommends.
      case medium
      /// A probability of 0.3.
      case high

      var threshold: Float {
        switch self {
        case .low: 0.7
        case .medium: 0.5
        case .high: 0.3
        }
      }
    }

    public let frameLength: Int
    private let lease: SileroModel.Lease
    private var wasSpeech = false

    init(_ lease: SileroModel.Lease, frameLength: Int) {
      self.lease = lease
      self.frameLength = frameLength
    }

    /// The frames that a start of speech is put before the frame in which it shows: the one that the
    /// library waits for, and one in which a soft consonant may have begun.
    private static let leadIn = 2

    public var undecidedFrames: Int { Self.leadIn }

    public mutating func observe(_ frame: ArraySlice<Float>) -> VoiceActivity {
      let isSpeech = lease.hear(Array(frame))
      let begins = isSpeech && !wasSpeech
      wasSpeech = isSpeech
      let power = frame.reduce(into: Float(0)) { $0 += $1 * $1 } / Float(frameLength)
      let level = power > 0 ? max(10 * log10(power), -160) : -160
      return VoiceActivity(isSpeech: isSpeech, leadIn: begins ? Self.leadIn : 0, level: level)
    }

    public mutating func reset() {
      wasSpeech = false
      lease.reset()
    }
  }
}

extension VoiceActivityDetection {
  /// ``SherpaOnnxEngine/SileroDetector`` with the model that `Scripts/install-sherpa-onnx` installs.
  ///
  /// For sound at rates other than 8000 and 16 000 Hz, which the model does not take, and when memory
  /// is short, it is ``AdaptiveEnergyDetector`` that listens.
  ///
  /// - Parameters:
  ///   - sensitivity: How readily sound is taken for speech.
  ///   - model: The model's file or folder, or `nil` for the installed one.
  ///   - library: The library's file or folder, or `nil` for the installed one.
  /// - Returns: The way to make such detectors.
  /// - Throws: ``SpeechError`` as ``SherpaOnnxEngine/validate(_:)`` does for the library, and with
  ///   code `modelNotFound` or `malformedModel` for the model.
  public static func silero(
    _ sensitivity: SherpaOnnxEngine.SileroDetector.Sensitivity = .medium, model: URL? = nil,
    library: URL? = nil
  ) throws(SpeechError) -> VoiceActivityDetection {
    try Library.open(library?.path(percentEncoded: false), engineID: SherpaOnnxEngine.name)
    let file = try SileroModel.file(model?.path(percentEncoded: false))
    let models = SileroModel(file: file, threshold: sensitivity.threshold)
    // The model is read once now, so that a broken one is told here.
    _ = try models.lease(rate: 16_000)
    return VoiceActivityDetection(models)
  }

  /// Lets a model's listeners find speech.
  init(_ models: SileroModel) {
    self.init { rate in
      guard let window = SileroModel.window(rate), let lease = try? models.lease(rate: rate) else {
        return AdaptiveEnergyDetector(sampleRate: rate)
      }
      return SherpaOnnxEngine.SileroDetector(lease, frameLength: window)
    }
  }
}
