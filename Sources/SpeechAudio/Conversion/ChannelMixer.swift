/// A streaming mix of channels to one: their average, or the loudest of them while they cancel each
/// other.
///
/// It works in blocks of 1/50 s since the start of the sound, so that the result doesn't depend on how
/// the sound was cut; that is also how much it holds back. From one choice to the other it fades over
/// a block.
struct ChannelMixer {
  private let channels: Int
  private let blockLength: Int
  private var pending: [Float] = []
  private var rule = CancellationRule()
  private var hasBegun = false
  /// The channel of the last block, `nil` for the average.
  private var last: Int?

  /// What the average loses against the channels.
  private(set) var meter = MixMeter()
  /// The frames for which one channel was taken.
  private(set) var soleFrames = 0
  /// The channel that was taken last.
  private(set) var soleChannel: Int?

  init(_ format: AudioFormat) {
    channels = format.channels
    blockLength = CancellationRule.blockLength(sampleRate: format.sampleRate)
  }

  /// Mixes the whole blocks of the sound so far.
  mutating func mix(_ buffer: AudioBuffer) -> [Float] {
    buffer.withFloatSamples { pending.append(contentsOf: $0) }
    let length = pending.count - pending.count % (blockLength * channels)
    guard length > 0 else { return [] }
    let output = mixed(pending[..<length])
    pending.removeFirst(length)
    return output
  }

  /// Mixes what was held back; the next sound begins anew.
  mutating func flush() -> [Float] {
    let output = mixed(pending[...])
    pending = []
    rule = CancellationRule()
    (hasBegun, last) = (false, nil)
    return output
  }

  private mutating func mixed(_ samples: ArraySlice<Float>) -> [Float] {
    var output: [Float] = []
    output.reserveCapacity(samples.count / channels)
    samples.withUnsafeBufferPointer { all in
      var first = 0
      while first < all.count {
        let end = min(first + blockLength * channels, all.count)
        mix(UnsafeBufferPointer(rebasing: all[first..<end]), into: &output)
        first = end
      }
    }
    return output
  }

  private mutating func mix(
    _ block: UnsafeBufferPointer<Float>, into output: inout [Float]
  ) {
    let frames = block.count / channels
    let begin = output.count
    MixMeter.average(block, channels: channels, into: &output)
    let (average, energies) = MixMeter.energies(
      block, channels, average: output[begin...], centring: true)
    meter.add(average: average, channels: energies)
    let choice = rule.decide(average: average, channels: energies)
    let before = hasBegun ? last : choice
    (hasBegun, last) = (true, choice)
    guard choice != nil || before != nil else { return }
    if let choice {
      soleFrames += frames
      soleChannel = choice
    }
    for frame in 0..<frames {
      func sample(_ choice: Int?) -> Float {
        choice.map { block[frame * channels + $0] } ?? output[begin + frame]
      }
      let (old, new) = (sample(before), sample(choice))
      output[begin + frame] =
        before == choice ? new : old + (new - old) * (Float(frame + 1) / Float(frames))
    }
  }
}
