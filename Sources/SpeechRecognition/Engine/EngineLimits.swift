internal import Foundation

/// How much work an engine may be given at once.
///
/// Work that was taken on is finished: the limits on waiting are for requests that have had no worker
/// yet. Recognizers of one engine and configuration share their workers when their limits are equal.
///
/// A worker is a thread with a decoder of its own; for PocketSphinx each needs about 100 MB.
public struct EngineLimits: Sendable, Hashable {
  /// The number of utterances that are decoded at once; at least 1.
  public var concurrent: Int
  /// The number of requests that may wait for a worker; beyond it they fail with
  /// ``SpeechError/Code/insufficientResources``.
  public var waiting: Int
  /// How long a request may wait for a worker before it fails with ``SpeechError/Code/timeout``, or
  /// `nil` for as long as it takes.
  public var longestWait: Duration?

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - concurrent: The number of utterances that are decoded at once; less than 1 is taken as 1.
  ///     `nil` means one for each processor.
  ///   - waiting: The number of requests that may wait for a worker.
  ///   - longestWait: How long a request may wait, or `nil` for as long as it takes.
  public init(
    concurrent: Int? = nil, waiting: Int = .max,
    longestWait: Duration? = nil
  ) {
    self.concurrent = max(concurrent ?? ProcessInfo.processInfo.activeProcessorCount, 1)
    self.waiting = max(waiting, 0)
    self.longestWait = longestWait
  }
}
