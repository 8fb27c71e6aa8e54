internal import SpeechAudio

extension ModelFolder {
  /// 8 GB, above every model that fits into the memory of what it is meant for.
  private static let largest = 8_000_000_000

  /// Looks into every file: that it is there, has the size that is stated, can be read, is what its role
  /// says, and that the tokens fit the graphs. Checksums are for whoever installs a model.
  ///
  /// - Returns: What the files declare.
  /// - Throws: ``SpeechError/Code/modelNotFound`` for a file that is missing or cut,
  ///   ``SpeechError/Code/malformedModel`` for one that is another than it should be.
  @discardableResult
  func validate() throws(SpeechError) -> ModelFacts {
    let order = ModelRole.allCases.filter { files[$0] != nil }
    for role in order { try checkFile(role) }
    var graphs: [ModelRole: ModelGraph] = [:]
    for role in order where role.isGraph {
      let graph = try ModelGraph.read(files[role] ?? "")
      try checkExternalFiles(graph, role)
      graphs[role] = graph
    }
    try checkDoubles(graphs)
    let type = (graphs[.encoder] ?? graphs[.model])?.metadata["model_type"] ?? ""
    for role in order {
      guard let graph = graphs[role],
        let problem = kind.rule(for: role, among: Set(files.keys), type: type)?.problem(graph)
          ?? kind.countProblem(role, graphs)
      else { continue }
      throw wrongGraph(role, problem, graphs, type)
    }
    try checkType(type, graphs)
    let tokens = try files[.tokens].map { path throws(SpeechError) in
      try checkTokens(path, graphs)
    }
    return ModelFacts(
      graphs: graphs, tokenCount: tokens?.count,
      givesTokenTimes: kind.givesTokenTimes
        && (kind != .paraformer || graphs[.model]?.outputs.count == 4))
  }

  private func checkFile(_ role: ModelRole) throws(SpeechError) {
    let path = files[role] ?? ""
    guard let facts = FileFacts(path) else {
      throw SpeechError.model(
        .modelNotFound, "The \(role.label) of the model \(id) is missing: \(path).",
        remedy: Remedy.install)
    }
    guard facts.isRegular else {
      throw fault("\(path), the \(role.label) of the model \(id), isn't a regular file.")
    }
    guard facts.size > 0 else { throw fault("\(path) can't be used as a model: it is empty.") }
    guard facts.size <= Self.largest else {
      throw fault("\(path) has \(facts.size) bytes, more than \(Self.largest).")
    }
    if let stated = statedSizes[role], stated != facts.size {
      throw SpeechError.model(
        facts.size < stated ? .modelNotFound : .malformedModel,
        "\(path) has \(facts.size) bytes, and \(ModelManifest.fileName) states \(stated).",
        remedy: Remedy.install)
    }
  }

  /// Weights that lie in other files must be there, next to the graph.
  private func checkExternalFiles(_ graph: ModelGraph, _ role: ModelRole) throws(SpeechError) {
    let path = files[role] ?? ""
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    for (name, size) in graph.externalFiles.sorted(by: { $0.key < $1.key }) {
      guard ModelManifest.staysInside(name) else {
        throw fault("\(path) names weights outside its folder: “\(name.prefix(80))”.")
      }
      let place = (folder + [Substring(name)]).joined(separator: "/")
      guard let facts = FileFacts(place), facts.isRegular else {
        throw SpeechError.model(
          .modelNotFound, "The weights of \(path) are missing: \(place).", remedy: Remedy.install)
      }
      guard facts.size >= size else {
        throw SpeechError.model(
          .modelNotFound, "\(place) is cut: it has \(facts.size) bytes, and \(path) needs \(size).",
          remedy: Remedy.install)
      }
    }
  }

  /// One file in two roles makes the C library read memory that isn't its own.
  private func checkDoubles(_ graphs: [ModelRole: ModelGraph]) throws(SpeechError) {
    let roles = ModelRole.allCases.filter { graphs[$0] != nil }
    for (index, first) in roles.enumerated() {
      for second in roles[(index + 1)...]
      where files[first] == files[second]
        || (graphs[first]?.inputs == graphs[second]?.inputs
          && graphs[first]?.outputs == graphs[second]?.outputs)
      {
        throw fault(
          "The \(first.label) and the \(second.label) of the model \(id) are the same graph: "
            + "\(files[first] ?? "") and \(files[second] ?? "").")
      }
    }
  }

  /// The file that should be this one's, if it has another role here.
  private func wrongGraph(
    _ role: ModelRole, _ problem: String, _ graphs: [ModelRole: ModelGraph], _ type: String
  ) -> SpeechError {
    let message =
      "\(files[role] ?? "") can't be the \(role.label) of a \(kind.rawValue) model: \(problem)."
    let roles = Set(files.keys)
    let own = kind.rule(for: role, among: roles, type: type)
    let swapped = graphs.first { other, graph in
      other != role && own?.shapeProblem(graph) == nil
        && graphs[role].map {
          kind.rule(for: other, among: roles, type: type)?.shapeProblem($0) == nil
        } == true
    }
    guard let swapped else { return fault(message) }
    return SpeechError.model(
      .malformedModel,
      "The \(role.label) and the \(swapped.key.label) of the model \(id) are swapped: " + message,
      remedy:
        "Give each file the name, or the role in \(ModelManifest.fileName), that it should have.")
  }

  /// The library ends the process when it needs a type and finds none that it knows.
  private func checkType(
    _ type: String, _ graphs: [ModelRole: ModelGraph]
  ) throws(SpeechError) {
    let found: ModelKind?
    switch kind {
    case .moonshine, .sileroVAD: return
    case .transducer, .nemoTransducer, .streamingTransducer, .whisper, .streamingParaformer:
      found = graphs[.encoder].flatMap { ModelKind(encoder: $0, hasJoiner: files[.joiner] != nil) }
      if kind == .streamingTransducer, type.isEmpty {
        throw fault("\(files[.encoder] ?? "") states no “model_type” in its metadata.")
      }
    default:
      found = graphs[.model].flatMap { ModelKind(model: $0) }
    }
    guard found == kind else {
      let what = found?.rawValue ?? "“\(type.prefix(80))”"
      throw fault("The files in \(path) make a \(what) model, not a \(kind.rawValue) model.")
    }
  }

  private func checkTokens(
    _ path: String, _ graphs: [ModelRole: ModelGraph]
  ) throws(SpeechError) -> TokenTable {
    let table: TokenTable
    do throws(GraphFault) {
      table = try TokenTable(try FileBytes(path: path))
    } catch {
      throw fault("\(path) can't be used as tokens: \(error.reason).")
    }
    guard let range = kind.tokenCounts(graphs) else { return table }
    guard range.contains(table.count) else {
      throw fault(
        "The tokens don't fit the model \(id): \(path) has \(table.count), and the model makes "
          + (range.lowerBound == range.upperBound
            ? "\(range.lowerBound)." : "\(range.lowerBound) to \(range.upperBound)."))
    }
    return table
  }

  private func fault(_ message: String) -> SpeechError {
    SpeechError.model(.malformedModel, message, remedy: Remedy.install)
  }
}
