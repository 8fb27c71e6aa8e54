extension ModelKind {
  private static let many = ModelGraph.Limits.tensors
  private static let frameStacking = ["vocab_size", "lfr_window_size", "lfr_window_shift"]
  /// Whisper's notes that are tokens.
  static let whisperTokens = [
    "sot", "eot", "blank_id", "translate", "transcribe", "no_timestamps", "no_speech",
  ]
  private static let normalization = ["neg_mean", "inv_stddev"]

  /// What the graph of a role must declare, or `nil` for a role that the kind doesn't have.
  ///
  /// - Parameters:
  ///   - role: The role of the file.
  ///   - files: The roles that there are; Moonshine has two layouts.
  ///   - type: The encoder's or model's `model_type`.
  /// - Returns: The rule.
  func rule(for role: ModelRole, among files: Set<ModelRole>, type: String = "") -> GraphRule? {
    switch self {
    case .moonshine:
      files.contains(.preprocessor) ? Self.moonshineParts(role) : Self.moonshineMerged(role)
    case .whisper: Self.whisper(role)
    case .senseVoice, .paraformer, .nemoCTC, .zipformerCTC, .streamingZipformerCTC,
      .streamingNemoCTC:
      role == .model ? single : nil
    case .transducer: Self.transducer(role)
    case .nemoTransducer: Self.nemoTransducer(role)
    case .streamingTransducer:
      role == .encoder ? Self.streamingEncoder(type) : Self.transducer(role)
    case .streamingParaformer: Self.streamingParaformer(role)
    case .sileroVAD: role == .model ? Self.detector : nil
    }
  }

  private static func moonshineParts(_ role: ModelRole) -> GraphRule? {
    switch role {
    case .preprocessor: GraphRule(inputs: [.float(2)], outputs: 1...1)
    case .encoder: GraphRule(inputs: [.float(3), .integer()], outputs: 1...1)
    case .uncachedDecoder:
      GraphRule(inputs: [.integer(), .float(3), .integer()], outputs: 2...many)
    case .cachedDecoder:
      GraphRule(
        inputs: [.integer(), .float(3), .integer()], moreInputs: 1...many, outputs: 2...many)
    default: nil
    }
  }

  private static func moonshineMerged(_ role: ModelRole) -> GraphRule? {
    switch role {
    // Sound, and a mask in some.
    case .encoder: GraphRule(inputs: [.float(2)], moreInputs: 0...1, outputs: 1...1)
    // A mask in some; tokens, features; 4 of state for each layer; whether to use it. The mask and the
    // tokens are both whole numbers in two dimensions.
    case .decoder: GraphRule(inputs: [.integer(2), .any], moreInputs: 5...many, outputs: 5...many)
    default: nil
    }
  }

  private static func whisper(_ role: ModelRole) -> GraphRule? {
    switch role {
    case .encoder:
      GraphRule(
        inputs: [.float(3)], outputs: 2...2,
        sizes: ["n_mels", "n_text_layer", "n_text_ctx", "n_text_state", "n_vocab"],
        numbers: whisperTokens + ["is_multilingual"], numberLists: ["sot_sequence"])
    case .decoder:
      GraphRule(
        inputs: [.integer(2), .float(4), .float(4), .float(4), .float(4), .integer()],
        outputs: 3...4)
    default: nil
    }
  }

  private static func transducer(_ role: ModelRole) -> GraphRule? {
    switch role {
    case .encoder: GraphRule(inputs: [.float(3), .integer(1)], outputs: 2...2)
    case .decoder:
      GraphRule(inputs: [.integer(2)], outputs: 1...1, sizes: ["vocab_size", "context_size"])
    case .joiner: GraphRule(inputs: [.float(), .float()], outputs: 1...1)
    default: nil
    }
  }

  private static func nemoTransducer(_ role: ModelRole) -> GraphRule? {
    switch role {
    case .encoder:
      GraphRule(
        inputs: [.float(3), .integer(1)], outputs: 2...2,
        sizes: ["vocab_size", "subsampling_factor", "pred_rnn_layers", "pred_hidden"])
    case .decoder:
      GraphRule(inputs: [.integer(2)], moreInputs: 2...3, outputs: 3...4)
    case .joiner: GraphRule(inputs: [.float(3), .float(3)], outputs: 1...1)
    default: nil
    }
  }

  /// The notes of a streaming encoder that state something for each of its stacks.
  static func stackNotes(_ type: String) -> [String] {
    let common = ["encoder_dims", "num_encoder_layers", "cnn_module_kernels", "left_context_len"]
    return switch type {
    case "zipformer2": common + ["query_head_dims", "value_head_dims", "num_heads"]
    case "zipformer": common + ["attention_dims"]
    default: []
    }
  }

  private static func streamingEncoder(_ type: String) -> GraphRule {
    var rule = GraphRule(
      inputs: [.float(3)], moreInputs: 2...many, outputs: 2...many,
      sizes: ["T", "decode_chunk_len"], sizeLists: stackNotes(type))
    switch type {
    case "lstm": rule.sizes += ["num_encoder_layers", "rnn_hidden_size", "d_model"]
    case "conformer":
      rule.sizes += ["num_encoder_layers", "left_context", "encoder_dim", "cnn_module_kernel"]
      rule.numbers = ["pad_length"]
    case "ebranchformer":
      rule.sizes += [
        "num_hidden_layers", "hidden_size", "intermediate_size", "csgu_kernel_size",
        "merge_conv_kernel", "left_context_len", "num_heads", "head_dim",
      ]
    default: break
    }
    return rule
  }

  private static func streamingParaformer(_ role: ModelRole) -> GraphRule? {
    switch role {
    case .encoder:
      GraphRule(
        inputs: [.float(3), .integer(1)], outputs: 3...3,
        sizes: frameStacking + [
          "encoder_output_size", "decoder_num_blocks", "decoder_kernel_size",
        ], numberLists: normalization)
    case .decoder:
      GraphRule(
        inputs: [.float(3), .integer(1), .float(3), .integer(1)], moreInputs: 1...many,
        outputs: 2...many)
    default: nil
    }
  }

  /// The kinds of one graph.
  private var single: GraphRule? {
    switch self {
    case .senseVoice:
      GraphRule(
        inputs: [.float(3), .integer(1), .integer(1), .integer(1)], outputs: 1...Self.many,
        sizes: Self.frameStacking,
        numbers: [
          "normalize_samples", "with_itn", "without_itn", "lang_auto", "lang_zh", "lang_en",
          "lang_ja", "lang_ko", "lang_yue",
        ], numberLists: Self.normalization)
    case .paraformer:
      GraphRule(
        inputs: [.float(3), .integer(1)], outputs: 2...4, sizes: Self.frameStacking,
        numberLists: Self.normalization)
    case .nemoCTC:
      GraphRule(
        inputs: [.float(3), .integer(1)], outputs: 1...2,
        sizes: ["vocab_size", "subsampling_factor"])
    case .zipformerCTC: GraphRule(inputs: [.float(3), .integer(1)], outputs: 1...2)
    case .streamingZipformerCTC: Self.streamingEncoder("zipformer2")
    case .streamingNemoCTC:
      GraphRule(
        inputs: [.float(3), .integer(1), .float(4), .float(4), .integer(1)], outputs: 5...5,
        sizes: [
          "window_size", "chunk_shift", "subsampling_factor", "vocab_size",
          "cache_last_channel_dim1", "cache_last_channel_dim2", "cache_last_channel_dim3",
          "cache_last_time_dim1", "cache_last_time_dim2", "cache_last_time_dim3",
        ])
    default: nil
    }
  }

  /// The fourth and the fifth version; the library compares every name.
  private static let detector = GraphRule(
    inputs: [.float(2), .any, .any], moreInputs: 0...1, outputs: 2...3,
    names: [
      ["input", "state", "sr", "output", "stateN"],
      ["input", "sr", "h", "c", "output", "hn", "cn"],
    ])
}
