/// What a task is to recognise: where the sound comes from, and how to work.
///
/// Use ``URLRecognitionRequest`` or ``AudioBufferRecognitionRequest``; recognizers can't read types of
/// one's own.
public protocol RecognitionRequest: Sendable {
  /// How the recognition works.
  var options: RecognitionOptions { get }
}

/// Requests that the library knows how to read.
protocol SoundRequest: RecognitionRequest {
  /// Where the sound comes from.
  ///
  /// - Throws: ``SpeechError`` when the request was used before.
  func makeSource() throws(SpeechError) -> any AudioSource
}
