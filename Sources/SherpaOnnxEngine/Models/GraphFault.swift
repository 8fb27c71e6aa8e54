/// What is wrong with the bytes of a file; the caller adds which file it is.
struct GraphFault: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  /// The file ends before what it declares.
  static func cut(at offset: Int, of count: Int) -> GraphFault {
    GraphFault("it is cut: something at byte \(offset) lies beyond its \(count) bytes")
  }
}
