internal import Glibc
internal import SpeechRecognition

/// Which languages a model is for, where no manifest says it.
enum LanguageNames {
  /// The codes that names of published models use.
  private static let codes: Set<String> = [
    "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "he", "hi",
    "hr", "hu", "id", "it", "ja", "ko", "lt", "lv", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl",
    "sv", "th", "tr", "uk", "vi", "yue", "zh",
  ]

  /// Finds codes between dashes, underscores and dots: `tiny.en`, `bilingual-zh-en`.
  static func find(in name: String) -> [LocaleID]? {
    var found: [LocaleID] = []
    let words = name.split(whereSeparator: { "-_.".contains($0) }).map(String.init)
    for word in words where codes.contains(word) {
      let locale = LocaleID(word)
      if !found.contains(locale) { found.append(locale) }
    }
    return found.isEmpty ? nil : found
  }

  /// What the notes in a graph tell.
  static func told(by graph: ModelGraph, _ kind: ModelKind) -> [LocaleID]? {
    switch kind {
    case .whisper:
      if graph.number("is_multilingual") == 0 { return [LocaleID("en")] }
      let codes = graph.metadata["all_language_codes"]?.split(separator: ",") ?? []
      let locales = codes.map { LocaleID(String($0)) }.filter { $0.language != "und" }
      return locales.isEmpty ? nil : locales
    case .senseVoice:
      let codes = ["zh", "en", "ja", "ko", "yue"].filter { graph.number("lang_\($0)") != nil }
      return codes.isEmpty ? nil : codes.map { LocaleID($0) }
    default: return nil
    }
  }

  /// The last part of a folder's path, also where it is written as `.` or `..`.
  static func folderName(_ path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    guard last == "." || last == "..", let real = realpath(path, nil) else { return last }
    defer { free(real) }
    return String(cString: real).split(separator: "/").last.map(String.init) ?? last
  }
}
