extension ModelKind {
  /// NeMo's class names of models with a CTC branch.
  private static let nemoCTCTypes: Set<String> = [
    "EncDecCTCModel", "EncDecCTCModelBPE", "EncDecHybridRNNTCTCBPEModel",
  ]
  private static let nemoTransducerTypes: Set<String> = [
    "EncDecRNNTBPEModel", "EncDecHybridRNNTCTCBPEModel",
  ]
  private static let transducerTypes: Set<String> = [
    "conformer", "ebranchformer", "lstm", "zipformer", "zipformer2",
  ]

  /// Tells the kind of a model with several graphs by its encoder; `nil` for one that isn't run.
  ///
  /// - Parameters:
  ///   - encoder: The encoder. One for sound as it comes takes its own state besides sound and length.
  ///   - hasJoiner: Whether there is a joiner too.
  init?(encoder: ModelGraph, hasJoiner: Bool) {
    let keepsState = encoder.inputs.count > 2
    let type = encoder.metadata["model_type"] ?? ""
    if type.hasPrefix("whisper") {
      self = .whisper
    } else if type == "paraformer" {
      self = .streamingParaformer
    } else if Self.nemoTransducerTypes.contains(type), !keepsState {
      self = .nemoTransducer
    } else if Self.transducerTypes.contains(type) || (type.isEmpty && hasJoiner) {
      self = keepsState ? .streamingTransducer : .transducer
    } else if type.isEmpty, encoder.inputs.count == 1, encoder.outputs.count == 2 {
      self = .whisper
    } else {
      return nil
    }
  }

  /// Tells the kind of a model with one graph; `nil` for one that isn't run.
  init?(model: ModelGraph) {
    let keepsState = model.inputs.count > 2
    let type = model.metadata["model_type"] ?? ""
    if type == "sense_voice_ctc" {
      self = .senseVoice
    } else if type == "paraformer" {
      self = .paraformer
    } else if Self.nemoCTCTypes.contains(type) {
      self = keepsState ? .streamingNemoCTC : .nemoCTC
    } else if type == "zipformer2_ctc", !keepsState {
      self = .zipformerCTC
    } else if type == "zipformer2_ctc" || type == "zipformer2", keepsState {
      self = .streamingZipformerCTC
    } else {
      return nil
    }
  }
}
