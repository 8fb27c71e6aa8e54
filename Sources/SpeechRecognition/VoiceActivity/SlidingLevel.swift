/// The noise floor and the speech peak of the last seconds, in dBFS, from the levels of frames.
struct SlidingLevel: Hashable {
  /// The frames that levels are smoothed over: 100 ms.
  static let smoothing = 10
  /// The blocks of ``smoothing`` frames that make up the memory: 5 s.
  static let blocks = 50
  /// The newest blocks whose level must be steady to be taken for noise: 1.5 s.
  static let steadyBlocks = 15
  /// The range of smoothed levels in dB that is steady.
  static let steadyRange: Float = 2.5

  /// The least smoothed level of the memory, or the steady level of the newest sound.
  private(set) var floor: Float = 0
  /// The greatest smoothed level of the memory.
  private(set) var peak: Float = -160
  /// How far the levels of single frames lie apart, in dB, where the floor was found.
  private(set) var spread: Float = 0

  private var ring = [Float](repeating: 0, count: smoothing)
  private var ringCount = 0
  private var minima = [Float](repeating: 0, count: blocks)
  private var maxima = [Float](repeating: -160, count: blocks)
  private var spreads = [Float](repeating: 0, count: blocks)
  private var block = 0
  private var completeBlocks = 0
  private var frames = 0

  /// Takes the level of the next frame.
  mutating func add(_ level: Float) {
    let slot = frames % Self.smoothing
    ring[slot] = level
    ringCount = min(ringCount + 1, Self.smoothing)
    frames += 1
    var sum: Float = 0
    var least: Float = 0
    var greatest: Float = -160
    var index = 0
    while index < ringCount {
      let level = ring[index]
      sum += level
      if level < least { least = level }
      if level > greatest { greatest = level }
      index += 1
    }
    let smoothed = sum / Float(ringCount)
    if ringCount >= 3 {
      if smoothed < minima[block] {
        minima[block] = smoothed
        spreads[block] = greatest - least
      }
      maxima[block] = max(maxima[block], smoothed)
      if smoothed < floor { (floor, spread) = (smoothed, greatest - least) }
      peak = max(peak, smoothed)
    }
    if slot == Self.smoothing - 1 { completeBlock() }
  }

  private mutating func completeBlock() {
    frames = 0
    completeBlocks = min(completeBlocks + 1, Self.blocks)
    var lowest: Float = 0
    var highest: Float = -160
    var back = 0
    while back < completeBlocks {
      let index = (block + Self.blocks - back) % Self.blocks
      if minima[index] < lowest { (lowest, spread) = (minima[index], spreads[index]) }
      highest = max(highest, maxima[index])
      back += 1
      if back == Self.steadyBlocks, highest - lowest < Self.steadyRange { break }
    }
    floor = lowest
    peak = highest
    block = (block + 1) % Self.blocks
    minima[block] = 0
    maxima[block] = -160
  }
}
