internal import SpeechAudio

/// What a model file declares about itself: what goes in, what comes out, and its notes.
///
/// Read without loading the model, so that a wrong file is known before the C library sees it: given
/// a decoder as encoder it gives empty texts or ends the process.
struct ModelGraph: Sendable, Equatable {
  /// How the file is written.
  enum Format: String, Sendable {
    /// Protobuf, `ModelProto` of onnx.proto.
    case onnx
    /// A flat buffer, `InferenceSession` of ONNX Runtime's ort.fbs.
    case ort
  }

  /// What kind of number a tensor holds: `TensorProto.DataType` of onnx.proto, the same in ort.fbs.
  struct ElementType: RawRepresentable, Sendable, Hashable {
    let rawValue: Int

    static let undefined = ElementType(rawValue: 0)
    static let float = ElementType(rawValue: 1)
    static let int32 = ElementType(rawValue: 6)
    static let int64 = ElementType(rawValue: 7)
    static let bool = ElementType(rawValue: 9)
    static let float16 = ElementType(rawValue: 10)

    var isInteger: Bool { self == .int32 || self == .int64 }
    var isFloat: Bool { self == .float || self == .float16 }
  }

  /// One input or output.
  struct Tensor: Sendable, Equatable {
    var name: String
    var elementType: ElementType
    /// The size of each dimension, `nil` for one that is free; the whole `nil` when none is declared.
    var dimensions: [Int?]?
  }

  var format: Format
  /// The inputs in the order of the file, without those that have a value in the file.
  var inputs: [Tensor]
  /// The outputs in the order of the file.
  var outputs: [Tensor]
  /// The notes of whoever made the file, such as `model_type` and `vocab_size`.
  var metadata: [String: String]
  /// Other files that hold weights, relative to the folder of this one, with the bytes each must have.
  var externalFiles: [String: Int]

  /// A note that is a whole number.
  func number(_ key: String) -> Int? { metadata[key].flatMap { Int($0) } }

  /// What may be read of a file: far above what real models have, and soon passed by a hostile one.
  enum Limits {
    static let tensors = 4096
    static let dimensions = 64
    static let nameBytes = 4096
    static let notes = 1024
    /// The bytes of all notes together.
    static let noteBytes = 1 << 22
    /// The fields of one protobuf message.
    static let fields = 2_000_000
    /// The tables in one list of a flat buffer.
    static let tables = 200_000
  }

  /// Reads what a file declares.
  ///
  /// - Parameter bytes: The file.
  /// - Throws: What is wrong with the file.
  init(_ bytes: FileBytes) throws(GraphFault) {
    guard bytes.count > 0 else { throw GraphFault("it is empty") }
    let identifier = bytes.count >= 8 ? try bytes.bytes(at: 4, count: 4) : []
    let isORT = identifier == Array("ORTM".utf8)
    self = isORT ? try Self.readORT(bytes) : try Self.readONNX(bytes)
    guard !inputs.isEmpty, !outputs.isEmpty else {
      throw GraphFault("it declares no \(inputs.isEmpty ? "inputs" : "outputs")")
    }
  }

  /// Reads what a file declares.
  ///
  /// - Parameter path: The file's path.
  /// - Returns: What the file declares.
  /// - Throws: ``SpeechError/Code/malformedModel``, which names the file and what is wrong with it.
  static func read(_ path: String) throws(SpeechError) -> ModelGraph {
    do throws(GraphFault) {
      return try ModelGraph(try FileBytes(path: path))
    } catch {
      throw SpeechError.model(
        .malformedModel, "\(path) can't be used as a model: \(error.reason).",
        remedy: "Install the model again.")
    }
  }

  init(
    format: Format, inputs: [Tensor], outputs: [Tensor], metadata: [String: String],
    externalFiles: [String: Int] = [:]
  ) {
    self.format = format
    self.inputs = inputs
    self.outputs = outputs
    self.metadata = metadata
    self.externalFiles = externalFiles
  }
}
