@testable import SherpaOnnxEngine

extension PublishedModel {
  private typealias Graph = TinyGraph
  private typealias Tensor = ModelGraph.Tensor
  private static let count = tokenCount

  /// One of every kind, and both layouts of Moonshine.
  static let all: [PublishedModel] = [
    PublishedModel(
      .moonshine, "moonshine-tiny-en", ["en"], isWritten: true,
      [
        (.encoder, "encoder_model.ort", moonshineEncoder),
        (.decoder, "decoder_model_merged.ort", moonshineDecoder),
      ]),
    PublishedModel(
      .moonshine, "sherpa-onnx-moonshine-tiny-en-int8", ["en"], isWritten: true,
      [
        (
          .preprocessor, "preprocess.onnx",
          Graph(inputs: [.f("args_0", 1, nil)], outputs: [.f("sequential", 1, nil, 288)])
        ),
        (
          .encoder, "encode.int8.onnx",
          Graph(
            inputs: [.f("args_0", 1, nil, 288), .i32("args_1", 1)],
            outputs: [.f("layer_normalization", 1, nil, 288)])
        ),
        (.uncachedDecoder, "uncached_decode.int8.onnx", keptDecoder(states: 0)),
        (.cachedDecoder, "cached_decode.int8.onnx", keptDecoder(states: 4)),
      ]),
    PublishedModel(
      .whisper, "sherpa-onnx-whisper-tiny.en", ["en"], isWritten: true,
      tokens: "tiny.en-tokens.txt",
      [
        (.encoder, "tiny.en-encoder.int8.onnx", whisperEncoder),
        (.decoder, "tiny.en-decoder.int8.onnx", whisperDecoder),
      ]),
    PublishedModel(
      .senseVoice, "sherpa-onnx-sense-voice-zh-en-ja-ko-yue-2024-07-17",
      ["zh", "en", "ja", "ko", "yue"], isWritten: true, [(.model, "model.int8.onnx", senseVoice)]),
    PublishedModel(
      .paraformer, "sherpa-onnx-paraformer-zh-2023-09-14", ["zh"],
      [(.model, "model.int8.onnx", paraformer)]),
    PublishedModel(
      .nemoCTC, "sherpa-onnx-nemo-ctc-en-conformer-small", ["en"],
      [(.model, "model.int8.onnx", nemoCTC)]),
    PublishedModel(
      .zipformerCTC, "sherpa-onnx-zipformer-ctc-small-zh-2025-07-16", ["zh"],
      [(.model, "model.int8.onnx", zipformerCTC)]),
    PublishedModel(
      .transducer, "sherpa-onnx-zipformer-en-2023-06-26", ["en"],
      [
        (.encoder, "encoder-epoch-99-avg-1.int8.onnx", encoder(type: "zipformer2")),
        (.decoder, "decoder-epoch-99-avg-1.onnx", decoder),
        (.joiner, "joiner-epoch-99-avg-1.int8.onnx", joiner),
      ]),
    PublishedModel(
      .nemoTransducer, "sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8", nil,
      [
        (.encoder, "encoder.int8.onnx", nemoEncoder),
        (.decoder, "decoder.int8.onnx", nemoDecoder),
        (.joiner, "joiner.int8.onnx", nemoJoiner),
      ]),
    PublishedModel(
      .streamingTransducer, "sherpa-onnx-streaming-zipformer-bilingual-zh-en-2023-02-20",
      ["zh", "en"],
      [
        (.encoder, "encoder-epoch-99-avg-1.int8.onnx", streamingEncoder()),
        (.decoder, "decoder-epoch-99-avg-1.onnx", decoder),
        (.joiner, "joiner-epoch-99-avg-1.int8.onnx", joiner),
      ]),
    PublishedModel(
      .streamingParaformer, "sherpa-onnx-streaming-paraformer-bilingual-zh-en", ["zh", "en"],
      [
        (.encoder, "encoder.int8.onnx", streamingParaformerEncoder),
        (.decoder, "decoder.int8.onnx", streamingParaformerDecoder),
      ]),
    PublishedModel(
      .streamingZipformerCTC, "sherpa-onnx-streaming-zipformer-ctc-multi-zh-hans-2023-12-13",
      ["zh"],
      [(.model, "ctc-epoch-20-avg-1-chunk-16-left-128.int8.onnx", streamingEncoder(size: count))]),
    PublishedModel(
      .streamingNemoCTC, "sherpa-onnx-nemo-streaming-fast-conformer-ctc-en-80ms", ["en"],
      [(.model, "model.onnx", streamingNemoCTC)]),
    PublishedModel(
      .sileroVAD, "silero-vad", nil, tokens: nil,
      [
        (
          .model, "silero_vad.onnx",
          Graph(
            inputs: [.f("input", nil, nil), .f("state", 2, nil, 128), .i64("sr")],
            outputs: [.f("output", nil, 1), .f("stateN", nil, nil, nil)])
        )
      ]),
  ]

  private static let moonshineEncoder = Graph(
    inputs: [.f("input_values", nil, nil), .i64("attention_mask", nil, nil)],
    outputs: [.f("last_hidden_state", nil, nil, 288)])

  private static let moonshineDecoder = Graph(
    inputs: [
      .i64("encoder_attention_mask", nil, nil), .i64("input_ids", nil, nil),
      .f("encoder_hidden_states", nil, nil, 288),
    ] + states("past_key_values.0") + [
      Tensor(name: "use_cache_branch", elementType: .bool, dimensions: [1])
    ],
    outputs: [.f("logits", nil, nil, count)] + states("present.0"))

  private static func states(_ name: String) -> [ModelGraph.Tensor] {
    ["decoder.key", "decoder.value", "encoder.key", "encoder.value"].map {
      .f("\(name).\($0)", nil, 8, nil, 36)
    }
  }

  private static func keptDecoder(states: Int) -> TinyGraph {
    Graph(
      inputs: [.i32("args_0", 1, nil), .f("args_1", 1, nil, 288), .i32("args_2", 1)]
        + (0..<states).map { .f("args_\($0 + 3)", 1, nil, 8, 36) },
      outputs: [.f("logits", 1, nil, count)] + (0..<4).map { .f("state_\($0)", 1, nil, 8, 36) })
  }

  private static let whisperEncoder = Graph(
    inputs: [.f("mel", nil, 80, 3000)],
    outputs: [.f("n_layer_cross_k", 4, nil, 1500, 384), .f("n_layer_cross_v", 4, nil, 1500, 384)],
    metadata: [
      ("model_type", "whisper-tiny.en"), ("n_mels", "80"), ("n_text_layer", "4"),
      ("n_text_ctx", "448"), ("n_text_state", "384"), ("n_vocab", "20"), ("sot", "13"),
      ("eot", "12"), ("blank_id", "2"), ("translate", "14"), ("transcribe", "15"),
      ("is_multilingual", "0"), ("no_timestamps", "17"), ("no_speech", "18"),
      ("sot_sequence", "13,14"),
    ])

  private static let whisperDecoder = Graph(
    inputs: [
      .i64("tokens", nil, nil), .f("in_n_layer_self_k_cache", 4, nil, 448, 384),
      .f("in_n_layer_self_v_cache", 4, nil, 448, 384),
      .f("n_layer_cross_k", 4, nil, 1500, 384), .f("n_layer_cross_v", 4, nil, 1500, 384),
      .i64("offset", 1),
    ],
    outputs: [
      .f("logits", nil, nil, 20), .f("out_n_layer_self_k_cache", 4, nil, 448, 384),
      .f("out_n_layer_self_v_cache", 4, nil, 448, 384),
    ])

  private static let stacking = [
    ("vocab_size", "\(count)"), ("lfr_window_size", "7"), ("lfr_window_shift", "6"),
    ("neg_mean", list("-8.3", 560)), ("inv_stddev", list("1.5e-1", 560)),
  ]

  private static func list(_ item: String, _ count: Int) -> String {
    Array(repeating: item, count: count).joined(separator: ",")
  }

  private static let senseVoice = Graph(
    inputs: [
      .f("x", nil, nil, 560), .i32("x_length", nil), .i32("language", nil), .i32("text_norm", nil),
    ],
    outputs: [.f("logits", nil, nil, count)],
    metadata: stacking + [
      ("model_type", "sense_voice_ctc"), ("normalize_samples", "0"), ("with_itn", "14"),
      ("without_itn", "15"), ("lang_auto", "0"), ("lang_zh", "3"), ("lang_en", "4"),
      ("lang_yue", "7"), ("lang_ja", "11"), ("lang_ko", "12"),
    ])

  private static let paraformer = Graph(
    inputs: [.f("speech", nil, nil, 560), .i32("speech_lengths", nil)],
    outputs: [
      .f("logits", nil, nil, count), .i32("token_num", nil), .f("us_alphas", nil, nil),
      .f("us_cif_peak", nil, nil),
    ], metadata: stacking + [("model_type", "paraformer")])

  private static let nemoCTC = Graph(
    inputs: [.f("audio_signal", nil, 80, nil), .i64("length", nil)],
    outputs: [.f("logprobs", nil, nil, count)],
    metadata: [
      ("model_type", "EncDecCTCModelBPE"), ("vocab_size", "\(count - 1)"),
      ("subsampling_factor", "4"), ("normalize_type", "per_feature"),
    ])

  private static let streamingNemoCTC = Graph(
    inputs: nemoCTC.inputs + [
      .f("cache_last_channel", nil, 17, 70, 512), .f("cache_last_time", nil, 17, 512, 8),
      .i64("cache_last_channel_len", nil),
    ],
    outputs: nemoCTC.outputs + [
      .i64("encoded_lengths", nil), .f("cache_last_channel_next", nil, 17, 70, 512),
      .f("cache_last_time_next", nil, 17, 512, 8), .i64("cache_last_channel_len_next", nil),
    ],
    metadata: [
      ("model_type", "EncDecHybridRNNTCTCBPEModel"), ("vocab_size", "\(count - 1)"),
      ("subsampling_factor", "8"), ("window_size", "17"), ("chunk_shift", "8"),
      ("cache_last_channel_dim1", "17"), ("cache_last_channel_dim2", "70"),
      ("cache_last_channel_dim3", "512"), ("cache_last_time_dim1", "17"),
      ("cache_last_time_dim2", "512"), ("cache_last_time_dim3", "8"),
    ])

  private static let zipformerCTC = Graph(
    inputs: [.f("x", nil, nil, 80), .i64("x_lens", nil)],
    outputs: [.f("log_probs", nil, nil, count), .i64("log_probs_len", nil)],
    metadata: [("model_type", "zipformer2_ctc")])

  private static func encoder(type: String) -> TinyGraph {
    Graph(
      inputs: [.f("x", nil, nil, 80), .i64("x_lens", nil)],
      outputs: [.f("encoder_out", nil, nil, 512), .i64("encoder_out_lens", nil)],
      metadata: [("model_type", type), ("comment", "non-streaming")])
  }

  private static func streamingEncoder(size: Int = 512) -> TinyGraph {
    // Three layers in two stacks make 18 states, and two more.
    let states = (0..<19).map { Tensor.f("cached_\($0)", 128, nil, 128) }
    return Graph(
      inputs: [.f("x", nil, 45, 80)] + states + [.i64("processed_lens", nil)],
      outputs: [.f("encoder_out", nil, 16, size)]
        + states.map {
          Tensor(name: "new_\($0.name)", elementType: .float, dimensions: $0.dimensions)
        }
        + [.i64("new_processed_lens", nil)],
      metadata: [
        ("model_type", "zipformer2"), ("T", "45"), ("decode_chunk_len", "32"),
        ("encoder_dims", "192,256"), ("num_encoder_layers", "1,2"), ("query_head_dims", "32,32"),
        ("value_head_dims", "12,12"), ("num_heads", "4,4"), ("cnn_module_kernels", "31,31"),
        ("left_context_len", "128,64"),
      ])
  }

  private static let decoder = Graph(
    inputs: [.i64("y", nil, 2)], outputs: [.f("decoder_out", nil, 512)],
    metadata: [("vocab_size", "\(count)"), ("context_size", "2")])

  private static let joiner = Graph(
    inputs: [.f("encoder_out", nil, 512), .f("decoder_out", nil, 512)],
    outputs: [.f("logit", nil, count)], metadata: [("joiner_dim", "512")])

  private static let nemoEncoder = Graph(
    inputs: [.f("audio_signal", nil, 128, nil), .i64("length", nil)],
    outputs: [.f("outputs", nil, 1024, nil), .i64("encoded_lengths", nil)],
    metadata: [
      ("model_type", "EncDecRNNTBPEModel"), ("vocab_size", "\(count - 1)"),
      ("subsampling_factor", "8"), ("pred_rnn_layers", "2"), ("pred_hidden", "640"),
      ("normalize_type", "per_feature"), ("feat_dim", "128"),
    ])

  private static let nemoDecoder = Graph(
    inputs: [
      .i32("targets", nil, nil), .i32("target_length", nil), .f("states.1", 2, nil, 640),
      .f("onnx::Slice_3", 2, nil, 640),
    ],
    outputs: [
      .f("outputs", nil, 640, nil), .i32("prednet_lengths", nil), .f("states", 2, nil, 640),
      .f("162", 2, nil, 640),
    ])

  private static let nemoJoiner = Graph(
    inputs: [.f("encoder_outputs", nil, 1024, nil), .f("decoder_outputs", nil, 640, nil)],
    outputs: [.f("outputs", nil, nil, nil, count + 5)])

  private static let streamingParaformerEncoder = Graph(
    inputs: [.f("speech", nil, nil, 560), .i32("speech_lengths", nil)],
    outputs: [.f("enc", nil, nil, 512), .i32("enc_len", nil), .f("alphas", nil, nil)],
    metadata: stacking + [
      ("model_type", "paraformer"), ("encoder_output_size", "512"), ("decoder_num_blocks", "1"),
      ("decoder_kernel_size", "11"),
    ])

  private static let streamingParaformerDecoder = Graph(
    inputs: [
      .f("enc", nil, nil, 512), .i32("enc_len", nil), .f("acoustic_embeds", nil, nil, 512),
      .i32("acoustic_embeds_len", nil), .f("in_cache_0", nil, 512, 10),
    ],
    outputs: [
      .f("logits", nil, nil, count), .i64("sample_ids", nil, nil), .f("out_cache_0", nil, 512, 10),
    ])
}
