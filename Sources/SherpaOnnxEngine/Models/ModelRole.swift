/// What a file of a model is for; the keys of `files` in `model.json`.
enum ModelRole: String, Sendable, Codable, CaseIterable {
  case encoder
  case decoder
  case joiner
  /// The graph of a model that has only one.
  case model
  /// Moonshine's first layout: sound to features.
  case preprocessor
  /// Moonshine's first layout: the first token.
  case uncachedDecoder
  /// Moonshine's first layout: every further token.
  case cachedDecoder
  /// The text of each token.
  case tokens
  /// The pieces that words are made of, with their scores; needed for hot words only.
  case bpeVocabulary

  /// Whether the file is a graph.
  var isGraph: Bool { self != .tokens && self != .bpeVocabulary }

  /// How messages call it.
  var label: String {
    switch self {
    case .uncachedDecoder: "uncached decoder"
    case .cachedDecoder: "cached decoder"
    case .tokens: "tokens file"
    case .bpeVocabulary: "BPE vocabulary"
    default: rawValue
    }
  }

  /// The names that published models give the file.
  var usualName: String {
    switch self {
    case .encoder: "encoder.onnx, encoder-….onnx, …-encoder.onnx, encoder_model.ort or encode.onnx"
    case .decoder: "decoder.onnx, decoder-….onnx, …-decoder.onnx or decoder_model_merged.ort"
    case .joiner: "joiner.onnx or joiner-….onnx"
    case .model: "model.onnx"
    case .preprocessor: "preprocess.onnx"
    case .uncachedDecoder: "uncached_decode.onnx"
    case .cachedDecoder: "cached_decode.onnx"
    case .tokens: "tokens.txt"
    case .bpeVocabulary: "bpe.vocab"
    }
  }
}
