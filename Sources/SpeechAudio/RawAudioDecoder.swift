/// Makes buffers of bare bytes that come in pieces of any length, also of odd ones.
///
/// Bytes behind the last whole frame are kept until more come.
///
/// ```swift
/// var decoder = RawAudioDecoder(.muLaw, sampleRate: 8000)
/// for await packet in socket { try await request.append(decoder.decode(packet)) }
/// ```
///
/// Where packets come as a sequence, its `audioBuffers(_:sampleRate:channels:)` does the same: see
/// ``RawAudioBuffers``.
public struct RawAudioDecoder: Sendable {
  /// How the samples stand in the bytes.
  public let encoding: SampleEncoding
  /// The format of the buffers.
  public let format: AudioFormat
  private var rest: [UInt8] = []
  private let isValid: Bool

  /// Creates a decoder.
  ///
  /// A rate or a number of channels outside ``AudioFormat``'s limits is refused by whoever takes the
  /// buffers, which are empty then.
  ///
  /// - Parameters:
  ///   - encoding: How the samples stand in the bytes.
  ///   - sampleRate: The number of frames in a second, in Hz.
  ///   - channels: The number of channels; the samples of one frame stand side by side.
  public init(_ encoding: SampleEncoding, sampleRate: Int, channels: Int = 1) {
    self.encoding = encoding
    format = AudioFormat(encoding.sampleType, sampleRate: sampleRate, channels: channels)
    isValid = (try? format.validate()) != nil
  }

  /// The number of bytes that wait for the rest of their frame.
  public var unfinishedByteCount: Int { rest.count }

  /// Decodes the whole frames of the bytes so far.
  ///
  /// - Parameter bytes: The next bytes.
  /// - Returns: A buffer that follows on the one before; empty when no frame is whole yet.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> AudioBuffer {
    guard isValid else { return AudioBuffer(ending: format) }
    rest += bytes
    let length = rest.count - rest.count % (encoding.byteCount * format.channels)
    let storage = rest.withUnsafeBytes { all in
      AudioBuffer.Storage(UnsafeRawBufferPointer(rebasing: all[..<length]), encoding)
    }
    rest.removeFirst(length)
    return AudioBuffer(
      storage: storage, format: format, start: nil, range: 0..<storage.count)
  }

  /// Says that no more bytes follow, and forgets those that wait.
  ///
  /// - Returns: An empty buffer whose ``AudioBuffer/unfinishedByteCount`` is their number: give it to
  ///   the session, whose ``AudioDiagnostics`` then tells them.
  public mutating func finish() -> AudioBuffer {
    defer { rest = [] }
    return AudioBuffer(ending: format, unfinishedByteCount: rest.count)
  }
}
