internal import SpeechAudio
internal import SpeechRecognition

/// The names in a folder without a manifest, and which model they make.
///
/// The names are those of the models that sherpa-onnx publishes.
struct FolderContents {
  /// What was recognised; the files may not all be there.
  struct Found {
    var id: String
    var kind: ModelKind
    /// The name of each file in the folder.
    var files: [ModelRole: String]
    var locales: [LocaleID]?
  }

  let path: String
  let names: [String]
  private let graphs: [GraphName]

  /// Takes the names in a folder.
  init(path: String, names: [String]) {
    self.path = path
    self.names = names
    graphs = names.compactMap(GraphName.init).filter {
      FileFacts("\(path)/\($0.name)")?.isFolder == false
    }
  }

  /// Tells which model the folder holds.
  ///
  /// - Throws: ``SpeechError/Code/modelNotFound`` when there is none,
  ///   ``SpeechError/Code/malformedModel`` when there are several or it is of a kind that isn't run.
  func recognize() throws(SpeechError) -> Found {
    let families = Dictionary(grouping: graphs, by: \.family)
    let recognizers = families.keys.filter { $0 != .single && $0 != .detector }
    guard recognizers.count < 2 else { throw ambiguous(graphs.map(\.name)) }
    switch recognizers.first {
    case .moonshineParts, .moonshineMerged:
      var files = best(recognizers.first.flatMap { families[$0] } ?? [])
      files[.tokens] = tokens(group: "")
      return Found(
        id: folderName, kind: .moonshine, files: files, locales: LanguageNames.find(in: folderName))
    case .parts: return try parts(families[.parts] ?? [])
    default: break
    }
    if let single = families[.single] { return try self.single(single) }
    if let detector = families[.detector] {
      let groups = Set(detector.map(\.group))
      guard groups.count == 1 || groups.contains("silero_vad") else {
        throw ambiguous(detector.map(\.name))
      }
      let chosen = groups.count == 1 ? detector : detector.filter { $0.group == "silero_vad" }
      return Found(id: folderName, kind: .sileroVAD, files: best(chosen), locales: nil)
    }
    let found = names.isEmpty ? "it is empty" : "it holds \(list(names))"
    throw SpeechError.model(
      .modelNotFound, "There is no model in \(path): \(found).", remedy: ModelFolder.Remedy.install)
  }

  /// Encoder, decoder and perhaps joiner.
  private func parts(_ graphs: [GraphName]) throws(SpeechError) -> Found {
    let groups = Dictionary(grouping: graphs, by: \.group)
    let likely =
      groups.count == 1 ? groups : groups.filter { Set($0.value.map(\.role)).count >= 2 }
    guard likely.count == 1, let (group, members) = likely.first else {
      throw ambiguous(graphs.map(\.name))
    }
    var files = best(members)
    files[.tokens] = tokens(group: group)
    if names.contains("bpe.vocab") { files[.bpeVocabulary] = "bpe.vocab" }
    let name = group.isEmpty || group.hasPrefix("epoch") ? folderName : "\(folderName)-\(group)"
    guard let encoder = files[.encoder] else {
      // The encoder tells the kind; without it the other files tell what most likely is missing.
      let kind: ModelKind = files[.joiner] == nil ? .whisper : .transducer
      return Found(id: folderName, kind: kind, files: files, locales: nil)
    }
    let graph = try ModelGraph.read("\(path)/\(encoder)")
    guard let kind = ModelKind(encoder: graph, hasJoiner: files[.joiner] != nil) else {
      throw unsupported(encoder, graph)
    }
    let locales = LanguageNames.told(by: graph, kind) ?? LanguageNames.find(in: name)
    return Found(
      id: kind == .whisper && !group.isEmpty ? "whisper-\(group)" : folderName, kind: kind,
      files: files, locales: locales)
  }

  /// One graph and its tokens.
  private func single(_ graphs: [GraphName]) throws(SpeechError) -> Found {
    let groups = Dictionary(grouping: graphs, by: \.group)
    guard let members = groups.count == 1 ? groups.first?.value : groups["model"] else {
      throw ambiguous(graphs.map(\.name))
    }
    var files = best(members)
    files[.tokens] = tokens(group: "")
    let name = files[.model] ?? ""
    let graph = try ModelGraph.read("\(path)/\(name)")
    guard let kind = ModelKind(model: graph) else { throw unsupported(name, graph) }
    return Found(
      id: folderName, kind: kind, files: files,
      locales: LanguageNames.told(by: graph, kind) ?? LanguageNames.find(in: folderName))
  }

  /// The file of each role; of several precisions the smallest.
  private func best(_ graphs: [GraphName]) -> [ModelRole: String] {
    var files: [ModelRole: GraphName] = [:]
    for graph in graphs where graph.precision < files[graph.role]?.precision ?? .max {
      files[graph.role] = graph
    }
    return files.mapValues(\.name)
  }

  private func tokens(group: String) -> String? {
    let candidates = names.filter { $0 == "tokens.txt" || $0.hasSuffix("-tokens.txt") }
    if let own = candidates.first(where: { $0 == "\(group)-tokens.txt" }) { return own }
    if candidates.contains("tokens.txt") { return "tokens.txt" }
    return candidates.count == 1 ? candidates.first : nil
  }

  private var folderName: String { LanguageNames.folderName(path) }

  private func list(_ names: [String]) -> String {
    names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
  }

  private func ambiguous(_ names: [String]) -> SpeechError {
    SpeechError.model(
      .malformedModel, "It can't be told which model \(path) is: it holds \(list(names)).",
      remedy: "Keep one model in a folder, or state its files in a \(ModelManifest.fileName).")
  }

  private func unsupported(_ name: String, _ graph: ModelGraph) -> SpeechError {
    let type = graph.metadata["model_type"].map { "its model_type is “\($0.prefix(80))”" }
    return SpeechError.model(
      .malformedModel,
      "\(path)/\(name) isn't a kind of model that can be run: "
        + "\(type ?? "it doesn't state a model_type"), with \(graph.inputs.count) inputs.",
      remedy: "Use a Moonshine, Whisper, SenseVoice, Paraformer, NeMo or Zipformer model.")
  }
}
