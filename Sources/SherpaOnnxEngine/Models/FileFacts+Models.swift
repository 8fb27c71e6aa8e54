internal import SpeechAudio

extension FileFacts {
  /// The names in a folder; of a huge one, which holds no model, those that are met first.
  static func modelNames(in folder: String) -> [String]? { names(in: folder, limit: 10_000) }
}
