/// Looks at a pronunciation dictionary: whether one word in it can be used at all, and none stands
/// where the library's own sentence marks do.
enum DictionaryCheck {
  private static let reserved: Set<String> = ["<s>", "</s>", "<sil>"]

  /// Checks a dictionary against the phones of the model.
  static func run(_ path: String, phones: Set<String>) throws(ModelFault) {
    let file = try ModelFile(path)
    let phones = Set(phones.map { Array($0.utf8) })
    let reserved = Set(reserved.map { Array($0.utf8) })
    var isUsable = false
    var number = 0
    try file.forEachLine { line throws(ModelFault) in
      number += 1
      guard !line.contains(0) else { throw ModelFault(path, "line \(number) isn't text") }
      // Words are sorted in most dictionaries; one that starts with "<" is looked at closely,
      // and so is each line until one can be used.
      guard !isUsable || line.first == UInt8(ascii: "<") else { return true }
      let words = line.split { $0 == 32 || $0 == 9 || $0 == 13 }.map { Array($0) }
      guard let word = words.first else { return true }
      guard !reserved.contains(word) else {
        throw ModelFault(
          path,
          "line \(number) has \(String(decoding: word, as: UTF8.self)), "
            + "which the engine adds itself", remedy: "Take that line out.")
      }
      if words.count > 1, words.dropFirst().allSatisfy(phones.contains) { isUsable = true }
      return true
    }
    guard isUsable else {
      let some = phones.map { String(decoding: $0, as: UTF8.self) }.sorted().prefix(8)
      throw ModelFault(
        path, "none of its \(number) lines has a word whose phones the model knows",
        remedy: "Write lines such as \"hello HH AH L OW\" with the model's phones ("
          + some.joined(separator: ", ") + ", …), without stress marks.")
    }
  }
}
