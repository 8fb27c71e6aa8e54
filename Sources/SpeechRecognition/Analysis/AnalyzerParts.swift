/// What an analyzer has to let go when its session ends, also when nobody holds the analyzer any more.
///
/// An `isolated deinit` of the analyzer would do the same, but the compiler (Swift 6.3) fails on it
/// with "circular reference" where an optimised build of another module uses the analyzer.
///
/// `@unchecked Sendable`: used by its analyzer alone, inside the actor; and by its own deinit when
/// the analyzer is gone.
final class AnalyzerParts: @unchecked Sendable {
  /// The modules that belong to the analyzer, and to no other.
  let claimed: [any SpeechModule]
  let refusals = ResultChannel<SpeechError>(timeRange: \.timeRange)
  var processors: [any ModuleProcessor]?
  var runningInput: Task<Void, Never>?
  private var isOver = false

  init(claimed: [any SpeechModule]) { self.claimed = claimed }

  deinit { end(nil) }

  /// Ends what is going on, and every result sequence; only the first call does anything.
  func end(_ error: SpeechError?) {
    guard !isOver else { return }
    isOver = true
    runningInput?.cancel()
    for processor in processors ?? [] { processor.cancel() }
    for module in claimed { module.finish(throwing: error) }
    ModuleClaims.release(claimed)
    refusals.finish()
  }
}
