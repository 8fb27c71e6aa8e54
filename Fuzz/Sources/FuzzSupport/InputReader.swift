/// Reads decisions from the bytes that libFuzzer makes; behind their end everything is zero.
public struct InputReader {
  private var bytes: ArraySlice<UInt8>

  /// Creates a reader of an input.
  public init(_ input: UnsafeRawBufferPointer) { bytes = Array(input)[...] }

  /// Whether all bytes are used up.
  public var isAtEnd: Bool { bytes.isEmpty }

  /// The next byte.
  public mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  /// The next whole number of a type, little-endian.
  public mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    var value = Number.zero
    for index in 0..<Number.bitWidth / 8 {
      value |= Number(truncatingIfNeeded: byte()) << Number(index * 8)
    }
    return value
  }

  /// Whether the next byte is odd.
  public mutating func flag() -> Bool { byte() & 1 == 1 }

  /// One of some values, by the next byte.
  public mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int(byte()) % values.count]
  }
}
