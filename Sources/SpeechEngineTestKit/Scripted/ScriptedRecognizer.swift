public import SpeechRecognition

/// A recognizer that plays a script, for app tests without a model and without speech.
///
/// It is a ``SpeechRecognizer`` over a ``ScriptedEngine``, so that tasks behave as they do in the
/// app.
public struct ScriptedRecognizer: Recognizer {
  /// The engine that plays the script.
  public let scriptedEngine: ScriptedEngine
  private let recognizer: SpeechRecognizer

  /// Creates a recognizer over a scripted engine.
  ///
  /// - Parameters:
  ///   - engine: The engine that plays the script.
  ///   - limits: How much is decoded at once.
  /// - Throws: ``SpeechError`` when the engine was set up to refuse.
  public init(_ engine: ScriptedEngine, limits: EngineLimits = EngineLimits()) throws(SpeechError) {
    scriptedEngine = engine
    recognizer = try SpeechRecognizer(engine: engine, limits: limits)
  }

  /// Creates a recognizer that plays steps in stream time.
  ///
  /// - Parameter steps: What happens, in any order.
  /// - Throws: ``SpeechError``; a plain script never does.
  public init(_ steps: ScriptedEngine.Step...) throws(SpeechError) {
    try self.init(ScriptedEngine(steps))
  }

  /// What was done with the engine.
  public var journal: ScriptedEngine.Journal { scriptedEngine.journal }

  public var locale: LocaleID { recognizer.locale }
  public var engine: EngineDescriptor { recognizer.engine }
  public var availability: EngineAvailability { recognizer.availability }

  public func prepare() async throws(SpeechError) { try await recognizer.prepare() }

  public func recognitionTask(with request: any RecognitionRequest) -> RecognitionTask {
    recognizer.recognitionTask(with: request)
  }
}
