/// What an engine did that a check does not accept.
public struct EngineCheckFailure: Error, Sendable, Hashable {
  /// The check that failed.
  public let check: String
  /// What went into the engine.
  public let input: String
  /// What should have come out.
  public let expected: String
  /// What came out.
  public let actual: String

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - check: The check that failed.
  ///   - input: What went into the engine.
  ///   - expected: What should have come out.
  ///   - actual: What came out.
  public init(check: String, input: String, expected: String, actual: String) {
    self.check = check
    self.input = input
    self.expected = expected
    self.actual = actual
  }
}

extension EngineCheckFailure: CustomStringConvertible {
  /// All of it, in four lines.
  public var description: String {
    "The check “\(check)” failed.\n  In: \(input)\n  Expected: \(expected)\n  Came: \(actual)"
  }
}
