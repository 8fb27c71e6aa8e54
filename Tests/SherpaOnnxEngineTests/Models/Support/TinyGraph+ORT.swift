@testable import SherpaOnnxEngine

/// A value in a flat buffer, and how it is written.
indirect enum FlatValue {
  case text(String)
  case table([Int: FlatField])
  case list([FlatValue])
  case bytes([UInt8])

  /// The whole file: the root table, and what it leads to behind it. What stands in the first field is
  /// written last, as ONNX Runtime has its version at the end of the file.
  func file(identifier: String) -> [UInt8] {
    var bytes: [UInt8] = [0, 0, 0, 0] + Array(identifier.utf8)
    write(to: &bytes, reference: 0)
    while bytes.count % 4 != 0 { bytes.append(0) }
    return bytes
  }

  private func write(to bytes: inout [UInt8], reference: Int) {
    while bytes.count % 8 != 0 { bytes.append(0) }
    switch self {
    case .text(let text):
      Self.put(bytes.count - reference, at: reference, in: &bytes)
      bytes += Self.number(UInt64(text.utf8.count), 4) + Array(text.utf8) + [0]
    case .bytes(let raw):
      Self.put(bytes.count - reference, at: reference, in: &bytes)
      bytes += Self.number(UInt64(raw.count), 4) + raw
    case .list(let values):
      Self.put(bytes.count - reference, at: reference, in: &bytes)
      bytes += Self.number(UInt64(values.count), 4)
      let start = bytes.count
      bytes += [UInt8](repeating: 0, count: 4 * values.count)
      for (index, value) in values.enumerated() {
        value.write(to: &bytes, reference: start + 4 * index)
      }
    case .table(let fields):
      let count = (fields.keys.max() ?? -1) + 1
      let directory = bytes.count
      bytes += Self.number(UInt64(4 + 2 * count), 2) + Self.number(UInt64(8 + 8 * count), 2)
      for index in 0..<count {
        bytes += Self.number(fields[index] == nil ? 0 : UInt64(8 + 8 * index), 2)
      }
      while bytes.count % 8 != 0 { bytes.append(0) }
      let table = bytes.count
      Self.put(table - reference, at: reference, in: &bytes)
      bytes += Self.number(UInt64(table - directory), 8)
      bytes += [UInt8](repeating: 0, count: 8 * count)
      for (index, field) in fields.sorted(by: { $0.key > $1.key }) {
        let place = table + 8 + 8 * index
        switch field {
        case .number(let value):
          bytes.replaceSubrange(place..<place + 8, with: Self.number(value, 8))
        case .value(let value): value.write(to: &bytes, reference: place)
        }
      }
    }
  }

  private static func number(_ value: UInt64, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  private static func put(_ value: Int, at place: Int, in bytes: inout [UInt8]) {
    bytes.replaceSubrange(place..<place + 4, with: number(UInt64(value), 4))
  }
}

/// A field of a table.
enum FlatField {
  case number(UInt64)
  case value(FlatValue)
}

extension TinyGraph {
  /// The graph as an ORT file.
  func ort() -> [UInt8] {
    let weights = constants.map { name in
      FlatValue.table([0: .value(.text(name)), 4: .value(.bytes([1, 2, 3, 4]))])
    }
    let constantInputs = constants.map { Tensor.f($0, 4) }
    let arguments = (outputs + inputs + constantInputs).map(Self.valueInfo)
    let graph = FlatValue.table([
      0: .value(.list(weights)), 1: .value(.list(arguments)),
      2: .value(.list([.table([5: .value(.text("Identity"))])])),
      5: .value(.list((inputs + constantInputs).map { .text($0.name) })),
      6: .value(.list(outputs.map { .text($0.name) })),
    ])
    let notes = metadata.map { entry in
      FlatValue.table([0: .value(.text(entry.0)), 1: .value(.text(entry.1))])
    }
    let model = FlatValue.table([
      0: .number(8), 7: .value(graph), 9: .value(.list(notes)),
    ])
    return FlatValue.table([0: .value(.text("6")), 1: .value(model)]).file(identifier: "ORTM")
  }

  private static func valueInfo(_ tensor: Tensor) -> FlatValue {
    let shape = tensor.dimensions.map { dimensions in
      FlatValue.table([
        0: .value(
          .list(
            dimensions.map { size in
              let value: [Int: FlatField] =
                size.map { [0: .number(1), 1: .number(UInt64($0))] }
                ?? [0: .number(2), 2: .value(.text("free"))]
              return .table([0: .value(.table(value))])
            }))
      ])
    }
    var type: [Int: FlatField] = [0: .number(UInt64(tensor.elementType.rawValue))]
    type[1] = shape.map { .value($0) }
    return .table([
      0: .value(.text(tensor.name)),
      2: .value(.table([1: .number(1), 2: .value(.table(type))])),
    ])
  }
}
