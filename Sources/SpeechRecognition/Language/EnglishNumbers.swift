/// How English says figures.
enum EnglishNumbers {
  private static let small = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
  ]
  private static let tens = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]
  private static let powers = ["", "thousand", "million", "billion", "trillion"]
  private static let irregularOrdinals = [
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
    "nine": "ninth", "twelve": "twelfth",
  ]

  /// Each digit for itself.
  static func oneByOne(_ digits: [Int]) -> [String] { digits.map { small[$0] } }

  /// A whole number; beyond 999 trillion its digits.
  static func cardinal(_ digits: [Int]) -> [String] {
    let significant = Array(digits.drop { $0 == 0 })
    guard !significant.isEmpty else { return ["zero"] }
    guard significant.count <= 3 * powers.count else { return oneByOne(digits) }
    var words: [String] = []
    var rest = significant[...]
    while !rest.isEmpty {
      let power = (rest.count - 1) / 3
      let group = rest.prefix(rest.count - 3 * power)
      rest = rest.dropFirst(group.count)
      let value = group.reduce(0) { 10 * $0 + $1 }
      guard value > 0 else { continue }
      words += below1000(value)
      if power > 0 { words.append(powers[power]) }
    }
    return words
  }

  private static func below1000(_ value: Int) -> [String] {
    let hundreds = value < 100 ? [] : [small[value / 100], "hundred"]
    return hundreds + (value % 100 == 0 ? [] : below100(value % 100))
  }

  static func below100(_ value: Int) -> [String] {
    if value < 20 { return [small[value]] }
    return [tens[value / 10]] + (value % 10 == 0 ? [] : [small[value % 10]])
  }

  /// Two digits as they are read behind an hour or a century.
  static func pair(_ value: Int) -> [String] {
    value < 10 ? ["oh", small[value]] : below100(value)
  }

  /// A number without thousands separators, as a year where it can be one.
  static func bare(_ digits: [Int]) -> [String] {
    if digits.count > 1, digits[0] == 0 { return oneByOne(digits) }
    if digits.count == 4 {
      let (century, year) = (10 * digits[0] + digits[1], 10 * digits[2] + digits[3])
      if (11...19).contains(century) || (century == 20 && year >= 10) {
        return below100(century) + (year == 0 ? ["hundred"] : pair(year))
      }
    }
    if digits.count > 6, digits.suffix(3) != [0, 0, 0] { return oneByOne(digits) }
    return cardinal(digits)
  }

  /// Makes the ordinal of a number that is spelled out.
  static func ordinal(_ words: [String]) -> [String] {
    changingLast(of: words) { word in
      if let ordinal = irregularOrdinals[word] { return ordinal }
      return word.hasSuffix("y") ? word.dropLast() + "ieth" : word + "th"
    }
  }

  /// Makes the plural of a number that is spelled out.
  static func plural(_ words: [String]) -> [String] {
    changingLast(of: words) { word in
      if word.hasSuffix("y") { return word.dropLast() + "ies" }
      return word + (word.hasSuffix("x") ? "es" : "s")
    }
  }

  private static func changingLast(
    of words: [String], _ change: (String) -> String
  ) -> [String] {
    guard let last = words.last else { return words }
    return words.dropLast() + [change(last)]
  }
}
