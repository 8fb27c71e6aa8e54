extension ModelGraph {
  /// Reads `ModelProto`: field numbers are those of onnx.proto.
  static func readONNX(_ file: FileBytes) throws(GraphFault) -> ModelGraph {
    var graph: ModelGraph?
    var metadata: [String: String] = [:]
    var hasVersion = false
    var hasOperators = false
    var cursor = ProtobufCursor(file, 0..<file.count)
    while let field = try cursor.next() {
      switch (field.number, field.value) {
      case (1, .number): hasVersion = true
      case (7, .bytes(let range)):
        guard graph == nil else { throw GraphFault("it has two graphs") }
        graph = try graphProto(file, range)
      case (8, .bytes): hasOperators = true
      case (14, .bytes(let range)):
        guard metadata.count < Limits.notes else { throw GraphFault("it has too many notes") }
        let (key, value) = try entry(file, range)
        metadata[key] = value
      default: break
      }
    }
    guard hasVersion, var graph else {
      throw GraphFault("it isn't an ONNX or ORT file, or it is cut: it has no graph")
    }
    guard hasOperators else { throw GraphFault("it is cut: its operator versions are missing") }
    graph.metadata = metadata
    return graph
  }

  private static func graphProto(
    _ file: FileBytes, _ range: Range<Int>
  ) throws(GraphFault) -> ModelGraph {
    var graph = ModelGraph(format: .onnx, inputs: [], outputs: [], metadata: [:])
    var constants: Set<String> = []
    var cursor = ProtobufCursor(file, range)
    while let field = try cursor.next() {
      guard case .bytes(let part) = field.value else { continue }
      switch field.number {
      case 5: constants.insert(try initializer(file, part, &graph.externalFiles))
      case 11: graph.inputs.append(try valueInfo(file, part))
      case 12: graph.outputs.append(try valueInfo(file, part))
      default: break
      }
      guard graph.inputs.count <= Limits.tensors, graph.outputs.count <= Limits.tensors else {
        throw GraphFault("it has too many inputs or outputs")
      }
    }
    // Files before ONNX's fourth version list every weight as an input too.
    graph.inputs.removeAll { constants.contains($0.name) }
    return graph
  }

  /// Reads `TensorProto`: its name, and where its weights are if not in the file.
  private static func initializer(
    _ file: FileBytes, _ range: Range<Int>, _ externalFiles: inout [String: Int]
  ) throws(GraphFault) -> String {
    var name = ""
    var place: [String: String] = [:]
    var cursor = ProtobufCursor(file, range)
    while let field = try cursor.next() {
      switch (field.number, field.value) {
      case (8, .bytes(let part)): name = try cursor.text(part, limit: Limits.nameBytes)
      case (13, .bytes(let part)):
        guard place.count < 16 else { throw GraphFault("a weight lies in too many places") }
        let (key, value) = try entry(file, part)
        place[key] = value
      default: break
      }
    }
    if let location = place["location"] {
      let offset = place["offset"].flatMap { Int($0) } ?? 0
      let length = place["length"].flatMap { Int($0) } ?? 0
      let (end, isTooLarge) = max(offset, 0).addingReportingOverflow(max(length, 0))
      guard !isTooLarge else { throw GraphFault("a weight lies beyond the end of \(location)") }
      externalFiles[location] = max(externalFiles[location] ?? 0, end)
      guard externalFiles.count <= 64 else { throw GraphFault("its weights lie in too many files") }
    }
    return name
  }

  /// Reads `StringStringEntryProto`.
  private static func entry(
    _ file: FileBytes, _ range: Range<Int>
  ) throws(GraphFault) -> (key: String, value: String) {
    var result = (key: "", value: "")
    var cursor = ProtobufCursor(file, range)
    while let field = try cursor.next() {
      switch (field.number, field.value) {
      case (1, .bytes(let part)): result.key = try cursor.text(part, limit: Limits.nameBytes)
      case (2, .bytes(let part)): result.value = try cursor.text(part, limit: Limits.noteBytes)
      default: break
      }
    }
    return result
  }

  /// Reads `ValueInfoProto` with its type: `ValueInfoProto.type.tensor_type`.
  private static func valueInfo(
    _ file: FileBytes, _ range: Range<Int>
  ) throws(GraphFault) -> Tensor {
    var tensor = Tensor(name: "", elementType: .undefined, dimensions: nil)
    var cursor = ProtobufCursor(file, range)
    while let field = try cursor.next() {
      switch (field.number, field.value) {
      case (1, .bytes(let part)): tensor.name = try cursor.text(part, limit: Limits.nameBytes)
      case (2, .bytes(let part)):
        if let type = try message(1, file, part) { try tensorType(file, type, &tensor) }
      default: break
      }
    }
    return tensor
  }

  /// Reads `TypeProto.Tensor`.
  private static func tensorType(
    _ file: FileBytes, _ range: Range<Int>, _ tensor: inout Tensor
  ) throws(GraphFault) {
    var cursor = ProtobufCursor(file, range)
    while let field = try cursor.next() {
      switch (field.number, field.value) {
      case (1, .number(let type)):
        tensor.elementType = ElementType(rawValue: Int(truncatingIfNeeded: type))
      case (2, .bytes(let part)):
        tensor.dimensions = []
        var shape = ProtobufCursor(file, part)
        while let dimension = try shape.next() {
          guard case .bytes(let range) = dimension.value, dimension.number == 1 else { continue }
          guard (tensor.dimensions?.count ?? 0) < Limits.dimensions else {
            throw GraphFault("\(tensor.name) has too many dimensions")
          }
          tensor.dimensions?.append(try size(file, range))
        }
      default: break
      }
    }
  }

  /// Reads `TensorShapeProto.Dimension`: a size, or `nil` for one that has only a name.
  private static func size(_ file: FileBytes, _ range: Range<Int>) throws(GraphFault) -> Int? {
    var size: Int?
    var cursor = ProtobufCursor(file, range)
    while let field = try cursor.next() {
      if case (1, .number(let value)) = (field.number, field.value) {
        let number = Int64(bitPattern: value)
        size = number >= 0 ? Int(number) : nil
      }
    }
    return size
  }

  private static func message(
    _ number: Int, _ file: FileBytes, _ range: Range<Int>
  ) throws(GraphFault) -> Range<Int>? {
    var found: Range<Int>?
    var cursor = ProtobufCursor(file, range)
    while let field = try cursor.next() {
      if case .bytes(let part) = field.value, field.number == number { found = part }
    }
    return found
  }
}
