import struct Foundation.Data

/// Looks at a pronunciation dictionary: whether one word in it can be used at all, and none stands
/// where the library's own sentence marks do.
enum DictionaryCheck {
  private static let reserved = ["<s>", "</s>", "<sil>"]

  /// Checks a dictionary against the phones of the model.
  static func run(_ path: String, phones: Set<String>) throws(ModelFault) {
    let file = try ModelFile(path)
    let known = Set(phones.map { Array($0.utf8) })
    try findUsableWord(file, phones: known)
    let lastLine = try scan(file)
    // A file that ends in the middle of a line was cut, if the line is not whole by chance.
    if !lastLine.isEmpty, !isRemark(lastLine), !isUsable(lastLine, phones: known) {
      throw ModelFault(
        path,
        "its last line, \"\(String(decoding: lastLine.prefix(80), as: UTF8.self))\", has no end "
          + "and no word whose phones the model knows, as after a copy that was broken off")
    }
  }

  /// Most dictionaries have one in their first line.
  private static func findUsableWord(
    _ file: ModelFile, phones: Set<[UInt8]>
  ) throws(ModelFault) {
    var isUsable = false
    var number = 0
    try file.forEachLine { line throws(ModelFault) in
      number += 1
      guard !line.contains(0) else { throw ModelFault(file.path, "line \(number) isn't text") }
      isUsable = Self.isUsable(line, phones: phones)
      return !isUsable
    }
    guard isUsable else {
      let some = phones.map { String(decoding: $0, as: UTF8.self) }.sorted().prefix(8)
      throw ModelFault(
        file.path, "none of its \(number) lines has a word whose phones the model knows",
        remedy: "Write lines such as \"hello HH AH L OW\" with the model's phones ("
          + some.joined(separator: ", ") + ", …), without stress marks.")
    }
  }

  /// Whether a line is a word and phones that the model knows.
  private static func isUsable(_ line: some Collection<UInt8>, phones: Set<[UInt8]>) -> Bool {
    let words = line.split { $0 == 32 || $0 == 9 || $0 == 13 }.map { Array($0) }
    return words.count > 1 && words.dropFirst().allSatisfy(phones.contains)
  }

  /// Whether the library passes a line over: it is blank or begins with `##` or `;;`.
  private static func isRemark(_ line: Data) -> Bool {
    let text = line.drop { $0 == 32 || $0 == 9 || $0 == 13 }
    return text.isEmpty || text.starts(with: Data("##".utf8)) || text.starts(with: Data(";;".utf8))
  }

  /// Looks at every byte; gives what stands behind the last line's end.
  private static func scan(_ file: ModelFile) throws(ModelFault) -> Data {
    let marks = reserved.map { Data("\n\($0)".utf8) }
    var end = Data([10])
    var lastLine = Data()
    try file.forEachPiece { piece throws(ModelFault) in
      guard !piece.contains(0) else {
        throw ModelFault(file.path, "it has bytes that aren't text, as after a broken copy")
      }
      let bytes = end + piece
      for (word, mark) in zip(reserved, marks) where bytes.range(of: mark) != nil {
        throw ModelFault(
          file.path, "it has a line for \(word), which the engine adds itself",
          remedy: "Take that line out.")
      }
      end = Data(bytes.suffix(16))
      if let newline = piece.lastIndex(of: 10) {
        lastLine = Data(piece[(newline + 1)...])
      } else {
        lastLine += piece
        guard lastLine.count <= 1 << 20 else { throw ModelFault(file.path, "a line has no end") }
      }
      return true
    }
    return lastLine
  }
}
