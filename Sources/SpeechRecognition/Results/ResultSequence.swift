/// Results in the order in which they come, for any number of readers.
///
/// Every iterator starts at the first result that is kept. Reading ends when the work ends, throws
/// when it fails, and ends at once when the reading task is cancelled: with an error of code
/// ``SpeechError/Code/cancelled`` where the sequence can throw.
public struct ResultSequence<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  private let channel: ResultChannel<Element>
  private let failure: @Sendable (SpeechError) -> Failure?
  /// Kept alive as long as somebody may read.
  private let producer: (any AnyObject & Sendable)?

  /// One reader's place in the results.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let sequence: ResultSequence
    fileprivate var cursor = ResultChannel<Element>.Cursor()
    fileprivate var hasEnded = false

    /// Returns the next result, or `nil` at the end; waits for it.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure) -> Element? {
      guard !hasEnded else { return nil }
      switch await sequence.channel.next(after: cursor, isolation: actor) {
      case .element(let element, let cursor):
        self.cursor = cursor
        return element
      case .ended(let ending):
        guard case .failed(let error) = ending else { break }
        if let failure = sequence.failure(error) {
          hasEnded = true
          throw failure
        }
        if error.code == .resultsDropped {
          // A sequence that can't fail goes on with the first result that is kept.
          cursor.nextFinal = sequence.channel.droppedCount
          return try await next(isolation: actor)
        }
      }
      hasEnded = true
      return nil
    }
  }

  /// Starts reading at the first result that is kept.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }
}

@available(*, unavailable)
extension ResultSequence.AsyncIterator: Sendable {}

extension ResultSequence where Failure == SpeechError {
  init(_ channel: ResultChannel<Element>, producer: (any AnyObject & Sendable)? = nil) {
    self.channel = channel
    self.producer = producer
    failure = { $0 }
  }
}

extension ResultSequence where Failure == Never {
  init(unfailing channel: ResultChannel<Element>, producer: (any AnyObject & Sendable)? = nil) {
    self.channel = channel
    self.producer = producer
    failure = { _ in nil }
  }
}
