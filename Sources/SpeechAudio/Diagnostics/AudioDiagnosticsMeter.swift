internal import Glibc

/// Measures sound as it comes, in bounded memory; see ``AudioDiagnostics`` for what is measured.
///
/// Everything is measured in moments of 1/50 s since the start of the sound or of a format, so that it
/// doesn't matter how the sound was cut.
package struct AudioDiagnosticsMeter: Sendable {
  /// Moments below this are silence, in dBFS.
  private static let silence = -60
  /// Only moments above this tell the bandwidth, in dBFS.
  private static let loud = -55
  private static let mostFormats = 8

  private var sofar = AudioDiagnostics()
  private var end: AudioTime?
  private var format: AudioFormat?
  private var formatFrames: Int64 = 0
  private var momentLength = 1
  private var pending: [Float] = []
  private var broken = AudioConverter.Conditions()

  private var moments = 0
  private var cancelledMoments = 0
  /// The number of moments of each level from −160 to 0 dBFS.
  private var levels = [Int](repeating: 0, count: 161)
  private var energy = 0.0
  private var energyFrames = 0
  private var clipped: Int64 = 0
  private var peak: Float = 0
  private var rule = CancellationRule()
  private var band = BandwidthMeter()
  /// All channels that there have been; the present format has the first ``channelCount`` of them.
  private var channels: [Channel] = []
  private var channelCount = 0
  /// The average of the channels, kept so that it isn't made anew each time.
  private var average: [Float] = []

  /// What is known of one channel.
  private struct Channel {
    var sum = 0.0
    var count = 0
    /// The last sample when it stood at full scale, else 0.
    var full: Float = 0
    /// Whether that sample was counted as clipped.
    var isCounted = false
  }

  /// The nearest to full scale that 16 bits can be on both sides.
  private static let fullScale: Float = 32_767 / 32_768

  package init() {}

  /// Takes the next buffer, which has passed ``AudioBuffer/validate()``.
  package mutating func add(_ buffer: AudioBuffer) {
    sofar.unfinishedByteCount += buffer.unfinishedByteCount
    if let start = buffer.start {
      if let end, start > end { sofar.missing += start - end }
      end = start + buffer.duration
    }
    guard !buffer.isEmpty else { return }
    if buffer.format != format { begin(buffer.format) }
    formatFrames += Int64(buffer.frameCount)
    sofar.sampleCount += Int64(buffer.frameCount * buffer.format.channels)
    buffer.repaired(&broken).withFloatSamples { samples in
      var rest = samples[...]
      let whole = momentLength * channelCount
      if !pending.isEmpty {
        let missing = rest.prefix(whole - pending.count)
        pending.append(contentsOf: missing)
        rest = rest.dropFirst(missing.count)
        guard pending.count == whole else { return }
        measurePending()
      }
      while rest.count >= whole {
        measure(UnsafeBufferPointer(rebasing: rest.prefix(whole)))
        rest = rest.dropFirst(whole)
      }
      pending.append(contentsOf: rest)
    }
  }

  /// What was measured so far.
  package var diagnostics: AudioDiagnostics {
    var copy = self
    copy.measurePending()
    return copy.summary
  }

  private mutating func begin(_ format: AudioFormat) {
    measurePending()
    sofar.duration = duration
    (self.format, formatFrames) = (format, 0)
    momentLength = CancellationRule.blockLength(sampleRate: format.sampleRate)
    rule = CancellationRule()
    band.begin(sampleRate: format.sampleRate, momentLength: momentLength)
    channelCount = format.channels
    while channels.count < channelCount { channels.append(Channel()) }
    for index in channels.indices { (channels[index].full, channels[index].isCounted) = (0, false) }
    guard sofar.formats.count < Self.mostFormats, !sofar.formats.contains(format) else { return }
    sofar.formats.append(format)
  }

  /// The length of all sound so far.
  private var duration: AudioTime {
    sofar.duration + AudioTime(samples: formatFrames, rate: format?.sampleRate ?? 1)
  }

  private mutating func measurePending() {
    let samples = pending
    pending.removeAll(keepingCapacity: true)
    guard !samples.isEmpty else { return }
    samples.withUnsafeBufferPointer { measure($0) }
  }

  private mutating func measure(_ samples: UnsafeBufferPointer<Float>) {
    let count = channelCount
    let frames = samples.count / count
    var (energies, loudest) = ([Double](repeating: 0, count: count), 0)
    for channel in 0..<count {
      energies[channel] = measure(samples, channel: channel)
      if energies[channel] > energies[loudest] { loudest = channel }
    }
    if count > 1 {
      average.removeAll(keepingCapacity: true)
      MixMeter.average(samples, channels: count, into: &average)
      let mix = average.withUnsafeBufferPointer {
        MixMeter.energy($0, from: 0, step: 1, centring: true)
      }
      if rule.decide(average: mix, channels: energies) != nil { cancelledMoments += 1 }
    }
    let level = Self.decibels(power: energies[loudest] / Double(frames))
    let rounded = Int(level.rounded())
    levels[rounded + 160] += 1
    moments += 1
    if rounded >= Self.silence {
      energy += energies[loudest]
      energyFrames += frames
    }
    // Every second moment is enough, and half the work.
    if rounded >= Self.loud, moments % 2 == 1 {
      band.add(UnsafeBufferPointer(rebasing: samples[loudest...]), step: count)
    }
  }

  /// Measures one channel of a moment; returns its sum of squares, without the offset.
  private mutating func measure(
    _ samples: UnsafeBufferPointer<Float>, channel: Int
  ) -> Double {
    let step = channelCount
    var (sum, squares, highest) = (0.0, 0.0, Float(0))
    var index = channel
    while index < samples.count {
      let sample = samples[index]
      let wide = Double(sample)
      sum += wide
      squares += wide * wide
      highest = max(highest, abs(sample))
      index += step
    }
    channels[channel].sum += sum
    channels[channel].count += samples.count / step
    peak = max(peak, highest)
    if highest >= Self.fullScale || channels[channel].full != 0 {
      countClipped(samples, channel: channel)
    }
    return MixMeter.centred(squares, sum: sum, count: samples.count / step)
  }

  private mutating func countClipped(
    _ samples: UnsafeBufferPointer<Float>, channel: Int
  ) {
    var (full, isCounted) = (channels[channel].full, channels[channel].isCounted)
    for index in stride(from: channel, to: samples.count, by: channelCount) {
      let sample = samples[index]
      guard abs(sample) >= Self.fullScale else {
        full = 0
        continue
      }
      let isBeside = full * sample > 0
      if isBeside { clipped += isCounted ? 1 : 2 }
      (full, isCounted) = (sample, isBeside)
    }
    (channels[channel].full, channels[channel].isCounted) = (full, isCounted)
  }

  // MARK: Summing up

  private var summary: AudioDiagnostics {
    var summary = sofar
    summary.duration = duration
    summary.notANumberCount = Int64(broken.notANumber)
    summary.overCount = Int64(broken.clipped)
    guard moments > 0 else { return summary }
    let highest = Double(summary.formats.map(\.sampleRate).max() ?? 0) / 2
    summary.bandwidth = band.bandwidth(upTo: highest)
    summary.peak = Self.decibels(power: Double(peak) * Double(peak))
    let sounding = levels[(Self.silence + 160)...]
    if energyFrames > 0 {
      summary.level = Self.decibels(power: energy / Double(energyFrames))
      let count = Double(sounding.reduce(0, +))
      summary.contrast = Double(
        Self.quantile(0.95 * count, of: sounding) - Self.quantile(0.1 * count, of: sounding))
    }
    summary.silenceShare = Double(levels[..<(Self.silence + 160)].reduce(0, +)) / Double(moments)
    summary.clippedShare = Double(clipped) / Double(max(sofar.sampleCount, 1))
    summary.cancelledShare = Double(cancelledMoments) / Double(moments)
    let means = channels.map { $0.count > 0 ? $0.sum / Double($0.count) : 0 }
    summary.offset = means.max { abs($0) < abs($1) } ?? 0
    return summary
  }

  /// The index of the level below which as many moments lie as a rank says.
  private static func quantile(_ rank: Double, of levels: ArraySlice<Int>) -> Int {
    var seen = 0
    for index in levels.indices {
      seen += levels[index]
      if Double(seen) >= rank { return index }
    }
    return levels.endIndex - 1
  }

  /// A power as dB of full scale, −160…0.
  private static func decibels(power: Double) -> Double {
    power > 0 ? min(max(10 * log10(power), -160), 0) : -160
  }
}
