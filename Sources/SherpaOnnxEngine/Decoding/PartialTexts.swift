/// The partial texts of one utterance: which words at the front have settled.
struct PartialTexts {
  private var words: [String] = []

  /// Takes the next text.
  ///
  /// Words on which two texts in a row agree have settled, as local agreement has it (Liu, Spanakis,
  /// Niehues: "Low-Latency Sequence-to-Sequence Speech Recognition and Translation by Partial
  /// Hypothesis Selection", 2020), but for the last one, which may still grow.
  ///
  /// - Parameter words: The words of the text.
  /// - Returns: The number of words that have settled, or `nil` when the text has not changed.
  mutating func take(_ words: [String]) -> Int? {
    guard words != self.words else { return nil }
    let same = zip(words, self.words).prefix { $0 == $1 }.count
    self.words = words
    return min(same, max(words.count - 1, 0))
  }
}
