public import SpeechRecognition

/// Counts how far a text is from what was said.
///
/// Texts are compared by the words that are said, so that it doesn't matter whether an engine, or
/// whoever wrote the reference, writes `$5` or `five dollars`.
public enum WordErrors {
  /// The words of a text as they are compared: its spoken form.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - locale: Its language; English unless it is named.
  /// - Returns: The words in order.
  public static func words(in text: String, locale: LocaleID = LocaleID("en")) -> [String] {
    SpokenForm(locale: locale).words(in: text)
  }

  /// The least number of words that must be changed, left out or put in to get from one text to
  /// the other (Levenshtein distance over words).
  ///
  /// - Parameters:
  ///   - reference: What was said.
  ///   - hypothesis: What was recognised.
  ///   - locale: The language of both; English unless it is named.
  /// - Returns: The number of word errors; 0 when the words are the same.
  public static func count(
    reference: String, hypothesis: String, locale: LocaleID = LocaleID("en")
  ) -> Int {
    let reference = words(in: reference, locale: locale)
    let hypothesis = words(in: hypothesis, locale: locale)
    var row = Array(0...hypothesis.count)
    for (index, word) in reference.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in hypothesis.enumerated() {
        let changed = diagonal + (word == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
      }
    }
    return row[hypothesis.count]
  }
}
