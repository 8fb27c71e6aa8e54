extension ModelGraph {
  /// Reads `InferenceSession`: fields are numbered as they stand in ort.fbs.
  static func readORT(_ file: FileBytes) throws(GraphFault) -> ModelGraph {
    // The format's version is the first thing that ONNX Runtime writes, which puts it at the end of
    // the file: a file that is cut anywhere has lost it.
    guard file.count % 4 == 0 else {
      throw GraphFault("it is cut: its length isn't a multiple of 4")
    }
    let session = try FlatTable.root(file)
    guard try session.text(0, limit: Limits.nameBytes) != nil else {
      throw GraphFault("it isn't an ORT file: its version is missing")
    }
    guard let model = try session.table(1), let graph = try model.table(7) else {
      throw GraphFault("it has no graph")
    }
    var metadata: [String: String] = [:]
    var room = Limits.noteBytes
    try model.forEachTable(9) { entry throws(GraphFault) in
      guard metadata.count < Limits.notes else { throw GraphFault("it has too many notes") }
      guard let key = try entry.text(0, limit: Limits.nameBytes) else { return }
      let value = try entry.text(1, limit: room) ?? ""
      room -= value.utf8.count
      metadata[key] = value
    }

    let inputs = try graph.texts(5, limit: Limits.nameBytes)
    let outputs = try graph.texts(6, limit: Limits.nameBytes)
    var constants: Set<String> = []
    try graph.forEachTable(0) { weight throws(GraphFault) in
      // The weights themselves (4: raw data) must lie in the file.
      _ = try weight.list(4, width: 1)
      if let name = try weight.text(0, limit: Limits.nameBytes) { constants.insert(name) }
    }
    try graph.forEachTable(2) { _ throws(GraphFault) in }

    let wanted = Set(inputs).union(outputs)
    var tensors: [String: Tensor] = [:]
    try graph.forEachTable(1) { value throws(GraphFault) in
      guard let name = try value.text(0, limit: Limits.nameBytes), wanted.contains(name) else {
        return
      }
      tensors[name] = try tensor(name, value)
    }
    func declared(_ names: [String]) -> [Tensor] {
      names.map { tensors[$0] ?? Tensor(name: $0, elementType: .undefined, dimensions: nil) }
    }
    return ModelGraph(
      format: .ort, inputs: declared(inputs.filter { !constants.contains($0) }),
      outputs: declared(outputs), metadata: metadata)
  }

  /// Reads `ValueInfo.type.value` where it is a `TensorTypeAndShape`.
  private static func tensor(_ name: String, _ value: FlatTable) throws(GraphFault) -> Tensor {
    var tensor = Tensor(name: name, elementType: .undefined, dimensions: nil)
    guard let type = try value.table(2), try type.number(1, width: 1) == 1,
      let description = try type.table(2)
    else { return tensor }
    let element = try description.number(0, width: 4) ?? 0
    tensor.elementType = ElementType(rawValue: Int(Int32(truncatingIfNeeded: element)))
    guard let shape = try description.table(1) else { return tensor }
    var dimensions: [Int?] = []
    try shape.forEachTable(0) { dimension throws(GraphFault) in
      guard dimensions.count < Limits.dimensions else {
        throw GraphFault("\(name) has too many dimensions")
      }
      guard let size = try dimension.table(0), try size.number(0, width: 1) == 1 else {
        dimensions.append(nil)
        return
      }
      let number = Int64(bitPattern: try size.number(1, width: 8) ?? 0)
      dimensions.append(number >= 0 ? Int(number) : nil)
    }
    tensor.dimensions = dimensions
    return tensor
  }
}
