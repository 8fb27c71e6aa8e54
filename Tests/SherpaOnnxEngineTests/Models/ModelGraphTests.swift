import Testing

@testable import SherpaOnnxEngine

struct ModelGraphTests {
  /// A graph with some of everything that is read.
  static let rich = TinyGraph(
    inputs: [
      .f("sound", 1, nil), .i64("length"),
      ModelGraph.Tensor(name: "flag", elementType: .bool, dimensions: [1]),
    ],
    outputs: [.f("logits", nil, nil, 500), .i32("größe", nil)],
    metadata: [("model_type", "zipformer2"), ("vocab_size", "500"), ("comment", "")],
    constants: ["weight"])

  static let files: [(format: ModelGraph.Format, bytes: [UInt8])] = [
    (.onnx, rich.onnx()), (.ort, rich.ort()),
  ]

  @Test(arguments: files)
  func whatAFileDeclaresIsRead(_ format: ModelGraph.Format, _ bytes: [UInt8]) throws {
    let graph = try ModelGraph(FileBytes(bytes))
    #expect(graph == Self.rich.declared(format))
    #expect(graph.number("vocab_size") == 500)
    #expect(graph.number("comment") == nil)
  }

  @Test(arguments: files)
  func aFileOnDiskIsReadLikeOneInMemory(
    _ format: ModelGraph.Format, _ bytes: [UInt8]
  ) throws {
    // Longer than a page of the reader, by notes before or behind the graph.
    var long = Self.rich
    long.metadata += (0..<40).map { ("note\($0)", String(repeating: "x", count: 997)) }
    let folder = try TestFolder("graph", ["a.onnx": format == .onnx ? long.onnx() : long.ort()])
    #expect(try ModelGraph.read("\(folder.path)/a.onnx") == long.declared(format))
  }

  @Test func aTensorWithoutAShapeHasNone() throws {
    var graph = Self.rich
    graph.inputs[0].dimensions = nil
    #expect(try ModelGraph(FileBytes(graph.onnx())).inputs[0].dimensions == nil)
    #expect(try ModelGraph(FileBytes(graph.ort())).inputs[0].dimensions == nil)
  }

  @Test func weightsInOtherFilesAreListedWithTheBytesThatTheyNeed() throws {
    var graph = Self.rich
    graph.external = [("encoder.weights", 0, 100), ("encoder.weights", 4096, 24), ("more", 8, 2)]
    let read = try ModelGraph(FileBytes(graph.onnx()))
    #expect(read.externalFiles == ["encoder.weights": 4120, "more": 10])
  }

  @Test(arguments: files)
  func aFileThatIsCutAnywhereIsRefused(_ format: ModelGraph.Format, _ bytes: [UInt8]) {
    for length in 0..<bytes.count {
      #expect(throws: GraphFault.self, "\(format), \(length) of \(bytes.count) bytes") {
        try ModelGraph(FileBytes(Array(bytes[..<length])))
      }
    }
  }

  @Test(arguments: [
    "", "x", "hello world, this is no model at all\n", "ORTM", "    ORTM    ",
    "{\"format\": 1}", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
  ])
  func textIsRefused(_ text: String) {
    #expect(throws: GraphFault.self) { try ModelGraph(FileBytes(Array(text.utf8))) }
  }

  @Test func aFileWithoutInputsOrOutputsIsRefused() {
    for graph in [
      TinyGraph(inputs: [], outputs: Self.rich.outputs),
      TinyGraph(inputs: Self.rich.inputs, outputs: []),
    ] {
      for bytes in [graph.onnx(), graph.ort()] {
        #expect(throws: GraphFault.self) { try ModelGraph(FileBytes(bytes)) }
      }
    }
  }

  /// Whatever the bytes are, reading ends and doesn't trap: nothing else is claimed.
  @Test(arguments: files)
  func changedBytesNeverTrap(_ format: ModelGraph.Format, _ bytes: [UInt8]) {
    var random = SplitMix(seed: 7)
    var refused = 0
    for round in 0..<800 {
      var changed = bytes
      for _ in 0...round % 4 {
        let place = Int.random(in: 0..<changed.count, using: &random)
        let extremes: [UInt8] = [0, 1, 0x7f, 0x80, 0xff, .random(in: 0...255, using: &random)]
        changed[place] = extremes.randomElement(using: &random) ?? 0
      }
      if (try? ModelGraph(FileBytes(changed))) == nil { refused += 1 }
    }
    #expect(refused > 0 && refused < 800)
  }

  @Test func randomBytesBehindARightBeginningNeverTrap() {
    var random = SplitMix(seed: 11)
    for start in [Array("\u{14}\0\0\0ORTM".utf8), Protobuf.number(1, 8), []] {
      for _ in 0..<300 {
        let count = Int.random(in: 0..<400, using: &random)
        let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(throws: GraphFault.self) { try ModelGraph(FileBytes(start + noise)) }
      }
    }
  }

  @Test func aLengthBeyondAllBoundsIsRefused() {
    let huge = [UInt8](repeating: 0xff, count: 9) + [1]
    for field in [[0x3a], [0x72], [0x3a, 5, 0x5a]] as [[UInt8]] {
      #expect(throws: GraphFault.self) {
        try ModelGraph(FileBytes(Protobuf.number(1, 8) + field + huge + [0, 0, 0]))
      }
    }
  }

  @Test func moreInputsThanAnyModelHasAreRefused() {
    let graph = TinyGraph(
      inputs: Array(repeating: .f("x"), count: ModelGraph.Limits.tensors + 1),
      outputs: [.f("y")])
    for bytes in [graph.onnx(), graph.ort()] {
      #expect(throws: GraphFault.self) { try ModelGraph(FileBytes(bytes)) }
    }
  }

  /// A list that leads to one big text again and again would fill the memory from a small file.
  @Test func notesThatShareOneTextAreLimited() {
    let text = FlatValue.text(String(repeating: "x", count: 1 << 20))
    let notes = (0..<6).map { FlatValue.table([0: .value(.text("\($0)")), 1: .value(text)]) }
    let file = FlatValue.table([
      0: .value(.text("6")),
      1: .value(.table([7: .value(.table([:])), 9: .value(.list(notes))])),
    ]).file(identifier: "ORTM")
    let error = #expect(throws: GraphFault.self) { try ModelGraph(FileBytes(file)) }
    #expect(error?.reason.contains("too long") == true)
  }

  @Test func aFolderOrAMissingFileIsNoGraph() throws {
    let folder = try TestFolder()
    for path in [folder.path, folder.path + "/none.onnx", "/dev/null", "/dev/zero"] {
      let error = try #require(
        #expect(throws: (any Error).self) { try ModelGraph.read(path) })
      #expect("\(error)".contains(path))
    }
  }
}

/// Numbers that look random and are the same each time.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }
}
