/// The kinds of models that the engine runs; the values of `kind` in `model.json`.
///
/// Source: sherpa-onnx's c-api.h and its documentation of pre-trained models.
enum ModelKind: String, Sendable, Codable, CaseIterable {
  case moonshine
  case whisper
  case senseVoice = "sense-voice"
  case paraformer
  case nemoCTC = "nemo-ctc"
  case zipformerCTC = "zipformer-ctc"
  case transducer
  case nemoTransducer = "nemo-transducer"
  case streamingTransducer = "streaming-transducer"
  case streamingParaformer = "streaming-paraformer"
  case streamingZipformerCTC = "streaming-zipformer-ctc"
  case streamingNemoCTC = "streaming-nemo-ctc"
  /// Not a recognizer: tells speech from other sound.
  case sileroVAD = "silero-vad"

  /// Whether it turns sound into text.
  var isRecognizer: Bool { self != .sileroVAD }

  /// Whether it takes sound as it comes, instead of whole utterances.
  var isStreaming: Bool {
    switch self {
    case .streamingTransducer, .streamingParaformer, .streamingZipformerCTC, .streamingNemoCTC: true
    default: false
    }
  }

  /// The files that it needs: one of these sets.
  var layouts: [[ModelRole]] {
    switch self {
    case .moonshine:
      [
        [.encoder, .decoder, .tokens],
        [.preprocessor, .encoder, .uncachedDecoder, .cachedDecoder, .tokens],
      ]
    case .whisper, .streamingParaformer: [[.encoder, .decoder, .tokens]]
    case .transducer, .nemoTransducer, .streamingTransducer:
      [[.encoder, .decoder, .joiner, .tokens]]
    case .senseVoice, .paraformer, .nemoCTC, .zipformerCTC, .streamingZipformerCTC,
      .streamingNemoCTC:
      [[.model, .tokens]]
    case .sileroVAD: [[.model]]
    }
  }

  /// Whether results say when each token starts. A paraformer with two outputs gives none after all:
  /// see ``ModelFacts/givesTokenTimes``.
  var givesTokenTimes: Bool {
    switch self {
    case .moonshine, .whisper, .streamingParaformer, .sileroVAD: false
    default: true
    }
  }

  /// Whether results say how likely each token is (`ys_log_probs`).
  var givesConfidence: Bool { self == .transducer || self == .nemoTransducer }

  /// Whether a decoder writes freely what it thinks was said, also when nothing was.
  var inventsText: Bool { self == .moonshine || self == .whisper }

  /// Whether phrases can be favoured, with the search method `modified_beam_search`.
  var takesHotWords: Bool { self == .transducer || self == .streamingTransducer }

  /// Whether its text has sentence marks and capitals (SenseVoice: when asked to write numbers and
  /// marks); `nil` where it depends on the model.
  var writesText: Bool? {
    switch self {
    case .moonshine, .whisper, .senseVoice: true
    case .paraformer, .streamingParaformer, .sileroVAD: false
    default: nil
    }
  }

  /// The longest utterance in seconds, where the kind has a limit.
  ///
  /// Whisper looks at a window of 30 s (Radford et al. 2022, 2.2); Moonshine was trained on up to 30 s
  /// and gets worse beyond 20.
  var longestUtterance: Double? {
    switch self {
    case .whisper: 30
    case .moonshine: 20
    default: nil
    }
  }
}
