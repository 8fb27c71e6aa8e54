/// Finds where sentences of written text end.
enum SentenceEnd {
  private static let marks: Set<Character> = [".", "!", "?", "…", "。", "！", "？", "।", "؟", "۔"]
  private static let closers: Set<Character> = [
    "\"", "'", "”", "’", "»", ")", "]", "」", "』", "）",
  ]

  /// Tells whether a sentence ends behind a word: it ends with a sentence mark, closing marks apart,
  /// that is not the point of an initial or of a common English abbreviation.
  static func stands(behind word: String) -> Bool {
    var text = Substring(word)
    while let last = text.last, closers.contains(last) { text.removeLast() }
    guard let mark = text.popLast(), marks.contains(mark) else { return false }
    guard mark == ".", text.last?.isLetter == true else { return true }
    let letters = text.suffix(
      from: text.lastIndex { !$0.isLetter }.map(text.index(after:)) ?? text.startIndex)
    let isInitial =
      letters.count == 1 && (letters.count < text.count || letters.allSatisfy(\.isUppercase))
    return !isInitial && !EnglishAbbreviations.contains(letters.lowercased())
  }
}
