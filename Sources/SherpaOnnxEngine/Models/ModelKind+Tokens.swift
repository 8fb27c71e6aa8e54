extension ModelKind {
  /// Tokens files of icefall end in symbols that no graph makes, such as `#0`.
  private static let unusedTokens = 16

  /// How many tokens there may be for the graphs; `nil` where the graphs don't tell.
  func tokenCounts(_ graphs: [ModelRole: ModelGraph]) -> ClosedRange<Int>? {
    if self == .whisper {
      // Whisper's file has the text tokens only; those from the end of text on are marks.
      guard let text = graphs[.encoder]?.number("eot"),
        let all = graphs[.encoder]?.number("n_vocab"),
        text > 0, text <= all
      else { return nil }
      return text...all
    }
    guard let size = vocabularySize(graphs), size > 0, size < 1 << 30 else { return nil }
    return size...size + Self.unusedTokens
  }

  /// The number of different tokens that the graphs can make.
  private func vocabularySize(_ graphs: [ModelRole: ModelGraph]) -> Int? {
    switch self {
    case .moonshine: Self.lastSize(graphs[.decoder] ?? graphs[.uncachedDecoder])
    case .transducer, .streamingTransducer:
      graphs[.decoder]?.number("vocab_size") ?? Self.lastSize(graphs[.joiner])
    // NeMo doesn't count the blank.
    case .nemoTransducer: graphs[.encoder]?.number("vocab_size").map { $0 + 1 }
    case .nemoCTC, .streamingNemoCTC:
      Self.lastSize(graphs[.model]) ?? graphs[.model]?.number("vocab_size").map { $0 + 1 }
    case .zipformerCTC, .streamingZipformerCTC: Self.lastSize(graphs[.model])
    case .senseVoice, .paraformer: graphs[.model]?.number("vocab_size")
    case .streamingParaformer: graphs[.encoder]?.number("vocab_size")
    case .whisper, .sileroVAD: nil
    }
  }

  /// The last dimension of the first output.
  private static func lastSize(_ graph: ModelGraph?) -> Int? {
    guard let dimensions = graph?.outputs.first?.dimensions, dimensions.count == 3,
      let last = dimensions.last
    else { return nil }
    return last
  }
}
