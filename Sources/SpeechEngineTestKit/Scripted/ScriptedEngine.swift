public import SpeechRecognition

/// An engine that plays a script in audio time, for tests that need no speech and no model.
///
/// ```swift
/// let engine = ScriptedEngine(
///   .partial("turn", at: 0.4), .partial("turn on", at: 0.8), .final("turn on the light", at: 2))
/// ```
///
/// What happens depends on the sound that was heard alone, never on the clock: a step takes place
/// when the sound reaches its moment, however the sound is cut into buffers. Partial results are
/// played only to those who ask for them.
///
/// Each engine that is made or changed has an identifier and a ``Journal`` of its own, so that no
/// two tests share workers by accident; copies share both. Take the journal from the engine that is
/// used in the end.
public struct ScriptedEngine: SpeechEngine {
  /// What the engine says of itself, beside its script.
  public struct Settings: Sendable {
    /// The format that sessions ask for.
    public var inputFormat = AudioFormat(.int16, sampleRate: 16_000)
    /// Whether sessions share one model.
    public var sharing = ModelSharing.concurrentSessions
    /// The locales that the engine has; none is an engine without a model.
    public var locales = [LocaleID("en-US")]
    /// What the engine can do; without ``EngineCapability/wordTimes`` its words have no times.
    public var abilities: Set<EngineCapability> = [.partialResults, .wordTimes, .alternatives]
    /// How the texts of the script are written; texts with marks are to be `.written`, beside the
    /// ability ``EngineCapability/punctuation``.
    public var textStyle = TextStyle.spoken
    /// What the engine says of a configuration.
    public var report = EngineReport()
    /// The longest utterance that a session takes, or `nil` for no limit.
    public var longest: AudioTime?
    /// The silence that a session wants around an utterance, or `nil` for the default.
    public var padding: AudioTime?

    /// Creates the usual settings: 16 kHz, 16 bit, en-US, one model for all sessions.
    public init() {}
  }

  /// What the engine is to say.
  enum Script: Sendable {
    /// Steps in stream time.
    case stream([Step])
    /// Steps in time since the start of an utterance, for one utterance after the other.
    case utterances([[Step]], repeats: Bool)
  }

  /// Something that happens in a call, whatever the sound.
  struct Cue: Sendable {
    enum Action: Sendable {
      case fail(SpeechError)
      case wait(Gate)
    }

    let call: Call
    let number: Int?
    let action: Action
  }

  /// What the engine says of itself.
  public var settings = Settings() {
    didSet { journal = Journal() }
  }
  /// What was done with the engine.
  public private(set) var journal = Journal()
  let script: Script
  private(set) var cues: [Cue] = [] {
    didSet { journal = Journal() }
  }

  /// Creates an engine that hears everything and cuts by itself, so that no voice-activity detector
  /// comes between the sound and the script.
  ///
  /// Steps are in stream time: those between the start and the end of an input are played.
  ///
  /// - Parameter steps: What happens, in any order.
  public init(_ steps: Step...) { self.init(steps) }

  /// Creates an engine that hears everything and cuts by itself.
  ///
  /// - Parameter steps: What happens, in stream time, in any order.
  public init(_ steps: [Step]) { script = .stream(steps.inOrder) }

  /// Creates an engine for which the library cuts at pauses, with a script for each utterance.
  ///
  /// - Parameters:
  ///   - scripts: What happens in the first utterance that the engine begins, in the second, and so
  ///     on. Times count from the start of the utterance; the final result comes at its end.
  ///   - repeats: Whether to start over behind the last; if not, nothing is heard from then on.
  public init(perUtterance scripts: [[Step]], repeats: Bool = false) {
    script = .utterances(scripts.map(\.inOrder), repeats: repeats)
  }

  /// Creates an engine for which the library cuts at pauses, with a text for each utterance.
  ///
  /// A word more is heard every 0.3 s; in the final result they are spread evenly over the
  /// utterance.
  ///
  /// - Parameters:
  ///   - texts: What the first utterance says that the engine begins, the second, and so on.
  ///   - repeats: Whether to start over behind the last; if not, nothing is heard from then on.
  public init(utterances texts: [String], repeats: Bool = false) {
    let scripts = texts.map { text in
      let words = text.split(separator: " ")
      let partials = words.indices.map { index in
        Step.partial(
          words[...index].joined(separator: " "),
          at: AudioTime(samples: Int64(index + 1) * 3, rate: 10))
      }
      return partials + [.final(text)]
    }
    self.init(perUtterance: scripts, repeats: repeats)
  }

  // MARK: Cues

  /// Returns an engine that fails in a call.
  ///
  /// - Parameters:
  ///   - call: The call that throws. ``Call/abandon`` can't throw.
  ///   - number: Which of these calls, counted from 1 over all sessions; `nil` for each.
  ///   - error: What it throws.
  /// - Returns: An engine with an identifier and a journal of its own.
  public func failing(in call: Call, number: Int? = nil, with error: SpeechError) -> ScriptedEngine
  {
    adding(Cue(call: call, number: number, action: .fail(error)))
  }

  /// Returns an engine that blocks in a call until the test opens a gate.
  ///
  /// The call does not look for cancellation meanwhile.
  ///
  /// - Parameters:
  ///   - call: The call that waits.
  ///   - number: Which of these calls, counted from 1 over all sessions; `nil` for each.
  ///   - gate: What it waits at.
  /// - Returns: An engine with an identifier and a journal of its own.
  public func waiting(in call: Call, number: Int? = nil, at gate: Gate) -> ScriptedEngine {
    adding(Cue(call: call, number: number, action: .wait(gate)))
  }

  private func adding(_ cue: Cue) -> ScriptedEngine {
    var engine = self
    engine.cues.append(cue)
    return engine
  }

  /// Notes a call and does what was arranged for it.
  ///
  /// - Returns: Which of these calls it is, counted from 1.
  @discardableResult
  func perform(_ call: Call, session: Int? = nil) throws(SpeechError) -> Int {
    let number = journal.note(call, session: session)
    for cue in cues where cue.call == call && (cue.number ?? number) == number {
      switch cue.action {
      case .wait(let gate): gate.pass()
      case .fail(let error): throw error
      }
    }
    return number
  }

  // MARK: SpeechEngine

  /// How the library is to cut sound for this engine.
  var segmentation: Segmentation {
    var segmentation = Segmentation(.cutAtPauses)
    if case .stream = script { segmentation.style = .engineCuts }
    segmentation.longest = settings.longest
    segmentation.padding = settings.padding
    return segmentation
  }

  public var descriptor: EngineDescriptor {
    EngineDescriptor(
      id: "scripted-\(journal.id)", version: "1",
      capabilities: [EngineCapabilities(task: .dictation, abilities: settings.abilities)])
  }

  public func locales() throws(SpeechError) -> [LocaleID] { settings.locales }

  public func validate(_ configuration: EngineConfiguration) throws(SpeechError) -> EngineReport {
    try perform(.validate)
    return settings.report
  }

  public func loadModel(
    _ configuration: EngineConfiguration
  ) throws(SpeechError) -> any EngineModel {
    try perform(.loadModel)
    return ScriptedModel(self)
  }
}

extension ScriptedEngine {
  /// A call that the library makes to an engine.
  public enum Call: Sendable, Hashable, CaseIterable {
    /// ``SpeechEngine/validate(_:)``.
    case validate
    /// ``SpeechEngine/loadModel(_:)``.
    case loadModel
    /// ``EngineModel/makeSession(_:)``.
    case makeSession
    /// ``EngineSession/begin(_:_:)``.
    case begin
    /// ``EngineSession/accept(_:_:)``.
    case accept
    /// ``EngineSession/end(_:)``.
    case end
    /// ``EngineSession/abandon()``.
    case abandon
  }
}
