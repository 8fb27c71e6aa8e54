import CSherpaOnnxShim
import SpeechAudio
import SpeechRecognition

extension ModelFolder {
  /// The rate of the sound that the kinds of models take, in Hz.
  static let sampleRate = 16_000

  /// Whether the model recognises a language, as far as is known.
  func has(_ locale: LocaleID) -> Bool {
    guard let locales else { return true }
    return locale.bestMatch(among: locales) != nil
  }

  /// What the engine can do with the model.
  var abilities: Set<EngineCapability> {
    var abilities: Set<EngineCapability> = [.partialResults]
    if kind.givesTokenTimes { abilities.insert(.wordTimes) }
    if kind.givesConfidence { abilities.insert(.confidence) }
    if isWritten { abilities.insert(.punctuation) }
    return abilities
  }

  var segmentation: Segmentation {
    Segmentation(.cutAtPauses, longest: longestUtterance.map { AudioTime(seconds: $0) })
  }

  /// Lends the library's description of the model to a call.
  func withModel<Result>(
    _ locale: LocaleID, threads: Int, preset: SherpaOnnxEngine.Settings.Preset,
    _ body: (shx_model) -> Result
  ) -> Result {
    var model = shx_model()
    model.kind = kind.code
    model.sample_rate = Int32(Self.sampleRate)
    model.threads = Int32(threads)
    model.paths = preset == .accurate ? 4 : 0
    let language = takesLanguage ? locale.language : nil
    var strings = files.map { role, file in (role.field, file) }
    if let language { strings.append((\.language, language)) }
    return Self.fill(strings[...], &model, body)
  }

  /// Whether the language is told; models of one language know it.
  private var takesLanguage: Bool {
    [.whisper, .senseVoice].contains(kind) && locales?.count != 1
  }

  private typealias Field = WritableKeyPath<shx_model, UnsafePointer<CChar>?>

  private static func fill<Result>(
    _ strings: ArraySlice<(Field, String)>, _ model: inout shx_model,
    _ body: (shx_model) -> Result
  ) -> Result {
    guard let (field, string) = strings.first else { return body(model) }
    return string.withCString { pointer in
      model[keyPath: field] = pointer
      return fill(strings.dropFirst(), &model, body)
    }
  }
}

extension ModelKind {
  /// The library's number for the kind; a detector, which has none, is never asked.
  fileprivate var code: shx_kind {
    switch self {
    case .moonshine, .sileroVAD: SHX_MOONSHINE
    case .whisper: SHX_WHISPER
    case .senseVoice: SHX_SENSE_VOICE
    case .paraformer: SHX_PARAFORMER
    case .nemoCTC: SHX_NEMO_CTC
    case .zipformerCTC: SHX_ZIPFORMER_CTC
    case .transducer: SHX_TRANSDUCER
    case .nemoTransducer: SHX_NEMO_TRANSDUCER
    case .streamingTransducer: SHX_STREAMING_TRANSDUCER
    case .streamingParaformer: SHX_STREAMING_PARAFORMER
    case .streamingZipformerCTC: SHX_STREAMING_ZIPFORMER_CTC
    case .streamingNemoCTC: SHX_STREAMING_NEMO_CTC
    }
  }
}

extension ModelRole {
  /// Where the library's description of a model names the file.
  fileprivate var field: WritableKeyPath<shx_model, UnsafePointer<CChar>?> {
    switch self {
    case .encoder: \.encoder
    case .decoder: \.decoder
    case .joiner: \.joiner
    case .model: \.model
    case .preprocessor: \.preprocessor
    case .uncachedDecoder: \.uncached_decoder
    case .cachedDecoder: \.cached_decoder
    case .tokens: \.tokens
    case .bpeVocabulary: \.bpe_vocabulary
    }
  }
}
