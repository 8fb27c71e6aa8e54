/// A thread with the one engine session that lives on it.
///
/// Model and session are made, used and freed on the worker's thread. Only `Sendable` values cross:
/// buffers in, updates out.
actor EngineWorker {
  private let executor = ThreadExecutor(name: "speech-engine")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var model: (any EngineModel)?
  private var session: (any EngineSession)?
  private var isInUtterance = false

  /// Loads the model, unless one can be shared, and makes the session; does nothing when open.
  func open(
    _ engine: any SpeechEngine, _ configuration: EngineConfiguration, models: SharedModel
  ) throws(SpeechError) -> SessionFacts {
    if let session { return SessionFacts(session) }
    let model = try models.model { () throws(SpeechError) in try engine.loadModel(configuration) }
    let session = try model.makeSession(configuration)
    try session.inputFormat.validate()
    self.model = model
    self.session = session
    return SessionFacts(session)
  }

  func begin(_ request: UtteranceRequest, _ utterance: UtteranceSink) throws(SpeechError) {
    let session = try openSession()
    abandon()
    isInUtterance = true
    try session.begin(request, utterance.makeContext())
  }

  func accept(_ audio: AudioBuffer, _ utterance: UtteranceSink) throws(SpeechError) {
    try openSession().accept(audio, utterance.makeContext())
  }

  func pause(_ utterance: UtteranceSink) throws(SpeechError) {
    try openSession().pause(utterance.makeContext())
  }

  func end(_ utterance: UtteranceSink) throws(SpeechError) {
    try openSession().end(utterance.makeContext())
    isInUtterance = false
  }

  /// Drops an utterance that was begun and not ended, if there is one.
  func abandon() {
    if isInUtterance { session?.abandon() }
    isInUtterance = false
  }

  private func openSession() throws(SpeechError) -> any EngineSession {
    guard let session else {
      throw SpeechError(.internalFailure, "A worker was used before its session was made.")
    }
    return session
  }

  /// Frees session and model on the worker's own thread, then lets the thread end.
  isolated deinit {
    session = nil
    model = nil
    executor.stop()
  }
}

/// What the library must know of a session before it gives it sound.
struct SessionFacts: Sendable {
  let inputFormat: AudioFormat
  let segmentation: Segmentation
  let detection: VoiceActivityDetection?

  init(_ session: any EngineSession) {
    inputFormat = session.inputFormat
    segmentation = session.segmentation
    detection = session.detection
  }
}

/// Takes the updates of one utterance until it is cancelled.
struct UtteranceSink: Sendable {
  let cancellation: CancellationFlag
  let receive: @Sendable (EngineUpdate) -> Void

  func makeContext() -> EngineContext {
    EngineContext(cancellation: cancellation) { [cancellation, receive] update in
      if !cancellation.isSet { receive(update) }
    }
  }
}
