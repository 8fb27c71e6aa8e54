/// A table in a flat buffer, every offset of which is checked before it is followed.
///
/// The form is described at flatbuffers.dev/internals.
struct FlatTable {
  let file: FileBytes
  private let position: Int
  private let fieldOffsets: [Int]

  /// The table that the file starts with.
  static func root(_ file: FileBytes) throws(GraphFault) -> FlatTable {
    try FlatTable(file, try target(file, 0))
  }

  private init(_ file: FileBytes, _ position: Int) throws(GraphFault) {
    let back = Int(Int32(truncatingIfNeeded: try file.number(at: position, width: 4)))
    let directory = position - back
    guard directory >= 0, directory < file.count else { throw .cut(at: directory, of: file.count) }
    let directorySize = Int(try file.number(at: directory, width: 2))
    let tableSize = Int(try file.number(at: directory + 2, width: 2))
    guard directorySize >= 4, directorySize % 2 == 0, tableSize >= 4 else {
      throw GraphFault("it isn't an ORT file: no table at byte \(position)")
    }
    guard directory + directorySize <= file.count, position + tableSize <= file.count else {
      throw .cut(at: position, of: file.count)
    }
    var offsets: [Int] = []
    for place in stride(from: directory + 4, to: directory + directorySize, by: 2) {
      let offset = Int(try file.number(at: place, width: 2))
      guard offset == 0 || (offset >= 4 && offset < tableSize) else {
        throw GraphFault("it isn't an ORT file: no field at byte \(place)")
      }
      offsets.append(offset)
    }
    self.file = file
    self.position = position
    fieldOffsets = offsets
  }

  /// The text of a field, or `nil` when the field isn't there.
  func text(_ field: Int, limit: Int) throws(GraphFault) -> String? {
    guard let place = place(field) else { return nil }
    return try Self.text(file, at: try Self.target(file, place), limit: limit)
  }

  /// The table of a field, or `nil` when the field isn't there.
  func table(_ field: Int) throws(GraphFault) -> FlatTable? {
    guard let place = place(field) else { return nil }
    return try FlatTable(file, try Self.target(file, place))
  }

  /// The number of a field, or `nil` when the field isn't there.
  func number(_ field: Int, width: Int) throws(GraphFault) -> UInt64? {
    guard let place = place(field) else { return nil }
    return try file.number(at: place, width: width)
  }

  /// Where the elements of a list are and how many there are; an empty list when there is no field.
  func list(_ field: Int, width: Int) throws(GraphFault) -> (start: Int, count: Int) {
    guard let place = place(field) else { return (0, 0) }
    let start = try Self.target(file, place)
    let count = Int(try file.number(at: start, width: 4))
    guard count <= (file.count - start - 4) / width else { throw .cut(at: start, of: file.count) }
    return (start + 4, count)
  }

  /// Visits the tables of a list.
  func forEachTable(
    _ field: Int, _ body: (FlatTable) throws(GraphFault) -> Void
  ) throws(GraphFault) {
    let list = try limitedList(field)
    for index in 0..<list.count {
      try body(try FlatTable(file, try Self.target(file, list.start + 4 * index)))
    }
  }

  /// The texts of a list.
  func texts(_ field: Int, limit: Int) throws(GraphFault) -> [String] {
    let list = try limitedList(field)
    guard list.count <= ModelGraph.Limits.tensors else {
      throw GraphFault("it has too many inputs or outputs")
    }
    var texts: [String] = []
    for index in 0..<list.count {
      let place = try Self.target(file, list.start + 4 * index)
      texts.append(try Self.text(file, at: place, limit: limit))
    }
    return texts
  }

  private func limitedList(_ field: Int) throws(GraphFault) -> (start: Int, count: Int) {
    let list = try list(field, width: 4)
    guard list.count <= ModelGraph.Limits.tables else { throw GraphFault("it has too many parts") }
    return list
  }

  private func place(_ field: Int) -> Int? {
    guard field < fieldOffsets.count, fieldOffsets[field] > 0 else { return nil }
    return position + fieldOffsets[field]
  }

  private static func target(_ file: FileBytes, _ place: Int) throws(GraphFault) -> Int {
    let target = place + Int(try file.number(at: place, width: 4))
    guard target > place, target <= file.count - 4 else { throw .cut(at: target, of: file.count) }
    return target
  }

  private static func text(
    _ file: FileBytes, at place: Int, limit: Int
  ) throws(GraphFault) -> String {
    let count = Int(try file.number(at: place, width: 4))
    guard count <= limit else { throw GraphFault("a text at byte \(place) is too long") }
    // A text is followed by a zero byte that doesn't count.
    let bytes = try file.bytes(at: place + 4, count: count + 1)
    guard bytes.last == 0 else { throw GraphFault("a text at byte \(place) has no end") }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
