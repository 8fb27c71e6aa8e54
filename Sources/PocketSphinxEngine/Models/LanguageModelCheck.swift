/// Looks at a language model: the mark at its start, and all lines of one in text.
///
/// The library reads an ARPA file that was cut short beyond its end, so the number of lines in each
/// section is held against the counts.
enum LanguageModelCheck {
  private static let largestOrder = 5

  static func run(_ path: String) throws(ModelFault) {
    let file = try ModelFile(path)
    let start = try file.bytes(at: 0, count: 24)
    if start.starts(with: Array("Trie Language Model".utf8)) {
      try binary(file)
      try file.requireEnd()
    } else if start.dropFirst(4).starts(with: Array("Darpa Trigram LM".utf8)) {
      guard file.size > 100 else { throw ModelFault(path, "it is cut short") }
      try file.requireEnd()
    } else {
      try text(file)
    }
  }

  private static func binary(_ file: ModelFile) throws(ModelFault) {
    let mark = 19
    guard let order = try file.bytes(at: mark, count: 1).first,
      (1...largestOrder).contains(Int(order))
    else { throw ModelFault(file.path, "it doesn't say how long its word sequences are") }
    var reader = NumberReader(file: file, offset: mark + 1)
    let words = try reader.int32("the number of words", in: 1...100_000_000)
    for _ in 1..<max(Int(order), 1) {
      _ = try reader.int32("the number of sequences", in: 0...Int(Int32.max))
    }
    // Each word takes at least two numbers of 4 bytes and its spelling with a closing zero.
    guard file.size >= reader.offset + words * 10 else {
      throw ModelFault(file.path, "it is cut short")
    }
  }

  private static func text(_ file: ModelFile) throws(ModelFault) {
    var arpa = ArpaReader(path: file.path)
    try file.forEachLine { line throws(ModelFault) in try arpa.take(line) }
    try arpa.finish()
  }
}

/// Follows the lines of a language model in ARPA's text form.
private struct ArpaReader {
  let path: String
  private var number = 0
  private var counts: [Int] = []
  /// 0 before `\data\`, 1 in the counts, n + 1 in the section of sequences of n words.
  private var section = 0
  private var seen = 0
  private var hasStart = false
  private var hasEnd = false
  private var isFinished = false

  init(path: String) { self.path = path }

  /// Takes a line; `false` when the model is finished.
  mutating func take(_ line: ArraySlice<UInt8>) throws(ModelFault) -> Bool {
    number += 1
    guard !line.contains(0) else { throw ModelFault(path, "it isn't a language model") }
    let fields = line.split { $0 == 32 || $0 == 9 || $0 == 13 }
    guard let first = fields.first else { return true }
    if first.first == UInt8(ascii: "\\") { return try mark(String(decoding: first, as: UTF8.self)) }
    switch section {
    case 0:
      // Remarks may stand in front, but not a whole book.
      guard number < 1000 else { throw ModelFault(path, "it has no \\data\\ in its first lines") }
    case 1: try count(String(decoding: line, as: UTF8.self))
    default: try sequence(fields)
    }
    return true
  }

  private mutating func mark(_ mark: String) throws(ModelFault) -> Bool {
    switch mark {
    case "\\data\\" where section == 0: section = 1
    case "\\end\\" where section == counts.count + 1 && section > 1:
      try closeSection()
      isFinished = true
      return false
    case "\\\(section)-grams:" where section >= 1 && section <= counts.count:
      if section > 1 { try closeSection() }
      section += 1
      seen = 0
    default: throw ModelFault(path, "line \(number) has \(mark) in the wrong place")
    }
    return true
  }

  private mutating func count(_ line: String) throws(ModelFault) {
    let text = line.filter { !$0.isWhitespace }
    let parts = text.dropFirst("ngram".count).split(separator: "=")
    guard text.hasPrefix("ngram"), parts.count == 2, Int(parts[0]) == counts.count + 1,
      let count = Int(parts[1]), (counts.isEmpty ? 1 : 0)...2_000_000_000 ~= count,
      counts.count < 5
    else { throw ModelFault(path, "line \(number) isn't a count such as \"ngram 1=20\"") }
    counts.append(count)
  }

  private mutating func sequence(_ fields: [ArraySlice<UInt8>]) throws(ModelFault) {
    let order = section - 1
    seen += 1
    guard fields.count == order + 1 || fields.count == order + 2,
      isLogarithm(fields[0]), fields.count == order + 1 || isNumber(fields[order + 1])
    else {
      throw ModelFault(path, "line \(number) isn't a logarithm and a sequence of \(order) words")
    }
    if order == 1 {
      if fields[1].elementsEqual("<s>".utf8) { hasStart = true }
      if fields[1].elementsEqual("</s>".utf8) { hasEnd = true }
    }
  }

  private func isNumber(_ field: ArraySlice<UInt8>) -> Bool {
    Double(String(decoding: field, as: UTF8.self)).map(\.isFinite) ?? false
  }

  private func isLogarithm(_ field: ArraySlice<UInt8>) -> Bool {
    Double(String(decoding: field, as: UTF8.self)).map { $0.isFinite && $0 <= 0.001 } ?? false
  }

  private func closeSection() throws(ModelFault) {
    let order = section - 1
    guard seen == counts[order - 1] else {
      throw ModelFault(
        path, "it has \(seen) sequences of \(order) words where it says \(counts[order - 1])")
    }
  }

  func finish() throws(ModelFault) {
    guard section > 0 else { throw ModelFault(path, "it isn't a language model") }
    guard isFinished else { throw ModelFault(path, "it is cut short: \\end\\ is missing") }
    guard hasStart, hasEnd else {
      throw ModelFault(path, "it has no \(hasStart ? "</s>" : "<s>")")
    }
  }
}
