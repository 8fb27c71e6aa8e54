/// Decides, block by block, whether the average of some channels may stand for them, or one of them
/// must, since they cancel each other as by a wire of wrong polarity.
///
/// Channels that have nothing to do with each other leave ΣE/N² of their energies E in the average
/// of N. What lies far below that was cancelled. The energies fade with a half-life of 0.1 s, so that
/// within a syllable the loud parts decide; digital silence changes nothing.
struct CancellationRule: Sendable {
  /// The length of a block: 1/50 s.
  static func blockLength(sampleRate: Int) -> Int { max(sampleRate / 50, 1) }

  /// What 20 ms leave of the energies before them: ½ in 0.1 s.
  private static let fading = 0.870_550_563_296_124_1
  /// One channel is taken when the average has lost 7 dB more than chance would…
  private static let entering = 5.011_872_336_272_722
  /// …until it has lost less than 4 dB more.
  private static let leaving = 2.511_886_431_509_58
  /// Another channel takes over when it is 6 dB louder.
  private static let louder = 3.981_071_705_534_972_5

  private var average = 0.0
  private var channels: [Double] = []
  /// The channel that stands for all, or `nil` while the average does.
  private(set) var soleChannel: Int?

  /// Takes the energies of the next block: sums of squares of the average and of each channel.
  ///
  /// - Returns: The channel that stands for all in this block, or `nil` for the average.
  mutating func decide(average energy: Double, channels energies: [Double]) -> Int? {
    if channels.count != energies.count {
      self = CancellationRule()
      channels = Array(repeating: 0, count: energies.count)
    }
    average = average * Self.fading + energy
    for index in energies.indices {
      channels[index] = channels[index] * Self.fading + energies[index]
    }
    let count = Double(channels.count)
    let expected = channels.reduce(0, +) / (count * count)
    guard expected > 0, let loudest = channels.indices.max(by: { channels[$0] < channels[$1] })
    else { return soleChannel }
    if let current = soleChannel {
      if average * Self.leaving > expected {
        soleChannel = nil
      } else if channels[loudest] > channels[current] * Self.louder {
        soleChannel = loudest
      }
    } else if average * Self.entering < expected {
      soleChannel = loudest
    }
    return soleChannel
  }
}
