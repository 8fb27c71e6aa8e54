/// An asynchronous sequence of audio buffers, made from one of bare bytes.
///
/// It is as lazy as its base. Bytes of a frame that is not whole wait for the next piece; those that
/// are left at the end are told by a last, empty buffer's ``AudioBuffer/unfinishedByteCount``.
public struct RawAudioBuffers<Base: AsyncSequence>: AsyncSequence
where Base.Element: Sequence<UInt8> {
  public typealias Element = AudioBuffer
  public typealias Failure = Base.Failure

  private let base: Base
  private let decoder: RawAudioDecoder

  init(_ base: Base, _ decoder: RawAudioDecoder) {
    self.base = base
    self.decoder = decoder
  }

  /// The iterator of ``RawAudioBuffers``.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var base: Base.AsyncIterator
    private var decoder: RawAudioDecoder
    private let isRefused: Bool
    private var hasEnded = false

    fileprivate init(_ base: Base.AsyncIterator, _ decoder: RawAudioDecoder) {
      self.base = base
      self.decoder = decoder
      isRefused = (try? decoder.format.validate()) == nil
    }

    /// Returns the next buffer, or `nil` at the end; throws what the base throws.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure) -> AudioBuffer? {
      while !hasEnded, let bytes = try await base.next(isolation: actor) {
        let buffer = decoder.decode(bytes)
        // A buffer of a format that can't be is empty, and has to be seen to be refused.
        if !buffer.isEmpty || isRefused { return buffer }
      }
      guard !hasEnded else { return nil }
      hasEnded = true
      let last = decoder.finish()
      return last.unfinishedByteCount > 0 ? last : nil
    }
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base.makeAsyncIterator(), decoder)
  }
}

extension RawAudioBuffers: Sendable where Base: Sendable {}

extension AsyncSequence where Element: Sequence<UInt8> {
  /// Returns pieces of bare bytes as audio buffers that follow on each other.
  ///
  /// The pieces may have any length: a sample or frame that is cut is joined again.
  ///
  /// ```swift
  /// let sound = socket.packets.audioBuffers(.muLaw, sampleRate: 8000)
  /// let transcript = try await recognizer.transcribe(sound)
  /// ```
  ///
  /// - Parameters:
  ///   - encoding: How the samples stand in the bytes.
  ///   - sampleRate: The number of frames in a second, in Hz.
  ///   - channels: The number of channels; the samples of one frame stand side by side.
  /// - Returns: A sequence of buffers.
  public func audioBuffers(
    _ encoding: SampleEncoding, sampleRate: Int, channels: Int = 1
  ) -> RawAudioBuffers<Self> {
    RawAudioBuffers(
      self, RawAudioDecoder(encoding, sampleRate: sampleRate, channels: channels))
  }
}
