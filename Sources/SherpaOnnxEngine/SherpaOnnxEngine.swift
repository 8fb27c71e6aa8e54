public import SpeechAudio
public import SpeechRecognition

/// Speech recognition by neural models that sherpa-onnx runs, offline, on the processor.
///
/// Texts are as accurate as the model is: Moonshine tiny, which `Scripts/install-sherpa-onnx`
/// installs, gets about four words in a hundred wrong where PocketSphinx gets a third wrong, in
/// capitals and with sentence marks.
///
/// The engine is there when the package is built with the trait `SherpaOnnx`; without it, it can be
/// imported all the same and says so in ``validate(_:)``. The library is opened when it is
/// first needed.
///
/// Final texts depend on nothing but the sound of their utterance: models that do not stream decode
/// it as a whole.
///
/// Model files are checked before the library reads them, and its fatal errors are caught. A file
/// that passes the checks may still end the process inside the library; models from strangers belong
/// into a process of their own.
public struct SherpaOnnxEngine: SpeechEngine {
  static let name = "sherpa-onnx"

  /// The settings that the engine works with.
  public let settings: Settings

  /// Creates an engine.
  ///
  /// - Parameter settings: Which model and library to use; checked by ``validate(_:)``.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
  }

  /// What the engine is and what it can do with each model that is installed.
  ///
  /// The identifier is `sherpa-onnx` for default settings and carries a digest of the others.
  public var descriptor: EngineDescriptor {
    let folders = folders
    let entries = folders.map { model in
      EngineCapabilities(task: .dictation, modelID: model.id, abilities: model.abilities)
    }
    let byDefault = folders.first.map { model in
      EngineCapabilities(task: .dictation, abilities: model.abilities)
    }
    return EngineDescriptor(
      id: settings.engineID, version: Library.version,
      capabilities: (byDefault.map { [$0] } ?? []) + entries,
      // A stretch of 20 s is decoded in one call; it takes a second or two on a small board.
      longestStep: AudioTime(samples: 2, rate: 1))
  }

  /// The languages of the models that are installed.
  public func locales() throws(SpeechError) -> [LocaleID] {
    var seen: Set<LocaleID> = []
    return folders.flatMap { $0.locales ?? [] }.filter { seen.insert($0).inserted }
  }

  /// The models that the settings allow, in the order in which they are preferred: by the places that
  /// `SPEECH_MODEL_PATH` names, then the user's and the system's, by name in each.
  public func models() -> [InstalledModel] {
    entries.map { path, folder in
      let name = path.split(separator: "/").last.map(String.init) ?? path
      do throws(SpeechError) {
        let folder = try folder.get()
        var model = InstalledModel(
          id: folder.id, path: path, locales: folder.locales ?? [],
          textStyle: folder.isWritten ? .written : .spoken)
        do throws(SpeechError) { try folder.validate() } catch { model.problem = error }
        return model
      } catch {
        return InstalledModel(id: name, path: path, locales: [], problem: error)
      }
    }
  }

  /// Checks the tasks, the model's files and the library.
  ///
  /// - Parameter configuration: What the session will be asked to do.
  /// - Returns: Which advice would not be applied: contextual strings.
  /// - Throws: ``SpeechError`` with code `unsupported` (built without the trait, another version of
  ///   the library, a task that is not dictation), `engineFailed` (no library), `missingParameter`
  ///   (no task), `invalidParameter` (an option that there is not), `localeNotSupported`,
  ///   `modelNotFound` or `malformedModel`.
  public func validate(_ configuration: EngineConfiguration) throws(SpeechError) -> EngineReport {
    _ = try checkedModel(configuration)
    let unapplied = configuration.tasks.sorted { $0.key < $1.key }.compactMap { name, task in
      let count = task.hints.contextualStrings.count
      return count == 0
        ? nil
        : EngineWarning(
          "sherpa-onnx is not given the \(count) contextual strings of task \"\(name)\"; "
            + "they are left out.")
    }
    return EngineReport(unapplied: unapplied)
  }

  /// Loads the model, which takes half a second and 250 MB for Moonshine tiny; any number of
  /// sessions share it.
  ///
  /// - Parameter configuration: What the session will be asked to do.
  /// - Returns: The model.
  /// - Throws: ``SpeechError`` as ``validate(_:)`` does, and with code `malformedModel`, with the
  ///   library's own lines, when the library refuses the model.
  public func loadModel(
    _ configuration: EngineConfiguration
  ) throws(SpeechError) -> any EngineModel {
    let folder = try checkedModel(configuration)
    let recognizer = try Recognizer(folder, configuration, settings: settings)
    return Model(recognizer, detector: installedDetector, folder: folder, settings: settings)
  }

  /// Silero's detector, where it is installed: it finds utterances, and keeps a model from inventing
  /// words.
  private var installedDetector: SileroModel? {
    guard let file = try? SileroModel.file(nil) else { return nil }
    return SileroModel(file: file, threshold: SileroDetector.Sensitivity.medium.threshold)
  }

  // MARK: Models

  /// The model folders that the settings allow, with what is wrong with those that can't be read.
  private var entries: [(path: String, folder: Result<ModelFolder, SpeechError>)] {
    if let model = settings.modelPath {
      return [(model, Result { () throws(SpeechError) in try ModelFolder.open(model) })]
    }
    return ModelSearch.ofUser.entries().filter { entry in
      guard let folder = try? entry.folder.get() else { return settings.modelName == nil }
      return folder.kind.isRecognizer && [nil, folder.id].contains(settings.modelName)
    }.map { ($0.path, $0.folder) }
  }

  private var folders: [ModelFolder] { entries.compactMap { try? $0.folder.get() } }

  private func checkedModel(
    _ configuration: EngineConfiguration
  ) throws(SpeechError) -> ModelFolder {
    try settings.validate()
    try check(configuration)
    try Library.open(settings.libraryPath, engineID: settings.engineID)
    let folder = try folder(configuration)
    try folder.validate()
    return folder
  }

  private func folder(_ configuration: EngineConfiguration) throws(SpeechError) -> ModelFolder {
    if let model = settings.modelPath {
      let folder = try ModelFolder.open(model)
      guard [nil, folder.id].contains(configuration.modelID) else {
        throw noModel(called: configuration.modelID ?? "")
      }
      guard folder.has(configuration.locale) else {
        throw noModel(for: configuration, in: [folder])
      }
      return folder
    }
    let wanted = configuration.modelID ?? settings.modelName
    let named = folders.filter { [nil, $0.id].contains(wanted) }
    if named.isEmpty, let wanted { throw noModel(called: wanted) }
    guard let folder = named.first(where: { $0.has(configuration.locale) }) else {
      throw noModel(for: configuration, in: named)
    }
    return folder
  }

  private func noModel(called name: String) -> SpeechError {
    let installed = SherpaOnnxEngine().folders.map(\.id).joined(separator: ", ")
    return SpeechError(
      .modelNotFound,
      "sherpa-onnx has no model called \"\(name)\"; it has \(installed.isEmpty ? "none" : installed).",
      remedy: "\(Library.installation) Or give the model's folder in the settings.",
      engine: settings.engineID)
  }

  private func noModel(
    for configuration: EngineConfiguration, in folders: [ModelFolder]
  ) -> SpeechError {
    guard !folders.isEmpty else {
      let places = ModelSearch.ofUser.places.joined(separator: ", ")
      return SpeechError(
        .modelNotFound, "There is no model for sherpa-onnx in \(places).",
        remedy: "\(Library.installation) Or give the model's folder in the settings.",
        engine: settings.engineID)
    }
    let offered = Set(folders.flatMap { $0.locales ?? [] }.map(\.identifier)).sorted()
    return SpeechError(
      .localeNotSupported,
      "sherpa-onnx has no model for \(configuration.locale); it has models for "
        + "\(offered.joined(separator: ", ")).",
      remedy: "Choose one of those, or install a model for the language.",
      engine: settings.engineID)
  }

  private func check(_ configuration: EngineConfiguration) throws(SpeechError) {
    let id = settings.engineID
    try configuration.requireDictation(
      by: Self.name, settings: "SherpaOnnxEngine.Settings", engine: id)
    guard (1...256).contains(configuration.threads) else {
      throw SpeechError(
        .invalidParameter, "A session can't work with \(configuration.threads) threads.",
        remedy: "Allow 1 to 256.", engine: id)
    }
  }
}

extension SpeechEngine where Self == SherpaOnnxEngine {
  /// sherpa-onnx with an installed model.
  public static var sherpaOnnx: SherpaOnnxEngine { SherpaOnnxEngine() }

  /// sherpa-onnx with other settings.
  ///
  /// - Parameter settings: Which model and library to use.
  /// - Returns: The engine.
  public static func sherpaOnnx(_ settings: SherpaOnnxEngine.Settings) -> SherpaOnnxEngine {
    SherpaOnnxEngine(settings)
  }
}
