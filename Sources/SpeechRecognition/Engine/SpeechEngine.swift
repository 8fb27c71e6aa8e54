/// A speech recognizer that can be plugged in: what a backend implements.
///
/// An engine is a small value that says what it can do and loads models. The work is done by the
/// ``EngineSession`` that a model makes. Engine authors write blocking code and no concurrency: the
/// library calls ``loadModel(_:)`` and everything of a session on one thread of its own, never on
/// Swift's shared threads.
///
/// Requirements that are added in later versions come with default implementations, so that an
/// engine keeps building.
public protocol SpeechEngine: Sendable {
  /// What the engine is and what it can do.
  var descriptor: EngineDescriptor { get }

  /// The locales that the engine can recognise with the models that are installed now.
  ///
  /// - Throws: ``SpeechError`` when the models can't be looked at.
  func locales() throws(SpeechError) -> [LocaleID]

  /// The models that are on the machine, also those that can't be used, the preferred one first.
  ///
  /// The default is none: not every engine can list its models.
  func models() -> [InstalledModel]

  /// Tells whether a session of this configuration could be started now, and what is missing.
  ///
  /// - Parameter configuration: What the session would be asked to do.
  /// - Returns: Whether it could be started, and what is missing.
  func availability(for configuration: EngineConfiguration) -> EngineAvailability

  /// Checks a configuration without loading a model or hearing sound.
  ///
  /// - Parameter configuration: What the session will be asked to do.
  /// - Returns: What would not be applied and which words are unknown.
  /// - Throws: ``SpeechError`` that names what can't be done, with its cure.
  func validate(_ configuration: EngineConfiguration) throws(SpeechError) -> EngineReport

  /// Loads what a configuration needs. May block for seconds; called on a worker's thread.
  ///
  /// - Parameter configuration: What the sessions of the model will be asked to do.
  /// - Returns: The model.
  /// - Throws: ``SpeechError`` that names the file and its cure.
  func loadModel(_ configuration: EngineConfiguration) throws(SpeechError) -> any EngineModel
}

extension SpeechEngine {
  public func models() -> [InstalledModel] { [] }

  public func availability(for configuration: EngineConfiguration) -> EngineAvailability {
    do throws(SpeechError) {
      _ = try validate(configuration)
      return .available
    } catch {
      return .unavailable(error)
    }
  }

  public func validate(_ configuration: EngineConfiguration) throws(SpeechError) -> EngineReport {
    EngineReport()
  }
}

/// A loaded model: the unit that is kept in memory and shared between sessions.
public protocol EngineModel: AnyObject, Sendable {
  /// Whether several sessions can use the model at once.
  var sharing: ModelSharing { get }

  /// Makes a session. Called on the worker's thread that will own it.
  ///
  /// - Parameter configuration: The same configuration that the model was loaded with.
  /// - Returns: A session that is ready for an utterance.
  /// - Throws: ``SpeechError`` when the session can't be made.
  func makeSession(_ configuration: EngineConfiguration) throws(SpeechError) -> any EngineSession
}

/// Whether a model can serve several sessions.
public enum ModelSharing: Sendable, Hashable {
  /// Any number of sessions, each on its own thread, use one model.
  case concurrentSessions
  /// The model serves one session only; each worker loads its own.
  case oneSession
}

/// A decoder at work: not thread-safe, blocking, on one thread for its whole life.
///
/// The order of calls is ``begin(_:_:)``, any number of ``accept(_:_:)`` and ``pause(_:)``, then ``end(_:)`` or
/// ``abandon()``; then `begin` again for the next utterance. The library keeps to that order.
///
/// `SendableMetatype` lets engines be written in modules that default to the main actor.
public protocol EngineSession: AnyObject, SendableMetatype {
  /// The format that ``accept(_:_:)`` is to be given.
  var inputFormat: AudioFormat { get }
  /// How sound is to be cut before it reaches the session.
  var segmentation: Segmentation { get }
  /// What finds speech best for the session, or `nil` for the library's own detector; a detection
  /// that the user chose goes before it.
  var detection: VoiceActivityDetection? { get }

  /// Starts an utterance.
  ///
  /// - Parameters:
  ///   - request: Where the utterance starts, and what is wanted of it.
  ///   - context: Emits updates and tells of cancellation, during this call only.
  /// - Throws: ``SpeechError`` when the utterance can't be started.
  func begin(_ request: UtteranceRequest, _ context: borrowing EngineContext) throws(SpeechError)

  /// Takes the next piece of the utterance's sound.
  ///
  /// - Parameters:
  ///   - audio: Sound in ``inputFormat``, of any length, right behind the piece before it.
  ///   - context: Emits updates and tells of cancellation, during this call only.
  /// - Throws: ``SpeechError`` when decoding fails; the utterance is then over.
  func accept(_ audio: AudioBuffer, _ context: borrowing EngineContext) throws(SpeechError)

  /// Hears that the speaker pauses: what was accepted may be the whole utterance.
  ///
  /// A session that takes long to end may decode now, so that ``end(_:)`` is quick when nothing
  /// follows; the time until then costs nobody anything. The default does nothing.
  ///
  /// - Parameter context: Emits updates and tells of cancellation, during this call only.
  /// - Throws: ``SpeechError`` when decoding fails; the utterance is then over.
  func pause(_ context: borrowing EngineContext) throws(SpeechError)

  /// Ends the utterance: emits exactly one ``EngineUpdate/Kind/final(_:)`` before it returns.
  ///
  /// - Parameter context: Emits updates and tells of cancellation, during this call only.
  /// - Throws: ``SpeechError`` when decoding fails.
  func end(_ context: borrowing EngineContext) throws(SpeechError)

  /// Drops the utterance, whatever its state; the session is then ready for the next `begin`.
  func abandon()
}

extension EngineSession {
  public var detection: VoiceActivityDetection? { nil }
  public func pause(_ context: borrowing EngineContext) throws(SpeechError) {}
}

/// What the library has to do with sound before a session hears it.
public struct Segmentation: Sendable, Hashable {
  /// Who decides where an utterance begins and ends.
  public enum Style: Sendable, Hashable {
    /// The library finds speech and cuts at pauses; the session hears speech only.
    case cutAtPauses
    /// The session hears everything in one utterance, silence too.
    case continuous
    /// The session hears everything and tells its own ends with ``EngineUpdate/Kind/boundary(_:)``.
    case engineCuts
  }

  /// Who decides where an utterance begins and ends.
  public var style: Style
  /// The longest utterance that the session takes well, or `nil` for no limit of its own.
  public var longest: AudioTime?
  /// The silence that the session wants at both ends of an utterance, or `nil` for the default.
  public var padding: AudioTime?

  /// Creates a description of how sound is to be cut.
  ///
  /// - Parameters:
  ///   - style: Who decides where an utterance begins and ends.
  ///   - longest: The longest utterance that the session takes well.
  ///   - padding: The silence wanted at both ends of an utterance.
  public init(_ style: Style = .cutAtPauses, longest: AudioTime? = nil, padding: AudioTime? = nil) {
    self.style = style
    self.longest = longest
    self.padding = padding
  }
}
