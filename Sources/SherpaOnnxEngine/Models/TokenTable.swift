/// What a tokens file holds: a token and its index on each line.
///
/// The last word of a line is the index, what stands before it is the token: text, base64 of bytes, or
/// nothing, which stands for a blank. A line of other words makes the C library end the process; wrong
/// indices make it give empty texts.
struct TokenTable: Sendable, Equatable {
  /// The number of tokens; their indices are 0 up to it.
  let count: Int
  /// Whether there are tokens for sentence marks, and for letters in both cases.
  let writesText: Bool

  private static let largest = 64 << 20
  private static let most = 4_000_000

  /// Reads a tokens file and checks every line.
  init(_ file: FileBytes) throws(GraphFault) {
    guard file.count > 0 else { throw GraphFault("it is empty") }
    guard file.count <= Self.largest else {
      throw GraphFault("it has \(file.count) bytes, more than \(Self.largest)")
    }
    let bytes = try file.bytes(at: 0, count: file.count)
    var reader = LineReader()
    var seen: [Bool] = []
    var found = 0
    var traits = Traits()
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 10) ?? bytes.count
      let line = bytes[start..<end]
      start = end + 1
      guard let (token, index) = try reader.split(line) else { continue }
      guard index < Self.most else {
        throw GraphFault("line \(reader.number) has the index \(index), too large for a token")
      }
      if index >= seen.count {
        seen.append(contentsOf: repeatElement(false, count: index + 1 - seen.count))
      }
      guard !seen[index] else {
        throw GraphFault("line \(reader.number) has the index \(index), as a line before it has")
      }
      seen[index] = true
      found += 1
      traits.note(token)
    }
    guard found > 0 else { throw GraphFault("it has no tokens") }
    if let gap = seen.firstIndex(of: false) {
      throw GraphFault("it is cut or damaged: no line has the index \(gap)")
    }
    // A file that is cut in its last line has a shorter number there, which is taken or leaves a gap
    // except where the cut takes exactly a line; the vocabulary of the model tells that.
    count = found
    writesText = traits.writesText
  }

  /// Takes lines apart and counts them.
  private struct LineReader {
    private(set) var number = 0

    /// The token and its index; `nil` for a line of blanks only.
    mutating func split(
      _ line: ArraySlice<UInt8>
    ) throws(GraphFault) -> (token: ArraySlice<UInt8>, index: Int)? {
      number += 1
      let text = Self.trimmed(line)
      guard !text.isEmpty else { return nil }
      guard !text.contains(0) else { throw GraphFault("line \(number) isn't text") }
      let digits: ArraySlice<UInt8>
      let token: ArraySlice<UInt8>
      if let blank = text.lastIndex(where: Self.isBlank) {
        digits = text[(blank + 1)...]
        token = Self.trimmed(text[..<blank])
      } else {
        digits = text
        token = []
      }
      guard digits.count <= 9, digits.allSatisfy({ (48...57).contains($0) }) else {
        throw GraphFault(
          "line \(number) doesn't end in an index: “\(String(decoding: text.prefix(40), as: UTF8.self))”"
        )
      }
      return (token, digits.reduce(0) { $0 * 10 + Int($1 - 48) })
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      guard let first = line.firstIndex(where: { !isBlank($0) }),
        let last = line.lastIndex(where: { !isBlank($0) })
      else { return [] }
      return line[first...last]
    }
  }

  /// What the tokens tell about the text that they make.
  private struct Traits {
    private var hasFullStop = false
    private var hasComma = false
    private var capitals = 0
    private var smalls = 0

    /// Tokens such as “<unk>” and “#0” aren't text.
    mutating func note(_ token: ArraySlice<UInt8>) {
      guard let first = token.first, first != UInt8(ascii: "<"), first != UInt8(ascii: "#") else {
        return
      }
      if token.count == 1 {
        hasFullStop = hasFullStop || first == UInt8(ascii: ".")
        hasComma = hasComma || first == UInt8(ascii: ",")
      }
      if token.contains(where: { (65...90).contains($0) }) { capitals += 1 }
      if token.contains(where: { (97...122).contains($0) }) { smalls += 1 }
    }

    var writesText: Bool {
      hasFullStop && hasComma && capitals >= 20 && smalls >= 20
    }
  }
}
