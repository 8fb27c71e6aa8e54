internal import Glibc

/// A moment or a length of time on an audio timeline, exact to the sample.
///
/// The value is a fraction of seconds, `numerator / denominator`, kept in lowest terms. Times that
/// are made from sample counts of usual rates (8, 11.025, 16, 22.05, 44.1, 48 kHz and their
/// multiples) stay exact under addition and subtraction. A sum whose exact denominator would not
/// fit is rounded to the nearest 1/705 600 000 s, a unit of which all usual sample periods are
/// multiples.
public struct AudioTime: Sendable, Hashable, Comparable {
  /// The numerator of the fraction of seconds; negative for times before the start.
  public let numerator: Int64
  /// The denominator of the fraction of seconds; always positive.
  public let denominator: Int64

  /// The start of the timeline.
  public static let zero = AudioTime(exactly: 0, over: 1)

  /// The unit that sums are rounded to when they can't be kept exactly: 1/705 600 000 s.
  private static let roundingUnit: Int64 = 705_600_000

  /// Creates the time of a sample: `samples / rate` seconds.
  ///
  /// - Parameters:
  ///   - samples: The number of samples (frames) since the start.
  ///   - rate: The sample rate in Hz. A rate below 1 is taken as 1.
  public init(samples: Int64, rate: Int) {
    self.init(exactly: samples, over: Int64(max(rate, 1)))
  }

  /// Creates a time from seconds, rounded to the nearest 1/705 600 000 s.
  ///
  /// - Parameter seconds: The time in seconds. A value that is not finite, or beyond about ±200
  ///   years, is clamped; not-a-number becomes zero.
  public init(seconds: Double) {
    let limit = 6.0e9
    let finite = seconds.isNaN ? 0 : min(max(seconds, -limit), limit)
    let units = (finite * Double(Self.roundingUnit)).rounded()
    self.init(exactly: Int64(units), over: Self.roundingUnit)
  }

  private init(exactly numerator: Int64, over denominator: Int64) {
    let divisor = max(Self.greatestCommonDivisor(numerator.magnitude, denominator.magnitude), 1)
    self.numerator = numerator / Int64(divisor)
    self.denominator = denominator / Int64(divisor)
  }

  /// The time in seconds, as near as a `Double` can be.
  public var seconds: Double { Double(numerator) / Double(denominator) }

  /// The number of whole samples at a rate that lie nearest to this time.
  ///
  /// - Parameter rate: The sample rate in Hz. A rate below 1 is taken as 1.
  /// - Returns: The number of samples; beyond ±2⁶³ the greatest or least there is.
  public func samples(rate: Int) -> Int64 {
    let rate = Int64(max(rate, 1))
    let product = numerator.multipliedFullWidth(by: rate)
    guard product.high == (product.low >> 63 == 0 ? 0 : -1) else {
      let samples = (seconds * Double(rate)).rounded()
      return samples >= 9.2e18 ? .max : samples <= -9.2e18 ? .min : Int64(samples)
    }
    let value = Int64(bitPattern: product.low)
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: denominator)
    let half = remainder.magnitude >= denominator.magnitude - remainder.magnitude
    guard remainder != 0, half else { return quotient }
    return remainder > 0 ? quotient + 1 : quotient - 1
  }

  public static func < (left: AudioTime, right: AudioTime) -> Bool {
    let leftProduct = left.numerator.multipliedFullWidth(by: right.denominator)
    let rightProduct = right.numerator.multipliedFullWidth(by: left.denominator)
    return (leftProduct.high, leftProduct.low) < (rightProduct.high, rightProduct.low)
  }

  public static func + (left: AudioTime, right: AudioTime) -> AudioTime {
    let divisor = Int64(
      greatestCommonDivisor(left.denominator.magnitude, right.denominator.magnitude))
    let leftFactor = right.denominator / divisor
    let rightFactor = left.denominator / divisor
    let (denominator, overflow) = left.denominator.multipliedReportingOverflow(by: leftFactor)
    let (leftPart, leftOverflow) = left.numerator.multipliedReportingOverflow(by: leftFactor)
    let (rightPart, rightOverflow) = right.numerator.multipliedReportingOverflow(by: rightFactor)
    let (sum, sumOverflow) = leftPart.addingReportingOverflow(rightPart)
    if overflow || leftOverflow || rightOverflow || sumOverflow {
      return AudioTime(seconds: left.seconds + right.seconds)
    }
    return AudioTime(exactly: sum, over: denominator)
  }

  public static prefix func - (time: AudioTime) -> AudioTime {
    AudioTime(exactly: time.numerator == .min ? .max : -time.numerator, over: time.denominator)
  }

  public static func - (left: AudioTime, right: AudioTime) -> AudioTime { left + -right }
  public static func += (left: inout AudioTime, right: AudioTime) { left = left + right }
  public static func -= (left: inout AudioTime, right: AudioTime) { left = left - right }

  private static func greatestCommonDivisor(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var (first, second) = (first, second)
    while second != 0 { (first, second) = (second, first % second) }
    return first
  }
}

extension AudioTime: CustomStringConvertible {
  /// The time in seconds with up to three decimals, such as `12.345 s`.
  public var description: String {
    let milliseconds = samples(rate: 1000)
    let magnitude = milliseconds.magnitude
    let fraction = String(magnitude % 1000 + 1000).dropFirst()
    return "\(milliseconds < 0 ? "-" : "")\(magnitude / 1000).\(fraction) s"
  }
}

extension AudioTime: Codable {
  /// Reads the two whole numbers `[numerator, denominator]`.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    let numerator = try values.decode(Int64.self)
    let denominator = try values.decode(Int64.self)
    guard denominator > 0, numerator != .min else {
      throw DecodingError.dataCorruptedError(
        in: values, debugDescription: "An audio time needs a positive denominator.")
    }
    self.init(exactly: numerator, over: denominator)
  }

  /// Writes the two whole numbers `[numerator, denominator]`, which lose nothing.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(numerator)
    try values.encode(denominator)
  }
}
