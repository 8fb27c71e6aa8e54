import SpeechAudio

/// Decoding by a model that takes an utterance as a whole: partial texts come from decoding what
/// there is again and again, the final one from decoding all of it.
final class WholeDecoding: Decoding {
  /// Silence behind the sound, in seconds: without it models lose the last words of sound that ends
  /// with the speech, and all words of clips. Measured with Moonshine tiny: 83 % of single digits are
  /// wrong without, 34 % with 0.25 or 0.5 s; in 60 utterances of reading 0.5 s is best by a little.
  private static let padding = 0.5

  private let recognizer: Recognizer
  private let isFrugal: Bool
  /// `nil` where no detector is installed.
  private let gate: SpeechGate?
  private var samples: [Float] = []
  private var wantsPartials = false
  private var decodedCount = 0
  private var decoded: Recognized?

  init(_ recognizer: Recognizer, gate: SpeechGate?, isFrugal: Bool) {
    self.recognizer = recognizer
    self.gate = gate
    self.isFrugal = isFrugal
  }

  func start(wantsPartials: Bool) throws(SpeechError) {
    abandon()
    self.wantsPartials = wantsPartials
  }

  func hear(
    _ samples: ArraySlice<Float>, isCancelled: () -> Bool
  ) throws(SpeechError) -> Recognized? {
    self.samples += samples
    gate?.hear(samples)
    guard wantsPartials, !isCancelled(), self.samples.count - decodedCount >= step else {
      return nil
    }
    return try decode()
  }

  func pause() throws(SpeechError) -> Recognized? {
    decodedCount == samples.count ? nil : try decode()
  }

  func finish(isCancelled: () -> Bool) throws(SpeechError) -> Recognized? {
    guard !isCancelled() else { return nil }
    gate?.hearEnd()
    return try decode()
  }

  func abandon() {
    samples.removeAll(keepingCapacity: true)
    gate?.reset()
    decodedCount = 0
    decoded = nil
  }

  /// The samples after which what there is is decoded again. It grows with the utterance, so that
  /// partial texts cost at most about ten times (frugally, five times) what the final one does.
  private var step: Int {
    let shortest = ModelFolder.sampleRate / (isFrugal ? 1 : 2)
    return max(shortest, samples.count / (isFrugal ? 5 : 10))
  }

  private func decode() throws(SpeechError) -> Recognized {
    if let decoded, decodedCount == samples.count { return decoded }
    let isWorthIt = !samples.isEmpty && gate?.hasHeardSpeech != false
    let result = isWorthIt ? try recognizer.recognize(padded) : Recognized()
    decodedCount = samples.count
    decoded = result
    return result
  }

  private var padded: [Float] {
    samples + [Float](repeating: 0, count: Int(Self.padding * Double(ModelFolder.sampleRate)))
  }
}
