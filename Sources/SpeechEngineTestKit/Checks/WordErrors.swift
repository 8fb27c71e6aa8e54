/// Counts how far a text is from what was said.
public enum WordErrors {
  /// The words of a text as they are compared: in lower case, without punctuation but apostrophes
  /// within words.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The words in order.
  public static func words(in text: String) -> [String] {
    text.lowercased().replacing("’", with: "'")
      .split { !($0.isLetter || $0.isNumber || $0 == "'") }
      .map { word in
        let inner = word.drop { $0 == "'" }
        return String(inner.dropLast(inner.reversed().prefix { $0 == "'" }.count))
      }
      .filter { !$0.isEmpty }
  }

  /// The least number of words that must be changed, left out or put in to get from one text to
  /// the other (Levenshtein distance over words).
  ///
  /// - Parameters:
  ///   - reference: What was said.
  ///   - hypothesis: What was recognised.
  /// - Returns: The number of word errors; 0 when the words are the same.
  public static func count(reference: String, hypothesis: String) -> Int {
    let reference = words(in: reference)
    let hypothesis = words(in: hypothesis)
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
