@testable import SherpaOnnxEngine

/// Writes protobuf messages.
enum Protobuf {
  static func varint(_ value: UInt64) -> [UInt8] {
    var value = value
    var bytes: [UInt8] = []
    repeat {
      bytes.append(UInt8(value & 0x7f) | (value > 0x7f ? 0x80 : 0))
      value >>= 7
    } while value > 0
    return bytes
  }

  static func number(_ field: Int, _ value: Int) -> [UInt8] {
    varint(UInt64(field) << 3) + varint(UInt64(bitPattern: Int64(value)))
  }

  static func bytes(_ field: Int, _ bytes: [UInt8]) -> [UInt8] {
    varint(UInt64(field) << 3 | 2) + varint(UInt64(bytes.count)) + bytes
  }

  static func text(_ field: Int, _ text: String) -> [UInt8] { bytes(field, Array(text.utf8)) }
}

extension TinyGraph {
  /// The graph as an ONNX file.
  func onnx() -> [UInt8] {
    var graph = Protobuf.bytes(1, Protobuf.text(4, "Identity")) + Protobuf.text(2, "tiny")
    for name in constants {
      graph += Protobuf.bytes(5, Self.weight(name, [1, 2, 3, 4]))
    }
    for (index, place) in external.enumerated() {
      let entries = [
        ("location", place.file), ("offset", "\(place.offset)"), ("length", "\(place.length)"),
      ]
      let lies = entries.flatMap { Protobuf.bytes(13, Self.entry($0.0, $0.1)) }
      graph += Protobuf.bytes(
        5, Self.weight("external\(index)", []) + lies + Protobuf.number(14, 1))
    }
    let constantInputs = constants.map { Tensor.f($0, 4) }
    for tensor in inputs + constantInputs { graph += Protobuf.bytes(11, Self.valueInfo(tensor)) }
    for tensor in outputs { graph += Protobuf.bytes(12, Self.valueInfo(tensor)) }
    return Protobuf.number(1, 8) + Protobuf.text(2, "tests")
      + metadata.flatMap { Protobuf.bytes(14, Self.entry($0.0, $0.1)) }
      + Protobuf.bytes(7, graph) + Protobuf.bytes(8, Protobuf.text(1, "") + Protobuf.number(2, 13))
  }

  private static func entry(_ key: String, _ value: String) -> [UInt8] {
    Protobuf.text(1, key) + Protobuf.text(2, value)
  }

  private static func weight(_ name: String, _ raw: [UInt8]) -> [UInt8] {
    Protobuf.number(1, 4) + Protobuf.number(2, 3) + Protobuf.text(8, name)
      + (raw.isEmpty ? [] : Protobuf.bytes(9, raw))
  }

  private static func valueInfo(_ tensor: Tensor) -> [UInt8] {
    var type = Protobuf.number(1, tensor.elementType.rawValue)
    if let dimensions = tensor.dimensions {
      type += Protobuf.bytes(
        2,
        dimensions.flatMap { size in
          Protobuf.bytes(1, size.map { Protobuf.number(1, $0) } ?? Protobuf.text(2, "free"))
        })
    }
    return Protobuf.text(1, tensor.name) + Protobuf.bytes(2, Protobuf.bytes(1, type))
  }
}
