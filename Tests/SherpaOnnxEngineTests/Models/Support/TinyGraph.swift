@testable import SherpaOnnxEngine

/// What a graph declares, to be written as a file: no operators, no weights to speak of.
struct TinyGraph {
  typealias Tensor = ModelGraph.Tensor

  var inputs: [Tensor]
  var outputs: [Tensor]
  /// In the order of the file.
  var metadata: [(String, String)] = []
  /// Weights in the file: they are listed among the inputs too, as old files do.
  var constants: [String] = []
  /// Weights in other files: name, place and size.
  var external: [(file: String, offset: Int, length: Int)] = []

  /// What reading the file should give.
  func declared(_ format: ModelGraph.Format) -> ModelGraph {
    ModelGraph(
      format: format, inputs: inputs, outputs: outputs,
      metadata: Dictionary(metadata) { $1 },
      externalFiles: Dictionary(
        external.map { ($0.file, $0.offset + $0.length) }, uniquingKeysWith: max))
  }
}

extension ModelGraph.Tensor {
  /// An input or output: a number is a size, `nil` a free one.
  static func f(_ name: String, _ dimensions: Int?...) -> Self {
    Self(name: name, elementType: .float, dimensions: dimensions)
  }

  static func i32(_ name: String, _ dimensions: Int?...) -> Self {
    Self(name: name, elementType: .int32, dimensions: dimensions)
  }

  static func i64(_ name: String, _ dimensions: Int?...) -> Self {
    Self(name: name, elementType: .int64, dimensions: dimensions)
  }
}
