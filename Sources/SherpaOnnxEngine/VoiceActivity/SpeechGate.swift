import SpeechAudio

/// Finds out whether there is any speech in an utterance, so that models that write freely are not
/// asked for the words of music or noise: they invent some.
///
/// It listens until it has heard speech, and is asked before the utterance is decoded.
final class SpeechGate {
  /// The windows of speech that let an utterance through: 0.1 s. Where a probability of 0.3 is speech
  /// and not 0.5, some chords pass, at 0.2 a siren, and hardly more single words do.
  private static let neededWindows = 3

  private let lease: SileroModel.Lease
  private let window: Int
  /// Samples that don't make a window yet.
  private var pending: [Float] = []
  private var speechWindows = 0

  init?(_ model: SileroModel, rate: Int) throws(SpeechError) {
    guard let window = SileroModel.window(rate) else { return nil }
    self.window = window
    lease = try model.lease(rate: rate)
  }

  var hasHeardSpeech: Bool { speechWindows >= Self.neededWindows }

  /// Forgets the utterance.
  func reset() {
    lease.reset()
    pending.removeAll(keepingCapacity: true)
    speechWindows = 0
  }

  /// Takes the next samples.
  func hear(_ samples: ArraySlice<Float>) {
    guard !hasHeardSpeech else { return }
    pending += samples
    var used = 0
    while !hasHeardSpeech, pending.count - used >= window {
      if lease.hear(Array(pending[used..<used + window])) { speechWindows += 1 }
      used += window
    }
    pending.removeFirst(used)
  }

  /// Takes the utterance's end: what is shorter than a window counts too.
  func hearEnd() {
    guard !hasHeardSpeech, !pending.isEmpty else { return }
    hear([Float](repeating: 0, count: window - pending.count)[...])
  }
}
