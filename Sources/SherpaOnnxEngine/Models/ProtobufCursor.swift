/// Walks over the fields of one protobuf message without reading what is in them.
///
/// The form is described at protobuf.dev/programming-guides/encoding.
struct ProtobufCursor {
  /// One field: its number, and its value or where its bytes are.
  struct Field {
    let number: Int
    let value: Value
  }

  enum Value {
    case number(UInt64)
    case bytes(Range<Int>)
    case fixed
  }

  let file: FileBytes
  private(set) var offset: Int
  private let end: Int
  private var fields = 0

  /// Starts at the first field of a message.
  init(_ file: FileBytes, _ range: Range<Int>) {
    self.file = file
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The next field, or `nil` when the message ends where it should.
  mutating func next() throws(GraphFault) -> Field? {
    guard offset < end else { return nil }
    fields += 1
    guard fields <= ModelGraph.Limits.fields else { throw GraphFault("it has too many parts") }
    let start = offset
    let key = try varint()
    let number = key >> 3
    guard number > 0, number < 1 << 29 else {
      throw GraphFault("it isn't an ONNX file: no field at byte \(start)")
    }
    switch key & 7 {
    case 0:
      return Field(number: Int(number), value: .number(try varint()))
    case 1:
      try skip(8)
      return Field(number: Int(number), value: .fixed)
    case 2:
      let length = try varint()
      guard length <= UInt64(end - offset) else { throw .cut(at: offset, of: file.count) }
      let range = offset..<offset + Int(length)
      offset = range.upperBound
      return Field(number: Int(number), value: .bytes(range))
    case 5:
      try skip(4)
      return Field(number: Int(number), value: .fixed)
    default:
      throw GraphFault("it isn't an ONNX file: no field at byte \(start)")
    }
  }

  /// Reads a text of limited length.
  func text(_ range: Range<Int>, limit: Int) throws(GraphFault) -> String {
    guard range.count <= limit else {
      throw GraphFault("a text at byte \(range.lowerBound) is too long")
    }
    return String(decoding: try file.bytes(at: range.lowerBound, count: range.count), as: UTF8.self)
  }

  private mutating func skip(_ length: Int) throws(GraphFault) {
    guard length <= end - offset else { throw .cut(at: offset, of: file.count) }
    offset += length
  }

  private mutating func varint() throws(GraphFault) -> UInt64 {
    var value: UInt64 = 0
    for place in 0..<10 {
      guard offset < end else { throw .cut(at: offset, of: file.count) }
      let byte = try file.byte(at: offset)
      offset += 1
      value |= UInt64(byte & 0x7f) << UInt64(7 * place)
      if byte < 0x80 { return value }
    }
    throw GraphFault("it isn't an ONNX file: a number before byte \(offset) has no end")
  }
}
