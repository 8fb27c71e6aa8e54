public import SpeechAudio
public import SpeechRecognition

/// Speech recognition by PocketSphinx, offline, on one processor core.
///
/// Debian and Ubuntu bring the library and a model for American English (`apt install
/// pocketsphinx-en-us`); other models are given in the ``Settings``.
///
/// Final texts depend on nothing but the sound of their utterance: not on how the sound was cut
/// into buffers, on what was heard before, nor on whether partial results were asked for. For
/// that, the cepstral mean of the whole utterance is taken before its words are searched for.
///
/// The C library ends the process on some broken models. Models are checked before they are
/// loaded, and its fatal errors are caught; a defect in the library may still end the process.
public struct PocketSphinxEngine: SpeechEngine {
  /// The settings that the engine works with.
  public let settings: Settings

  /// Creates an engine.
  ///
  /// - Parameter settings: Which model to use and how to search; checked by ``validate(_:)``.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
  }

  /// What the engine is and what it can do.
  ///
  /// The identifier is `pocketsphinx` for default settings and carries a digest of the others.
  public var descriptor: EngineDescriptor {
    EngineDescriptor(
      id: settings.engineID, version: "5prealpha",
      capabilities: [
        EngineCapabilities(
          task: .dictation,
          abilities: [.partialResults, .wordTimes, .confidence, .alternatives])
      ],
      longestStep: AudioTime(samples: 1, rate: 2))
  }

  /// The locale of the model, when all of its files are there; else nothing.
  public func locales() throws(SpeechError) -> [LocaleID] {
    let files = try? ModelFiles.resolve(settings)
    return files?.missing.isEmpty == true ? [settings.locale] : []
  }

  /// The one model that the settings name.
  public func models() -> [InstalledModel] {
    guard let files = try? ModelFiles.resolve(settings) else { return [] }
    var model = InstalledModel(
      id: settings.locale.identifier, path: files.acousticModel, locales: [settings.locale])
    do throws(SpeechError) { try files.validate() } catch { model.problem = error }
    return [model]
  }

  /// Checks the locale, the tasks, the settings and the files of the model.
  ///
  /// - Parameter configuration: What the session will be asked to do.
  /// - Returns: Which advice would not be applied: contextual strings, and more than one thread.
  /// - Throws: ``SpeechError`` with code `localeNotSupported`, `unsupported` (a task that is not
  ///   dictation, a kind of model that can't be used), `missingParameter` (no task),
  ///   `invalidParameter` (a setting outside its range, an unknown option), `modelNotFound` or
  ///   `malformedModel`.
  public func validate(_ configuration: EngineConfiguration) throws(SpeechError) -> EngineReport {
    _ = try checkedModel(configuration)
    var unapplied: [EngineWarning] = []
    for (name, task) in configuration.tasks.sorted(by: { $0.key < $1.key })
    where !task.hints.contextualStrings.isEmpty {
      let count = task.hints.contextualStrings.count
      unapplied.append(
        EngineWarning(
          "PocketSphinx can't favour the \(count) contextual strings of task \"\(name)\"; "
            + "they are left out."))
    }
    if configuration.threads > 1 {
      unapplied.append(
        EngineWarning(
          "PocketSphinx decodes on one thread; \(configuration.threads) were allowed."))
    }
    return EngineReport(unapplied: unapplied)
  }

  /// Loads the model, which takes 0.2 to 0.6 s and about 100 MB; each serves one session.
  ///
  /// - Parameter configuration: What the session will be asked to do.
  /// - Returns: The model, which makes one session.
  /// - Throws: ``SpeechError`` as ``validate(_:)`` does, and with code `malformedModel`, with the
  ///   library's last log lines, when the library refuses the model.
  public func loadModel(
    _ configuration: EngineConfiguration
  ) throws(SpeechError) -> any EngineModel {
    let files = try checkedModel(configuration)
    return Model(try Decoder(files: files, settings: settings), engineID: settings.engineID)
  }

  private func checkedModel(_ configuration: EngineConfiguration) throws(SpeechError) -> ModelFiles
  {
    let id = settings.engineID
    guard configuration.locale.bestMatch(among: [settings.locale]) != nil,
      configuration.locale.region == nil || configuration.locale.region == settings.locale.region
    else {
      throw SpeechError(
        .localeNotSupported,
        "PocketSphinx has no model for \(configuration.locale); it has one for "
          + "\(settings.locale).",
        remedy: "Use \(settings.locale), or give a model of your own in the settings.",
        engine: id)
    }
    guard configuration.modelID == nil else {
      throw SpeechError(
        .modelNotFound, "PocketSphinx has no model called \"\(configuration.modelID ?? "")\".",
        remedy: "Leave the model's name out, or give the model's folder in the settings.",
        engine: id)
    }
    try configuration.requireDictation(
      by: "PocketSphinx", settings: "PocketSphinxEngine.Settings", engine: id)
    guard configuration.threads >= 1 else {
      throw SpeechError(
        .invalidParameter, "A session can't work with \(configuration.threads) threads.",
        remedy: "Allow at least 1.", engine: id)
    }
    try settings.validate()
    let files = try ModelFiles.resolve(settings)
    try files.validate()
    return files
  }
}

extension SpeechEngine where Self == PocketSphinxEngine {
  /// PocketSphinx with its default settings and the model that Debian installs.
  public static var pocketSphinx: PocketSphinxEngine { PocketSphinxEngine() }

  /// PocketSphinx with other settings.
  ///
  /// - Parameter settings: Which model to use and how to search.
  /// - Returns: The engine.
  public static func pocketSphinx(_ settings: PocketSphinxEngine.Settings) -> PocketSphinxEngine {
    PocketSphinxEngine(settings)
  }
}
