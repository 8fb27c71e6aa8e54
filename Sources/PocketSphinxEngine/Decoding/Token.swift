/// What the dictionary's spellings stand for.
enum Token {
  /// The word as it should be shown, or `nil` for a filler: a sentence mark, silence or a noise.
  ///
  /// The number of an alternative pronunciation, as in `the(2)`, is taken off.
  static func word(_ token: some StringProtocol) -> String? {
    let base = withoutVariant(token)
    guard !base.isEmpty, base != "(NULL)" else { return nil }
    let isBracketed =
      base.count > 1
      && ((base.hasPrefix("<") && base.hasSuffix(">"))
        || (base.hasPrefix("[") && base.hasSuffix("]")))
    let isNoise = base.count > 4 && base.hasPrefix("++") && base.hasSuffix("++")
    return isBracketed || isNoise ? nil : base
  }

  /// The words of a line of tokens.
  static func words(inLine line: String) -> [String] {
    line.split(separator: " ").compactMap(word)
  }

  private static func withoutVariant(_ token: some StringProtocol) -> String {
    guard token.hasSuffix(")"), let open = token.lastIndex(of: "("), open > token.startIndex else {
      return String(token)
    }
    let digits = token[token.index(after: open)...].dropLast()
    let isNumber = !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
    return isNumber ? String(token[..<open]) : String(token)
  }
}
