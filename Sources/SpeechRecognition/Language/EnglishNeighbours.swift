/// The pieces of English text around the one that is read.
struct EnglishNeighbours {
  let previous, next: [Character]

  var isBeforeName: Bool { next.first(where: \.isSaid)?.isUppercase ?? false }
  var isBeforeNumber: Bool { next.first?.digit != nil }
  /// The piece behind in lower case, letters only.
  var nextWord: String { String(next.filter(\.isLetter)).lowercased() }
  var isBehindNumber: Bool { previous.last?.digit != nil }

  /// The unit of a sum that this piece goes on with, as `million` does in `$5 million`.
  var currency: EnglishCurrency? {
    let sum = previous.drop { !$0.isSaid && EnglishCurrency.all[$0] == nil }
    guard let sign = sum.first, sum.dropFirst().first?.digit != nil, sum.last?.digit != nil,
      sum.dropFirst().allSatisfy({ $0.digit != nil || $0 == "." || $0 == "," })
    else { return nil }
    return EnglishCurrency.all[sign]
  }
}

/// The English names of a currency's units.
struct EnglishCurrency {
  let one, many: String
  let cent, cents: String?

  /// The currencies by their signs.
  static let all: [Character: EnglishCurrency] = [
    "$": EnglishCurrency(one: "dollar", many: "dollars", cent: "cent", cents: "cents"),
    "£": EnglishCurrency(one: "pound", many: "pounds", cent: "penny", cents: "pence"),
    "€": EnglishCurrency(one: "euro", many: "euros", cent: "cent", cents: "cents"),
    "¥": EnglishCurrency(one: "yen", many: "yen", cent: nil, cents: nil),
  ]
}
