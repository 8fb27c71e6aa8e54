public import SpeechRecognition

/// Something that every engine must do, checked over its author's fixtures.
///
/// The checks drive the engine's sessions directly, and through the library's APIs where it matters.
/// They need no test framework:
///
/// ```swift
/// @Test(arguments: EngineCheck.all)
/// func conforms(_ check: EngineCheck) async throws {
///   try await check.run(on: { MyEngine() }, fixtures: fixtures)
/// }
/// ```
///
/// Every check also expects the fixtures' words, so that an engine that never speaks fails them all.
public struct EngineCheck: Sendable {
  /// What is checked, in a few words.
  public let name: String
  let body: @Sendable (CheckBench) async throws -> Void

  /// All checks.
  public static let all: [EngineCheck] = [
    .chunking, .determinism, .tail, .times, .text, .cancellation,
  ]

  /// Runs the check.
  ///
  /// - Parameters:
  ///   - makeEngine: Makes the engine; called once.
  ///   - fixtures: Sound with known words, one utterance each; a check has each recognised about ten
  ///     times. The default is the two shortest sentences of
  ///     ``Fixture/bundled(maximumWordErrorRate:folder:)``.
  ///   - locale: The language of the fixtures; `nil` takes the engine's best fit for the system.
  ///   - expectedFailures: Checks that the engine can't pass, each with the reason. A check that is
  ///     listed must fail, so that the list stays true.
  /// - Throws: ``EngineCheckFailure`` when the engine does not pass, what `makeEngine` throws, or a
  ///   `CancellationError`.
  public func run(
    on makeEngine: @Sendable () throws -> any SpeechEngine,
    fixtures: [Fixture] = Array(Fixture.bundled().prefix(2)), locale: LocaleID? = nil,
    expectedFailures: [EngineCheck: String] = [:]
  ) async throws {
    let engine = try makeEngine()
    do {
      try await body(try CheckBench(name, engine, fixtures, locale))
    } catch let failure as EngineCheckFailure {
      if expectedFailures[self] == nil { throw failure }
      return
    } catch let error as SpeechError {
      try Task.checkCancellation()
      if expectedFailures[self] != nil { return }
      throw EngineCheckFailure(
        check: name, input: "The fixtures.", expected: "No error.", actual: "\(error)")
    }
    if let reason = expectedFailures[self] {
      throw EngineCheckFailure(
        check: name, input: "An engine that is expected to fail: \(reason)",
        expected: "A failure.",
        actual: "The check passed; take it off the list of expected failures.")
    }
  }
}

extension EngineCheck: Hashable, CustomStringConvertible {
  public static func == (left: EngineCheck, right: EngineCheck) -> Bool {
    left.name == right.name
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name.
  public var description: String { name }
}
