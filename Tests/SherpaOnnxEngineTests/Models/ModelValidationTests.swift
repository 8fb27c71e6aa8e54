import SpeechAudio
import Testing

@testable import SherpaOnnxEngine

struct ModelValidationTests {
  private static let all = PublishedModel.all

  private static let pairs = all.flatMap { model in
    let roles = model.roles.keys.filter(\.isGraph).sorted { $0.rawValue < $1.rawValue }
    return roles.indices.flatMap { first in
      roles[(first + 1)...].map { (model, roles[first], $0) }
    }
  }

  private static let graphs = all.flatMap { model in
    model.roles.filter(\.key.isGraph).map { (model, $0.key) }
  }

  /// The error of a folder that is opened with a manifest: names can't tell the kind of broken files.
  private func failure(_ model: PublishedModel, _ folder: TestFolder) throws -> SpeechError {
    let found = ModelFolder(
      path: folder.path, id: model.name, kind: model.kind,
      files: model.roles.mapValues { "\(folder.path)/\($0)" }, locales: nil, isWritten: false,
      longestUtterance: nil, statedSizes: [:])
    let error = try #require(#expect(throws: SpeechError.self) { try found.validate() })
    #expect(error.engine == "sherpa-onnx" && error.remedy?.isEmpty == false)
    return error
  }

  @Test(arguments: all)
  func aWholeModelPasses(_ model: PublishedModel) throws {
    let folder = try model.folder()
    let facts = try ModelFolder.open(folder.path).validate()
    #expect(facts.tokenCount == (model.kind == .sileroVAD ? nil : PublishedModel.tokenCount))
    #expect(Set(facts.graphs.keys) == Set(model.roles.keys.filter(\.isGraph)))
    #expect(facts.givesTokenTimes == model.kind.givesTokenTimes)
  }

  @Test(arguments: pairs)
  func swappedFilesAreNamedAsSuch(
    _ model: PublishedModel, _ first: ModelRole, _ second: ModelRole
  ) throws {
    let folder = try model.folder()
    try folder.swap(model.roles[first] ?? "", model.roles[second] ?? "")
    let error = try failure(model, folder)
    #expect(error.code == .malformedModel)
    #expect(error.message.contains("are swapped"), "\(error)")
    #expect(error.message.contains(first.label) && error.message.contains(second.label))
  }

  @Test(arguments: pairs)
  func oneFileInTwoRolesIsRefused(
    _ model: PublishedModel, _ first: ModelRole, _ second: ModelRole
  ) throws {
    for (kept, lost) in [(first, second), (second, first)] {
      let folder = try model.folder()
      try folder.write(model.roles[lost] ?? "", model.files[model.roles[kept] ?? ""] ?? [])
      let error = try failure(model, folder)
      #expect(error.code == .malformedModel && error.message.contains("the same graph"))
    }
  }

  @Test(arguments: graphs, ["", "some text\n", "\0\0\0\0\0\0\0\0\0\0\0\0"])
  func aFileThatIsNoGraphIsNamed(_ graph: (PublishedModel, ModelRole), _ text: String) throws {
    let (model, role) = graph
    let folder = try model.folder()
    let file = try #require(model.roles[role])
    try folder.write(file, text)
    let error = try failure(model, folder)
    #expect(error.code == .malformedModel && error.message.contains(file))
  }

  @Test(arguments: graphs)
  func aGraphOfAnotherModelIsRefused(_ model: PublishedModel, _ role: ModelRole) throws {
    let file = try #require(model.roles[role])
    let others = [
      TinyGraph(inputs: [.f("image", 1, 3, 224, 224)], outputs: [.f("class", 1, 1000)]),
      TinyGraph(
        inputs: (0..<9).map { .i64("input\($0)", nil, nil, nil, nil) }, outputs: [.f("y", 1)]),
    ]
    for other in others {
      let folder = try model.folder()
      try folder.write(file, other.onnx())
      let error = try failure(model, folder)
      #expect(error.code == .malformedModel && error.message.contains(file), "\(error)")
    }
  }

  /// Without a note that it reads as a number, the library ends the process.
  @Test(arguments: graphs)
  func everyNoteThatIsNeededIsAskedFor(_ model: PublishedModel, _ role: ModelRole) throws {
    let file = try #require(model.roles[role])
    let bytes = try #require(model.files[file])
    let graph = try ModelGraph(FileBytes(bytes))
    let rule = try #require(
      model.kind.rule(
        for: role, among: Set(model.roles.keys), type: graph.metadata["model_type"] ?? ""))
    #expect(rule.problem(graph) == nil)
    for key in rule.sizes + rule.numbers + rule.sizeLists + rule.numberLists {
      for value in [nil, "", "many", "-1x"] {
        var changed = graph
        changed.metadata[key] = value
        #expect(rule.problem(changed)?.contains("“\(key)”") == true, "\(key): \(value ?? "none")")
      }
    }
    guard let key = rule.sizes.first else { return }
    let changed = TinyGraph(
      inputs: graph.inputs, outputs: graph.outputs,
      metadata: graph.metadata.filter { $0.key != key }.map { ($0, $1) })
    let folder = try model.folder()
    try folder.write(file, graph.format == .onnx ? changed.onnx() : changed.ort())
    let error = try failure(model, folder)
    #expect(error.message.contains("“\(key)”") && error.message.contains(file), "\(error)")
  }

  /// The library makes its tables from these numbers without looking at the graph.
  @Test(arguments: [
    (ModelKind.streamingTransducer, ModelRole.encoder, "num_encoder_layers", "2,2", "make 27"),
    (.streamingTransducer, .encoder, "num_heads", "4", "“num_heads”"),
    (.streamingTransducer, .encoder, "model_type", "zipformer", "“attention_dims”"),
    (.streamingTransducer, .encoder, "model_type", "conformer", "“num_encoder_layers”"),
    (.streamingTransducer, .encoder, "model_type", "", "model_type"),
    (.streamingTransducer, .encoder, "T", "0", "“T”"),
    (.streamingZipformerCTC, .model, "num_encoder_layers", "1", "“num_encoder_layers”"),
    (.streamingZipformerCTC, .model, "num_encoder_layers", "1,1.5", "“num_encoder_layers”"),
    (.streamingParaformer, .encoder, "decoder_num_blocks", "16", "make 20"),
    (.paraformer, .model, "neg_mean", "1,2", "2 and 560 numbers"),
    (.senseVoice, .model, "inv_stddev", "1", "560 and 1 numbers"),
    (.whisper, .encoder, "sot", "20", "“sot”"),
    (.whisper, .encoder, "sot_sequence", "13,99", "“sot_sequence”"),
    (.whisper, .encoder, "is_multilingual", "1", "languages"),
    (.nemoCTC, .model, "subsampling_factor", "0", "“subsampling_factor”"),
    (.transducer, .decoder, "context_size", "99999999999", "“context_size”"),
    (.nemoCTC, .model, "model_type", "paraformer", "a paraformer model"),
  ])
  func notesThatDontAgreeWithTheGraphAreRefused(
    _ kind: ModelKind, _ role: ModelRole, _ key: String, _ value: String, _ message: String
  ) throws {
    let model = try #require(Self.all.first { $0.kind == kind })
    let file = try #require(model.roles[role])
    let graph = try ModelGraph(FileBytes(model.files[file] ?? []))
    let changed = TinyGraph(
      inputs: graph.inputs, outputs: graph.outputs,
      metadata: graph.metadata.merging([key: value]) { $1 }.map { ($0, $1) })
    let folder = try model.folder()
    try folder.write(file, changed.onnx())
    let error = try failure(model, folder)
    #expect(error.code == .malformedModel)
    #expect(error.message.contains(message), "\(error)")
  }

  @Test(arguments: all.filter { $0.kind != .sileroVAD })
  func tokensOfAnotherModelAreRefused(_ model: PublishedModel) throws {
    let file = try #require(model.roles[.tokens])
    for count in [PublishedModel.tokenCount - 1, PublishedModel.tokenCount + 100] {
      let folder = try model.folder()
      try folder.write(file, PublishedModel.tokens(count))
      let error = try failure(model, folder)
      #expect(error.code == .malformedModel)
      #expect(error.message.contains("The tokens don't fit"), "\(error)")
      #expect(error.message.contains("has \(count)") && error.message.contains(file))
    }
  }

  @Test(arguments: all.filter { $0.kind != .sileroVAD })
  func aFewSymbolsMoreThanTheGraphMakesAreTaken(_ model: PublishedModel) throws {
    let folder = try model.folder()
    try folder.write(
      model.roles[.tokens] ?? "", PublishedModel.tokens(PublishedModel.tokenCount + 2))
    try ModelFolder.open(folder.path).validate()
  }

  @Test func aTextAsTokensIsRefused() throws {
    let model = Self.all[0]
    let folder = try model.folder()
    try folder.write("tokens.txt", "This is a text\nof several words.\n")
    let error = try failure(model, folder)
    #expect(error.message.contains("tokens.txt") && error.message.contains("line 1"))
  }

  @Test func aSizeOtherThanStatedIsTold() throws {
    let model = Self.all[0]
    let folder = try model.folder()
    let size = try #require(model.files["encoder_model.ort"]?.count)
    func manifest(_ bytes: Int) -> String {
      """
      {"format": 1, "id": "a", "engine": "sherpa-onnx", "kind": "moonshine", "files": {
       "encoder": {"path": "encoder_model.ort", "bytes": \(bytes)},
       "decoder": {"path": "decoder_model_merged.ort"}, "tokens": {"path": "tokens.txt"}}}
      """
    }
    try folder.write("model.json", manifest(size))
    try ModelFolder.open(folder.path).validate()
    for (stated, code) in [(size + 1, SpeechError.Code.modelNotFound), (size - 1, .malformedModel)]
    {
      try folder.write("model.json", manifest(stated))
      let error = try #require(
        #expect(throws: SpeechError.self) { try ModelFolder.open(folder.path).validate() })
      #expect(error.code == code)
      #expect(error.message.contains("\(size)") && error.message.contains("\(stated)"))
    }
  }

  @Test func weightsInAnotherFileMustBeThereAndLongEnough() throws {
    let model = try #require(Self.all.first { $0.kind == .nemoTransducer })
    let graph = try ModelGraph(FileBytes(model.files["encoder.int8.onnx"] ?? []))
    var tiny = TinyGraph(
      inputs: graph.inputs, outputs: graph.outputs, metadata: graph.metadata.map { ($0, $1) })
    tiny.external = [("encoder.weights", 10, 90)]
    let folder = try model.folder()
    try folder.write("encoder.int8.onnx", tiny.onnx())
    #expect(try failure(model, folder).message.contains("encoder.weights"))
    try folder.write("encoder.weights", [UInt8](repeating: 0, count: 99))
    #expect(try failure(model, folder).message.contains("is cut: it has 99 bytes"))
    try folder.write("encoder.weights", [UInt8](repeating: 0, count: 100))
    try ModelFolder.open(folder.path).validate()

    tiny.external = [("../weights", 0, 1)]
    try folder.write("encoder.int8.onnx", tiny.onnx())
    #expect(try failure(model, folder).message.contains("outside its folder"))
  }

  @Test func aFolderOrNothingInPlaceOfAFileIsTold() throws {
    let model = Self.all[0]
    let folder = try model.folder()
    try folder.remove("encoder_model.ort")
    #expect(try failure(model, folder).code == .modelNotFound)
    try folder.write("encoder_model.ort/a", "x")
    #expect(try failure(model, folder).message.contains("isn't a regular file"))
  }

  @Test func linksAreFollowed() throws {
    let model = Self.all[0]
    let original = try model.folder()
    let folder = try TestFolder("links")
    for file in model.files.keys { try folder.link(file, to: "\(original.path)/\(file)") }
    try ModelFolder.open(folder.path).validate()
  }

  @Test(arguments: [
    ["input", "sr", "state"], ["input", "state"], ["audio", "state", "sr"],
  ])
  func aDetectorWithOtherNamesIsRefused(_ names: [String]) throws {
    let model = try #require(Self.all.first { $0.kind == .sileroVAD })
    let graph = TinyGraph(
      inputs: names.map { .f($0, nil, nil) }, outputs: [.f("output", nil, 1), .f("stateN", 2)])
    let folder = try model.folder()
    try folder.write("silero_vad.onnx", graph.onnx())
    #expect(try failure(model, folder).code == .malformedModel)
  }

  @Test func aParaformerWithTwoOutputsGivesNoTimes() throws {
    let model = try #require(Self.all.first { $0.kind == .paraformer })
    let graph = try ModelGraph(FileBytes(model.files["model.int8.onnx"] ?? []))
    let short = TinyGraph(
      inputs: graph.inputs, outputs: Array(graph.outputs.prefix(2)),
      metadata: graph.metadata.map { ($0, $1) })
    let folder = try model.folder()
    try folder.write("model.int8.onnx", short.onnx())
    #expect(try !ModelFolder.open(folder.path).validate().givesTokenTimes)
  }
}
