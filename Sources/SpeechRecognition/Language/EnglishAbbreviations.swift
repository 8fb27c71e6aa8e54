/// What common English abbreviations stand for.
enum EnglishAbbreviations {
  /// Those that are no words of their own, with or without a point.
  private static let plain = [
    "mr": ["mister"], "mrs": ["missus"], "dr": ["doctor"], "prof": ["professor"],
    "vs": ["versus"], "etc": ["et", "cetera"], "sgt": ["sergeant"], "capt": ["captain"],
    "ltd": ["limited"], "blvd": ["boulevard"], "dept": ["department"], "messrs": ["messieurs"],
    "approx": ["approximately"],
  ]
  /// Those that need their point.
  private static let pointed = [
    "jr": ["junior"], "sr": ["senior"], "ave": ["avenue"], "inc": ["incorporated"],
    "corp": ["corporation"], "bros": ["brothers"],
  ]
  /// Those that need their point and a name behind them.
  private static let titles = [
    "gen": ["general"], "col": ["colonel"], "lt": ["lieutenant"], "maj": ["major"],
    "gov": ["governor"], "sen": ["senator"], "rep": ["representative"], "rev": ["reverend"],
    "hon": ["honorable"], "pres": ["president"], "mt": ["mount"], "st": ["saint"],
  ]

  /// Finds what a word stands for; `nil` when it stands for itself.
  ///
  /// - Parameters:
  ///   - word: The word in lower case.
  ///   - isCapitalized: Whether it was written with a capital.
  ///   - hasPoint: Whether a point follows.
  ///   - isBeforeName: Whether a capitalised word follows.
  ///   - isBeforeNumber: Whether a number follows.
  /// - Returns: The words that are said.
  static func expansion(
    of word: String, isCapitalized: Bool, hasPoint: Bool, isBeforeName: Bool, isBeforeNumber: Bool
  ) -> [String]? {
    if let words = plain[word] { return words }
    if hasPoint, let words = pointed[word] { return words }
    if isCapitalized, isBeforeName, hasPoint || word == "st", let words = titles[word] {
      return words
    }
    if word == "st", hasPoint || isCapitalized { return ["street"] }
    return word == "no" && hasPoint && isBeforeNumber ? ["number"] : nil
  }

  /// Whether a point behind a word may be that of an abbreviation, and so no end of a sentence.
  static func contains(_ word: String) -> Bool {
    plain[word] != nil || pointed[word] != nil || titles[word] != nil
  }
}
