/// A checksum of samples or bytes, by which two ways to the same thing are compared (FNV-1a, 64 bit).
public struct Checksum: Equatable, Sendable {
  /// The sum so far.
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Creates the checksum of nothing.
  public init() {}

  /// Adds numbers.
  public mutating func add(_ numbers: some Sequence<UInt32>) {
    for number in numbers { value = (value ^ UInt64(number)) &* 0x100_0000_01b3 }
  }

  /// Adds bytes.
  public mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}
