import SpeechAudio
import SpeechRecognition
import Testing

@testable import SherpaOnnxEngine

struct ModelFolderTests {
  private func error(_ path: String) throws -> SpeechError {
    let error = try #require(#expect(throws: SpeechError.self) { try ModelFolder.open(path) })
    #expect(error.engine == "sherpa-onnx" && error.remedy?.isEmpty == false)
    return error
  }

  @Test func thereIsAPublishedLayoutOfEveryKind() {
    #expect(Set(PublishedModel.all.map(\.kind)) == Set(ModelKind.allCases))
    for model in PublishedModel.all {
      #expect(model.kind.layouts.contains { Set($0) == Set(model.roles.keys) })
    }
  }

  @Test(arguments: PublishedModel.all)
  func aPublishedLayoutIsRecognised(_ model: PublishedModel) throws {
    let folder = try model.folder()
    try folder.write("README.md", "# Model")
    try folder.write("test_wavs/0.wav", "RIFF")
    let found = try ModelFolder.open(folder.path)
    #expect(found.kind == model.kind)
    #expect(found.files == model.roles.mapValues { "\(folder.path)/\($0)" })
    #expect(found.locales?.map(\.identifier) == model.languages)
    #expect(found.isWritten == model.isWritten)
    #expect(found.id == (model.kind == .whisper ? "whisper-tiny.en" : model.name))
    #expect(found.longestUtterance == model.kind.longestUtterance)
  }

  @Test(arguments: PublishedModel.all)
  func slashesAtTheEndOfAPathChangeNothing(_ model: PublishedModel) throws {
    let folder = try model.folder()
    #expect(try ModelFolder.open(folder.path + "//") == ModelFolder.open(folder.path))
  }

  @Test(arguments: PublishedModel.all.flatMap { model in model.roles.keys.map { (model, $0) } })
  func aMissingFileIsNamed(_ model: PublishedModel, _ role: ModelRole) throws {
    let folder = try model.folder()
    try folder.remove(try #require(model.roles[role]))
    let error = try error(folder.path)
    #expect(error.code == .modelNotFound)
    #expect(error.message.contains(folder.path))
    guard model.roles.count > 1, role != .model else { return }
    #expect(error.message.contains("the \(role.label) ("), "\(error)")
    for (other, file) in model.roles where other != role {
      #expect(error.message.contains(file), "\(error)")
    }
  }

  @Test(arguments: PublishedModel.all)
  func eightBitsArePreferred(_ model: PublishedModel) throws {
    let folder = try model.folder()
    for file in model.files.keys where file.hasSuffix(".int8.onnx") {
      let plain = file.replacing(".int8.onnx", with: ".onnx")
      try folder.write(plain, try #require(model.files[file]))
      try folder.write(plain.replacing(".onnx", with: ".fp16.onnx"), [1, 2, 3])
    }
    #expect(
      try ModelFolder.open(folder.path).files
        == model.roles.mapValues { "\(folder.path)/\($0)" })
  }

  @Test func aDetectorBesideAModelIsNotTheModel() throws {
    let model = try #require(PublishedModel.all.first { $0.kind == .moonshine })
    let detector = try #require(PublishedModel.all.first { $0.kind == .sileroVAD })
    let folder = try model.folder()
    for (file, bytes) in detector.files { try folder.write(file, bytes) }
    #expect(try ModelFolder.open(folder.path).kind == .moonshine)
  }

  @Test func aFolderThatIsNotThereOrNoFolderIsTold() throws {
    let folder = try TestFolder("model", ["a.txt": [1]])
    #expect(try error("\(folder.path)/none").code == .modelNotFound)
    #expect(try error("\(folder.path)/none").message.contains("There is no model folder at"))
    #expect(try error("\(folder.path)/a.txt").message.contains("is a file"))
    #expect(try error("").code == .modelNotFound)
  }

  @Test func aFolderWithoutAModelTellsWhatItHolds() throws {
    let folder = try TestFolder()
    #expect(try error(folder.path).message.contains("it is empty"))
    try folder.write("photo.jpg", "x")
    try folder.write("sub/encoder.onnx", "x")
    #expect(try error(folder.path).message.contains("photo.jpg, sub"))
    #expect(try error(folder.path).code == .modelNotFound)
  }

  @Test(arguments: [
    ["model.onnx", "encode.onnx", "encoder.onnx", "decoder.onnx"],
    ["encoder-a.onnx", "decoder-a.onnx", "encoder-b.onnx", "decoder-b.onnx"],
    ["one.onnx", "two.onnx"],
    ["encoder_model.ort", "decoder_model_merged.ort", "preprocess.onnx"],
    ["silero_vad_v4.onnx", "silero_vad_v5.onnx"],
  ])
  func severalModelsInAFolderAreAmbiguous(_ files: [String]) throws {
    let folder = try TestFolder()
    for file in files { try folder.write(file, "x") }
    let error = try error(folder.path)
    #expect(error.code == .malformedModel)
    #expect(error.message.contains("can't be told") && error.message.contains(files[0]))
  }

  @Test func aModelOfAnotherTypeIsNamed() throws {
    let graph = TinyGraph(
      inputs: [.f("x", nil, nil, 80), .i64("n", nil)], outputs: [.f("y", nil, nil, 9)],
      metadata: [("model_type", "wenet_ctc")])
    let folder = try TestFolder(
      "m", ["model.onnx": graph.onnx(), "tokens.txt": PublishedModel.tokens()])
    #expect(try error(folder.path).message.contains("its model_type is “wenet_ctc”"))
    var untyped = graph
    untyped.metadata = []
    try folder.write("model.onnx", untyped.onnx())
    #expect(try error(folder.path).message.contains("doesn't state a model_type"))
  }

  @Test func aBrokenGraphThatTellsTheKindIsNamed() throws {
    let folder = try TestFolder("m", ["model.onnx": Array("text".utf8)])
    let error = try error(folder.path)
    #expect(error.code == .malformedModel && error.message.contains("model.onnx"))
  }

  @Test func aManifestRulesOverNames() throws {
    let model = PublishedModel.all[0]
    let folder = try TestFolder(
      "other",
      [
        "a.ort": model.files["encoder_model.ort"] ?? [],
        "sub/b.ort": model.files["decoder_model_merged.ort"] ?? [],
        "words": PublishedModel.tokens(), "model.onnx": [1],
      ])
    try folder.write(
      "model.json",
      """
      {"format": 1, "id": "mine", "engine": "sherpa-onnx", "kind": "moonshine", "locale": "en-GB",
       "textStyle": "spoken", "longestUtterance": 9.5, "files": {"encoder": {"path": "a.ort"},
       "decoder": {"path": "sub/b.ort"}, "tokens": {"path": "words"}}}
      """)
    let found = try ModelFolder.open(folder.path)
    #expect(found.id == "mine" && found.kind == .moonshine && !found.isWritten)
    #expect(found.locales == [LocaleID("en-GB")] && found.longestUtterance == 9.5)
    #expect(found.files[.decoder] == "\(folder.path)/sub/b.ort")
    try found.validate()

    try folder.remove("sub/b.ort")
    let error = try error(folder.path)
    #expect(error.code == .modelNotFound && error.message.contains("the decoder (sub/b.ort)"))
  }

  @Test func tokensTellWhetherTextIsWritten() throws {
    let model = try #require(PublishedModel.all.first { $0.kind == .nemoTransducer })
    let folder = try model.folder()
    #expect(try !ModelFolder.open(folder.path).isWritten)
    let letters = (65..<91).flatMap { [$0, $0 + 32] }.map { String(UnicodeScalar(UInt8($0))) }
    let tokens = (letters + [".", ","]).enumerated().map { "\($1) \($0)\n" }.joined()
    try folder.write("tokens.txt", tokens)
    #expect(try ModelFolder.open(folder.path).isWritten)
  }
}
