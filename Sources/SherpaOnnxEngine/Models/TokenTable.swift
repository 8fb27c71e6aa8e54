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
  ///
  /// A file that is cut where a line ends is whole in itself; that it has too few tokens only the model's
  /// graphs can tell.
  ///
  /// - Parameter file: The file.
  /// - Throws: What is wrong, with the number of the line.
  init(_ file: FileBytes) throws(GraphFault) {
    guard file.count > 0 else { throw GraphFault("it is empty") }
    guard file.count <= Self.largest else {
      throw GraphFault("it has \(file.count) bytes, more than \(Self.largest)")
    }
    let bytes = try file.bytes(at: 0, count: file.count)
    var lines = TokenLines()
    var seen: [Bool] = []
    var found = 0
    var marks = TextMarks()
    while let (token, index) = try lines.next(bytes) {
      guard index < Self.most else {
        throw GraphFault("line \(lines.number) has the index \(index), too large for a token")
      }
      if index >= seen.count {
        seen.append(contentsOf: repeatElement(false, count: index + 1 - seen.count))
      }
      guard !seen[index] else {
        throw GraphFault("line \(lines.number) has the index \(index), as a line before it has")
      }
      seen[index] = true
      found += 1
      marks.note(bytes, token)
    }
    guard found > 0 else { throw GraphFault("it has no tokens") }
    if let gap = seen.firstIndex(of: false) {
      throw GraphFault("it is cut or damaged: no line has the index \(gap)")
    }
    count = found
    writesText = marks.areThere
  }
}

/// Takes the lines of a tokens file apart.
///
/// Plain loops: files have half a million bytes, and slices take a second for that in a debug build.
private struct TokenLines {
  /// The number of the last line that was taken, from 1 on.
  private(set) var number = 0
  private var position = 0

  /// Where the next token is, and its index; `nil` at the end. Lines of blanks are passed over.
  mutating func next(
    _ bytes: [UInt8]
  ) throws(GraphFault) -> (token: Range<Int>, index: Int)? {
    while position < bytes.count {
      number += 1
      var first = position
      var end = position
      while end < bytes.count, bytes[end] != 10 {
        if bytes[end] == 0 { throw GraphFault("line \(number) isn't text") }
        end += 1
      }
      position = end + 1
      while first < end, Self.isBlank(bytes[first]) { first += 1 }
      while end > first, Self.isBlank(bytes[end - 1]) { end -= 1 }
      if first == end { continue }
      var start = end
      while start > first, !Self.isBlank(bytes[start - 1]) { start -= 1 }
      var index = 0
      var place = start
      while place < end {
        guard bytes[place] >= 48, bytes[place] <= 57, end - start <= 9 else {
          let text = String(decoding: bytes[first..<min(end, first + 40)], as: UTF8.self)
          throw GraphFault("line \(number) doesn't end in an index: “\(text)”")
        }
        index = index * 10 + Int(bytes[place] - 48)
        place += 1
      }
      while start > first, Self.isBlank(bytes[start - 1]) { start -= 1 }
      return (first..<start, index)
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (byte >= 9 && byte <= 13) }
}

/// What tokens tell about the text that they make.
private struct TextMarks {
  private var hasFullStop = false
  private var hasComma = false
  private var capitals = 0
  private var smalls = 0

  var areThere: Bool { hasFullStop && hasComma && capitals >= 20 && smalls >= 20 }

  /// Looks at one token; those such as “<unk>” and “#0” aren't text.
  mutating func note(_ bytes: [UInt8], _ token: Range<Int>) {
    guard let first = token.first.map({ bytes[$0] }), first != 60, first != 35 else { return }
    if token.count == 1 {
      if first == 46 { hasFullStop = true }
      if first == 44 { hasComma = true }
    }
    var place = token.lowerBound
    var hasCapital = false
    var hasSmall = false
    while place < token.upperBound {
      let byte = bytes[place]
      if byte >= 65, byte <= 90 { hasCapital = true }
      if byte >= 97, byte <= 122 { hasSmall = true }
      place += 1
    }
    if hasCapital { capitals += 1 }
    if hasSmall { smalls += 1 }
  }
}
