/// What the name of a graph's file tells.
struct GraphName {
  /// Sets of files that belong together.
  enum Family {
    /// Moonshine's first layout: `preprocess`, `encode`, `uncached_decode`, `cached_decode`.
    case moonshineParts
    /// Moonshine's second layout: `encoder_model`, `decoder_model_merged`.
    case moonshineMerged
    /// An encoder with its decoder and perhaps joiner.
    case parts
    /// A model of one graph.
    case single
    /// Silero's detector.
    case detector
  }

  let name: String
  let family: Family
  let role: ModelRole
  /// What is in the name beside role and precision: the same for the files of one model.
  let group: String
  /// 0 for 8 bits, 1 for the usual, 2 for 16 bits, which are slow on processors without them.
  let precision: Int

  /// `nil` for a name that isn't a graph's.
  init?(_ name: String) {
    guard let ending = [".onnx", ".ort"].first(where: name.hasSuffix) else { return nil }
    self.name = name
    var stem = name.dropLast(ending.count)
    let marks = [(".int8", 0), ("-int8", 0), ("_quantized", 0), ("_quant", 0), (".fp16", 2)]
    let mark = marks.first { stem.hasSuffix($0.0) }
    stem = stem.dropLast(mark?.0.count ?? 0)
    precision = mark?.1 ?? 1

    switch stem {
    case "preprocess": (family, role, group) = (.moonshineParts, .preprocessor, "")
    case "encode": (family, role, group) = (.moonshineParts, .encoder, "")
    case "uncached_decode": (family, role, group) = (.moonshineParts, .uncachedDecoder, "")
    case "cached_decode": (family, role, group) = (.moonshineParts, .cachedDecoder, "")
    case "encoder_model": (family, role, group) = (.moonshineMerged, .encoder, "")
    case "decoder_model_merged": (family, role, group) = (.moonshineMerged, .decoder, "")
    default:
      if stem.hasPrefix("silero_vad") {
        (family, role, group) = (.detector, .model, String(stem))
      } else if let (role, group) = Self.part(stem) {
        (family, self.role, self.group) = (.parts, role, group)
      } else {
        (family, role, group) = (.single, .model, String(stem))
      }
    }
  }

  /// Finds the role at the beginning (`encoder-epoch-99`) or the end (`tiny.en-encoder`).
  private static func part(_ stem: Substring) -> (ModelRole, String)? {
    for role in [ModelRole.encoder, .decoder, .joiner] {
      let word = role.rawValue
      if stem == word { return (role, "") }
      if stem.hasPrefix(word), let next = stem.dropFirst(word.count).first, "-_.".contains(next) {
        return (role, String(stem.dropFirst(word.count + 1)))
      }
      if stem.hasSuffix(word), let last = stem.dropLast(word.count).last, "-_.".contains(last) {
        return (role, String(stem.dropLast(word.count + 1)))
      }
    }
    return nil
  }
}
