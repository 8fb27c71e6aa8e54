/// An asynchronous sequence of audio buffers, made from one of plain samples.
///
/// It is as lazy as its base: every element that is asked for takes one from the base.
public struct AudioBuffers<Base: AsyncSequence>: AsyncSequence
where Base.Element: SendableMetatype {
  public typealias Element = AudioBuffer
  public typealias Failure = Base.Failure

  private let base: Base
  private let makeBuffer: @Sendable (Base.Element) -> AudioBuffer

  init(_ base: Base, makeBuffer: @escaping @Sendable (Base.Element) -> AudioBuffer) {
    self.base = base
    self.makeBuffer = makeBuffer
  }

  /// The iterator of ``AudioBuffers``.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var base: Base.AsyncIterator
    private let makeBuffer: @Sendable (Base.Element) -> AudioBuffer

    fileprivate init(
      _ base: Base.AsyncIterator, _ makeBuffer: @escaping @Sendable (Base.Element) -> AudioBuffer
    ) {
      self.base = base
      self.makeBuffer = makeBuffer
    }

    /// Returns the next buffer, or `nil` at the end; throws what the base throws.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure) -> AudioBuffer? {
      try await base.next(isolation: actor).map(makeBuffer)
    }
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base.makeAsyncIterator(), makeBuffer)
  }
}

extension AudioBuffers: Sendable where Base: Sendable {}

extension AsyncSequence where Element: Sequence<Int16> & SendableMetatype {
  /// Returns the chunks of 16-bit samples as audio buffers that follow on each other.
  ///
  /// - Parameters:
  ///   - sampleRate: The number of frames in a second, in Hz.
  ///   - channels: The number of channels; their samples are interleaved, and each chunk holds
  ///     whole frames.
  /// - Returns: A sequence with one buffer for each chunk.
  public func audioBuffers(sampleRate: Int, channels: Int = 1) -> AudioBuffers<Self> {
    AudioBuffers(self) { AudioBuffer($0, sampleRate: sampleRate, channels: channels) }
  }
}

extension AsyncSequence where Element: Sequence<Float> & SendableMetatype {
  /// Returns the chunks of floating-point samples as audio buffers that follow on each other.
  ///
  /// - Parameters:
  ///   - sampleRate: The number of frames in a second, in Hz.
  ///   - channels: The number of channels; their samples are interleaved, and each chunk holds
  ///     whole frames.
  /// - Returns: A sequence with one buffer for each chunk.
  public func audioBuffers(sampleRate: Int, channels: Int = 1) -> AudioBuffers<Self> {
    AudioBuffers(self) { AudioBuffer($0, sampleRate: sampleRate, channels: channels) }
  }
}
