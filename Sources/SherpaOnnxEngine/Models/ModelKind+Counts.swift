extension ModelKind {
  /// What in the numbers of a graph doesn't agree, or `nil` when all does.
  ///
  /// The library makes as many states and tables as the notes say and hands them to the graph without
  /// counting: too many or too few are memory that isn't its own.
  func countProblem(_ role: ModelRole, _ graphs: [ModelRole: ModelGraph]) -> String? {
    guard let graph = graphs[role] else { return nil }
    switch (self, role) {
    case (.moonshine, .decoder): return Self.mergedDecoderProblem(graph)
    case (.moonshine, .cachedDecoder):
      let states = (graphs[.uncachedDecoder]?.outputs.count ?? 0) - 1
      return Self.stateProblem(graph, others: 3, states: states)
    case (.whisper, .encoder): return Self.whisperProblem(graph)
    case (.streamingTransducer, .encoder), (.streamingZipformerCTC, .model):
      return Self.streamingProblem(graph)
    case (.streamingParaformer, .decoder):
      let blocks = graphs[.encoder]?.number("decoder_num_blocks") ?? 0
      return Self.stateProblem(graph, others: 4, states: blocks)
    case (.streamingParaformer, .encoder), (.paraformer, .model), (.senseVoice, .model):
      return Self.normalizationProblem(graph)
    default: return nil
    }
  }

  private static func stateProblem(_ graph: ModelGraph, others: Int, states: Int) -> String? {
    guard graph.inputs.count != others + states else { return nil }
    return "it has \(graph.inputs.count) inputs, and the model's notes make \(others + states)"
  }

  /// The library finds mask and state by name, and reckons the layers from the number of inputs.
  private static func mergedDecoderProblem(_ graph: ModelGraph) -> String? {
    guard let state = graph.inputs.first(where: { $0.name.contains("key_values") }) else {
      return "none of its inputs is named “key_values”"
    }
    guard let dimensions = state.dimensions, dimensions.count == 4, dimensions[1] != nil,
      dimensions[3] != nil
    else { return "its input “\(state.name)” hasn't the four dimensions of a state" }
    let others = graph.inputs.contains { $0.name.contains("encoder_attention_mask") } ? 4 : 3
    let states = graph.inputs.count - others
    guard states > 0, states % 4 == 0, graph.outputs.count == states + 1 else {
      return
        "its \(graph.inputs.count) inputs and \(graph.outputs.count) outputs make no whole layers"
    }
    return nil
  }

  private static func whisperProblem(_ graph: ModelGraph) -> String? {
    let vocabulary = graph.number("n_vocab") ?? 0
    var tokens = whisperTokens.map { ($0, graph.number($0)) }
    func numbers(_ key: String) -> [(String, Int?)] {
      (graph.metadata[key] ?? "").split(separator: ",").map { (key, Int($0)) }
    }
    tokens += numbers("sot_sequence")
    if graph.number("is_multilingual") != 0 {
      let languages = numbers("all_language_tokens")
      let codes = (graph.metadata["all_language_codes"] ?? "").split(separator: ",")
      guard !languages.isEmpty, languages.count == codes.count else {
        return "its metadata names \(codes.count) languages and \(languages.count) tokens for them"
      }
      tokens += languages
    }
    for (key, token) in tokens where !(0..<vocabulary).contains(token ?? -1) {
      return "its metadata has a token for “\(key)” that isn't among the \(vocabulary)"
    }
    return nil
  }

  /// The states of a streaming encoder; the sums are those of sherpa-onnx's GetEncoderInitStates.
  private static func streamingProblem(_ graph: ModelGraph) -> String? {
    let type = graph.metadata["model_type"] ?? ""
    // A CTC model of Zipformer has one of two names.
    let layout = type == "zipformer2_ctc" ? "zipformer2" : type
    let stacks = stackNotes(layout).map { key in
      (
        key,
        (graph.metadata[key] ?? "").split(separator: ",").map { Int($0.filter { $0 != " " }) ?? 0 }
      )
    }
    for (key, list) in stacks where list.count != stacks[0].1.count {
      return "its metadata has \(list.count) numbers for “\(key)”, not \(stacks[0].1.count)"
    }
    let layers = stacks.first { $0.0 == "num_encoder_layers" }?.1 ?? []
    guard layers.allSatisfy({ $0 <= ModelGraph.Limits.tensors }) else {
      return "its metadata has too many layers"
    }
    switch layout {
    case "zipformer2":
      return stateProblem(graph, others: 1, states: 6 * layers.reduce(0, +) + 2)
    case "zipformer": return stateProblem(graph, others: 1, states: 7 * layers.count)
    case "conformer": return stateProblem(graph, others: 2, states: 2)
    case "lstm": return stateProblem(graph, others: 1, states: 2)
    case "ebranchformer":
      return stateProblem(
        graph, others: 1, states: 4 * (graph.number("num_hidden_layers") ?? 0) + 1)
    default: return nil
    }
  }

  /// Mean and deviation must be there for each number of a stacked frame.
  private static func normalizationProblem(_ graph: ModelGraph) -> String? {
    let counts = ["neg_mean", "inv_stddev"].map { key in
      (graph.metadata[key] ?? "").split(separator: ",").count
    }
    let size = graph.inputs.first?.dimensions?.last ?? nil
    guard counts[0] == counts[1], counts[0] == size ?? counts[0] else {
      let frame = size.map { " for frames of \($0)" } ?? ""
      return "its metadata has \(counts[0]) and \(counts[1]) numbers of normalization\(frame)"
    }
    return nil
  }
}
