/// A small generator whose numbers depend on the seed alone (SplitMix64, Steele and others, 2014).
public struct RandomBits: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator.
  ///
  /// - Parameter seed: The same seed gives the same numbers.
  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// A whole number from 0 up to, but not including, a limit; 0 when there is none.
  public mutating func below(_ limit: Int) -> Int {
    limit > 0 ? Int.random(in: 0..<limit, using: &self) : 0
  }

  /// One of some values.
  public mutating func pick<Value>(_ values: [Value]) -> Value {
    values[below(values.count)]
  }
}
