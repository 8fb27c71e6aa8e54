import struct Foundation.Data

/// Looks at a pronunciation dictionary: whether one word in it can be used at all, and none stands
/// where the library's own sentence marks do.
enum DictionaryCheck {
  private static let reserved = ["<s>", "</s>", "<sil>"]

  /// Checks a dictionary against the phones of the model.
  static func run(_ path: String, phones: Set<String>) throws(ModelFault) {
    let file = try ModelFile(path)
    try findUsableWord(file, phones: Set(phones.map { Array($0.utf8) }))
    for word in reserved where try contains(word, file) {
      throw ModelFault(
        path, "it has a line for \(word), which the engine adds itself",
        remedy: "Take that line out.")
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
      let words = line.split { $0 == 32 || $0 == 9 || $0 == 13 }.map { Array($0) }
      isUsable = words.count > 1 && words.dropFirst().allSatisfy(phones.contains)
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

  /// Whether a line begins with a word.
  private static func contains(_ word: String, _ file: ModelFile) throws(ModelFault) -> Bool {
    let mark = Data("\n\(word)".utf8)
    var end = Data([10])
    var isFound = false
    try file.forEachPiece { piece throws(ModelFault) in
      let bytes = end + piece
      isFound = bytes.range(of: mark) != nil
      end = Data(bytes.suffix(mark.count))
      return !isFound
    }
    return isFound
  }
}
