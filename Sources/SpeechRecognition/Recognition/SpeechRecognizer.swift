/// Recognises speech with an engine.
///
/// ```swift
/// let recognizer = try SpeechRecognizer(engine: .pocketSphinx)
/// let transcript = try await recognizer.transcribe(URL(filePath: "voicemail.wav"))
/// print(transcript.text)
/// ```
///
/// A recognizer may run any number of tasks at once; they share the workers that its limits allow.
public final class SpeechRecognizer: Recognizer {
  /// The locale that is recognised.
  public let locale: LocaleID
  /// How much is decoded at once.
  public let limits: EngineLimits
  private let speechEngine: any SpeechEngine
  private let configuration: EngineConfiguration
  private let pool: EnginePool
  private let report: EngineReport
  private let detection: VoiceActivityDetection?
  private let authorization: SpeechAuthorization?

  /// Creates a recognizer; the model is loaded when it is first needed, or by ``prepare()``.
  ///
  /// - Parameters:
  ///   - engine: The engine, such as `.pocketSphinx`.
  ///   - locale: The language to recognise; the engine's best fit for it is chosen, and ``locale``
  ///     says which. `nil` means the current locale where the engine has it, else its first.
  ///   - hints: What is likely to be said; ``unapplied`` says what the engine can't use.
  ///   - limits: How much is decoded at once, and how many may wait.
  ///   - detection: What finds speech in front of engines that don't do so themselves; `nil` for
  ///     what the engine thinks best, else ``VoiceActivityDetection/adaptiveEnergy(_:)``.
  ///   - retention: How long workers and model are kept after their last use.
  ///   - authorization: What tasks need consent by: without it each fails with the code
  ///     ``SpeechError/Code/notAuthorized``. `nil` where nobody has to be asked.
  /// - Throws: ``SpeechError`` of code ``SpeechError/Code/localeNotSupported``,
  ///   ``SpeechError/Code/modelNotFound`` or what else the engine finds wrong.
  public init(
    engine: any SpeechEngine, locale: LocaleID? = nil, hints: LanguageHints = LanguageHints(),
    limits: EngineLimits = EngineLimits(), detection: VoiceActivityDetection? = nil,
    retention: ModelRetention = .whileInUse, authorization: SpeechAuthorization? = nil
  ) throws(SpeechError) {
    speechEngine = engine
    self.engine = engine.descriptor
    self.limits = limits
    self.detection = detection
    self.authorization = authorization
    configuration = try EngineConfiguration(for: engine, locale: locale, hints: hints)
    self.locale = configuration.locale
    report = try engine.validate(configuration)
    pool = EnginePools.pool(for: engine, configuration, limits, retention)
  }

  /// What the engine behind is and what it can do.
  public let engine: EngineDescriptor

  /// Whether a task could be started now, and what is missing.
  public var availability: EngineAvailability { speechEngine.availability(for: configuration) }

  /// Advice that the engine does not use, with the reasons.
  public var unapplied: [EngineWarning] { report.unapplied }

  /// Loads the model, so that the first task starts at once.
  ///
  /// - Throws: ``SpeechError`` that names what is missing and its cure.
  public func prepare() async throws(SpeechError) {
    _ = try await pool.prepare()
  }

  /// Starts a recognition. Errors come as the task's one terminal event.
  ///
  /// - Parameter request: Where the sound comes from, and how to work.
  /// - Returns: The task, which runs as long as somebody holds it or its sequences.
  public func recognitionTask(with request: any RecognitionRequest) -> RecognitionTask {
    let session = RecognitionSession(locale: locale, options: request.options)
    do throws(SpeechError) {
      try authorization?.require()
      guard let request = request as? any SoundRequest else {
        throw SpeechError(
          .unsupported, "Requests of the type \(type(of: request)) can't be read.",
          remedy: "Use URLRecognitionRequest or AudioBufferRecognitionRequest.")
      }
      let source = try request.makeSource()
      let settings = SpeechPipeline.Settings(
        wants: request.options.wants, endpointing: request.options.endpointing,
        detection: detection, priority: source.isLive ? .live : .file,
        channels: request.options.channels)
      session.start(
        pool: pool, settings: settings, warnings: report.unapplied + unapplied(request.options),
        source: source)
    } catch {
      session.fail(error)
    }
    return RecognitionTask(session)
  }

  /// The options that the engine can't do.
  private func unapplied(_ options: RecognitionOptions) -> [EngineWarning] {
    let abilities = engine.capabilities(task: .dictation, locale: locale)
    let asked: [(Bool, EngineCapability, String)] = [
      (options.reportsPartialResults, .partialResults, "partial results"),
      (options.reportsAlternatives, .alternatives, "alternatives"),
    ]
    return asked.filter { $0.0 && !abilities.contains($0.1) }.map { _, _, name in
      EngineWarning("The engine \(engine.id) gives no \(name).")
    } + options.channels.unapplied(reportsPartials: options.reportsPartialResults)
  }
}
