@testable import SherpaOnnxEngine

/// A real model that anybody can make: its "speech" is tones, of 300 Hz for a, 1 kHz for b, 3 kHz for
/// c; anything else is a blank. It looks at the mel bands of each frame, and nothing else.
struct ToneModel {
  /// Takes utterances as a whole, frame by frame.
  static let whole = ToneModel(isStreaming: false)
  /// Takes sound as it comes, every fourth frame.
  static let streaming = ToneModel(isStreaming: true)

  let isStreaming: Bool

  private static let tokens = ["a", "b", "c", "<blk>"]
  /// The mel bands, of 80 up to 8 kHz, in which each tone lies.
  private static let bands = [2..<14, 18..<32, 40..<62]
  private static let bandCount = 80

  /// Writes the model into a folder of its own.
  func folder() throws -> TestFolder {
    let folder = try TestFolder(isStreaming ? "tones-streaming-en" : "tones-en")
    try folder.write("model.onnx", onnx)
    let lines = Self.tokens.enumerated().map { "\($1) \($0)\n" }.joined()
    try folder.write("tokens.txt", lines)
    return folder
  }

  // MARK: Graph

  private static let float = 1
  private static let int64 = 7

  private var onnx: [UInt8] {
    let caches =
      isStreaming
      ? [("cache_last_channel", Self.float), ("cache_last_time", Self.float)] : []
    let lengths = isStreaming ? [("cache_last_channel_len", Self.int64)] : []
    var nodes = [Self.node("Transpose", ["audio_signal"], "t", Self.integers("perm", [0, 2, 1]))]
    if isStreaming { nodes.append(Self.node("Slice", ["t", "from", "to", "axis", "step"], "u")) }
    nodes += [
      Self.node("MatMul", [isStreaming ? "u" : "t", "W"], "m"),
      Self.node("Add", ["m", "B"], "l"),
      Self.node("LogSoftmax", ["l"], "logprobs", Self.integer("axis", -1)),
    ]
    var inputs = [
      Self.value("audio_signal", Self.float, [nil, Self.bandCount, nil]),
      Self.value("length", Self.int64, [nil]),
    ]
    var outputs = [Self.value("logprobs", Self.float, [nil, nil, Self.tokens.count])]
    var constants = [
      Self.floats("W", [Self.bandCount, Self.tokens.count], weights),
      Self.floats("B", [Self.tokens.count], [0, 0, 0, -13]),
    ]
    if isStreaming {
      for (name, value) in [("from", 0), ("to", 1 << 40), ("axis", 1), ("step", 4)] {
        constants.append(Self.int64s(name, [value]))
      }
      outputs.append(Self.value("encoded_lengths", Self.int64, [nil]))
      nodes.append(Self.node("Identity", ["length"], "encoded_lengths"))
      for (name, type) in caches + lengths {
        let shape: [Int?] = type == Self.int64 ? [nil] : [nil, 1, 1, 1]
        inputs.append(Self.value(name, type, shape))
        outputs.append(Self.value(name + "_next", type, shape))
        nodes.append(Self.node("Identity", [name], name + "_next"))
      }
    }
    let graph =
      nodes.flatMap { Protobuf.bytes(1, $0) } + Protobuf.text(2, "tones")
      + constants.flatMap { Protobuf.bytes(5, $0) } + inputs.flatMap { Protobuf.bytes(11, $0) }
      + outputs.flatMap { Protobuf.bytes(12, $0) }
    return Protobuf.number(1, 8) + Protobuf.text(2, "swift-speech tests")
      + Protobuf.bytes(7, graph) + Protobuf.bytes(8, Protobuf.text(1, "") + Protobuf.number(2, 13))
      + metadata.flatMap { key, value in
        Protobuf.bytes(14, Protobuf.text(1, key) + Protobuf.text(2, value))
      }
  }

  private var metadata: [(String, String)] {
    let common = [("vocab_size", "3"), ("normalize_type", ""), ("version", "1")]
    guard isStreaming else {
      return common + [
        ("subsampling_factor", "1"), ("model_type", "EncDecCTCModelBPE"),
        ("model_author", "swift-speech"),
      ]
    }
    let sizes = ["channel", "time"].flatMap { cache in
      (1...3).map { ("cache_last_\(cache)_dim\($0)", "1") }
    }
    return common + sizes + [
      ("window_size", "16"), ("chunk_shift", "16"), ("subsampling_factor", "4"),
      ("model_type", "EncDecHybridRNNTCTCBPEModel"),
    ]
  }

  private var weights: [Float] {
    var weights = [Float](repeating: 0, count: Self.bandCount * Self.tokens.count)
    for (token, bands) in Self.bands.enumerated() {
      for band in bands { weights[band * Self.tokens.count + token] = 1 / Float(bands.count) }
    }
    return weights
  }

  // MARK: ONNX messages

  private static func node(
    _ type: String, _ inputs: [String], _ output: String, _ attribute: [UInt8] = []
  ) -> [UInt8] {
    inputs.flatMap { Protobuf.text(1, $0) } + Protobuf.text(2, output)
      + Protobuf.text(3, type + output) + Protobuf.text(4, type)
      + (attribute.isEmpty ? [] : Protobuf.bytes(5, attribute))
  }

  private static func integer(_ name: String, _ value: Int) -> [UInt8] {
    Protobuf.text(1, name) + Protobuf.number(3, value) + Protobuf.number(20, 2)
  }

  private static func integers(_ name: String, _ values: [Int]) -> [UInt8] {
    Protobuf.text(1, name) + values.flatMap { Protobuf.number(8, $0) } + Protobuf.number(20, 7)
  }

  private static func value(_ name: String, _ type: Int, _ sizes: [Int?]) -> [UInt8] {
    let shape = sizes.enumerated().flatMap { index, size in
      Protobuf.bytes(1, size.map { Protobuf.number(1, $0) } ?? Protobuf.text(2, "\(name)\(index)"))
    }
    return Protobuf.text(1, name)
      + Protobuf.bytes(2, Protobuf.bytes(1, Protobuf.number(1, type) + Protobuf.bytes(2, shape)))
  }

  private static func floats(_ name: String, _ sizes: [Int], _ values: [Float]) -> [UInt8] {
    tensor(name, float, sizes, values.flatMap { bytes(UInt64($0.bitPattern), 4) })
  }

  private static func int64s(_ name: String, _ values: [Int]) -> [UInt8] {
    tensor(name, int64, [values.count], values.flatMap { bytes(UInt64(bitPattern: Int64($0)), 8) })
  }

  private static func tensor(
    _ name: String, _ type: Int, _ sizes: [Int], _ raw: [UInt8]
  ) -> [UInt8] {
    sizes.flatMap { Protobuf.number(1, $0) } + Protobuf.number(2, type) + Protobuf.text(8, name)
      + Protobuf.bytes(9, raw)
  }

  private static func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }
}
