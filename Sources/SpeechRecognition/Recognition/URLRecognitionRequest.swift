public import struct Foundation.URL

/// A request to recognise a sound file, which is read as the engine needs it.
public struct URLRecognitionRequest: SoundRequest {
  /// How the recognition works.
  public var options: RecognitionOptions
  private let open: @Sendable () throws(SpeechError) -> AudioFile

  /// Creates a request for a file, whose format is told by its content.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - options: How the recognition works.
  public init(url: URL, options: RecognitionOptions = RecognitionOptions()) {
    self.options = options
    open = { () throws(SpeechError) in try AudioFile(url) }
  }

  /// Creates a request for a file of bare samples without a header.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - rawFormat: How the samples are laid out.
  ///   - options: How the recognition works.
  public init(
    url: URL, rawFormat: AudioFormat, options: RecognitionOptions = RecognitionOptions()
  ) {
    self.options = options
    open = { () throws(SpeechError) in try AudioFile(url, rawFormat: rawFormat) }
  }

  /// Creates a request for sound that a closure opens, such as standard input or a path of raw
  /// bytes.
  ///
  /// - Parameters:
  ///   - options: How the recognition works.
  ///   - open: Opens the sound; called once a task, on the thread that will read it.
  public init(
    options: RecognitionOptions = RecognitionOptions(),
    opening open: @escaping @Sendable () throws -> AudioFile
  ) {
    self.options = options
    self.open = { () throws(SpeechError) in
      do {
        return try open()
      } catch {
        throw SpeechError(wrapping: error, as: .unreadableAudio, "The sound can't be opened")
      }
    }
  }

  func makeSource() -> any AudioSource { FileSource(open: open) }
}
