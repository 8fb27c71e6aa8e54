/// The part of a stream that is still needed, with the levels of its judged frames.
struct RetainedSound {
  /// The position of the first sample that is kept.
  private(set) var start: Int64 = 0
  private let frameLength: Int
  private var samples: [Float] = []
  /// The samples at the front of ``samples`` that are no longer needed.
  private var head = 0
  /// Levels in dBFS of whole frames, the first of which begins at ``levelStart``.
  private var levels: [Float] = []
  private var levelStart: Int64 = 0

  init(frameLength: Int) {
    self.frameLength = frameLength
  }

  var count: Int { samples.count - head }

  mutating func append(_ new: [Float], at position: Int64) {
    if count == 0 {
      removeAll()
      start = position
    }
    samples.append(contentsOf: new)
  }

  mutating func append(level: Float) {
    levels.append(level.isNaN ? -160 : level)
  }

  mutating func removeAll() {
    start += Int64(count)
    samples.removeAll(keepingCapacity: true)
    levels.removeAll(keepingCapacity: true)
    head = 0
    levelStart = start
  }

  /// Forgets what lies before a position, and counts frames from there.
  mutating func restart(at position: Int64) {
    drop(before: position)
    levels.removeAll(keepingCapacity: true)
    levelStart = start
  }

  mutating func drop(before position: Int64) {
    let dropped = Int(min(max(position - start, 0), Int64(count)))
    head += dropped
    start += Int64(dropped)
    guard head >= 8192, head * 2 >= samples.count else { return }
    samples.removeFirst(head)
    head = 0
    let frames = Int((start - levelStart) / Int64(frameLength))
    let old = min(max(frames, 0), levels.count)
    levels.removeFirst(old)
    levelStart += Int64(old * frameLength)
  }

  /// The samples of a range, as far as they are kept.
  func samples(from first: Int64, to end: Int64) -> ArraySlice<Float> {
    let lower = index(first)
    return samples[lower..<max(index(end), lower)]
  }

  /// The position of the first sample that is not zero.
  func firstSound() -> Int64? {
    var index = head
    while index < samples.count {
      if samples[index] != 0 { return start + Int64(index - head) }
      index += 1
    }
    return nil
  }

  /// The position behind the last sample of a range that is not zero; the range's start if all are.
  func endOfSound(from first: Int64, to end: Int64) -> Int64 {
    let lower = index(first)
    var upper = max(index(end), lower)
    while upper > lower, samples[upper - 1] == 0 { upper -= 1 }
    return max(start + Int64(upper - head), first)
  }

  /// The middle of the quietest stretch of `width` frames in a range; the earliest of equals.
  func quietestPlace(from first: Int64, to end: Int64, width: Int) -> Int64 {
    let frame = Int64(frameLength)
    let lower = Int(max((first - levelStart + frame - 1) / frame, 0))
    let upper = min(Int(max((end - levelStart) / frame, 0)), levels.count)
    let width = min(max(width, 1), upper - lower)
    guard width > 0 else { return first }
    var best = lower
    var bestSum = Float.infinity
    var place = lower
    while place + width <= upper {
      var sum: Float = 0
      var index = place
      while index < place + width {
        sum += max(levels[index], -100)
        index += 1
      }
      if sum < bestSum { (best, bestSum) = (place, sum) }
      place += 1
    }
    return levelStart + Int64(best) * frame + Int64(width) * frame / 2
  }

  private func index(_ position: Int64) -> Int {
    head + Int(min(max(position - start, 0), Int64(count)))
  }
}
