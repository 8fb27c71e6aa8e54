/// Something that an analyzer runs over sound: a transcriber, or one's own.
public protocol SpeechModule: AnyObject, Sendable {
  /// What the module finds.
  associatedtype Result: SpeechModuleResult
  /// The sequence of what it finds.
  associatedtype Results: AsyncSequence<Result, SpeechError> & Sendable

  /// What the module finds, in the order of time; every iterator reads all of it.
  var results: Results { get }

  /// Makes the part that hears the sound. Called once, by the analyzer that gets the module.
  ///
  /// - Throws: ``SpeechError`` when the module was used before, or can't be set up.
  func makeProcessor() throws(SpeechError) -> any ModuleProcessor

  /// Ends the module's results, because the session has ended. Called once.
  ///
  /// - Parameter error: What readers get, or `nil` when the session ended normally.
  func finish(throwing error: SpeechError?)
}

/// What a module finds about one stretch of sound.
public protocol SpeechModuleResult: Sendable {
  /// The stretch that the result is about, in stream time.
  var range: AudioTimeRange { get }
  /// The moment up to which the module's results are final.
  var resultsFinalizationTime: AudioTime { get }
}

extension SpeechModuleResult {
  /// Whether the result will not change any more.
  public var isFinal: Bool { resultsFinalizationTime >= range.end }
}

/// The part of a module that hears the sound. The analyzer calls it from one place, in order.
public protocol ModuleProcessor: AnyObject, SendableMetatype {
  /// The moment up to which the module's results are final.
  var finalizedThrough: AudioTime { get }

  /// Says whether sound of a format can be heard at all; a buffer that can't is refused, and the
  /// session goes on.
  ///
  /// - Throws: ``SpeechError`` that says why not.
  func check(_ format: AudioFormat) throws(SpeechError)

  /// Loads what is needed, so that the first sound is not kept waiting.
  func prepare() async throws(SpeechError)

  /// Hears the next buffer, whose ``AudioBuffer/start`` is its place on the timeline.
  ///
  /// - Parameter audio: Sound in the format in which it came.
  /// - Throws: ``SpeechError``, which ends the session.
  func process(_ audio: AudioBuffer) async throws(SpeechError)

  /// Makes results of everything that was heard final; more sound may follow.
  ///
  /// - Throws: ``SpeechError``, which ends the session.
  func finalize() async throws(SpeechError)

  /// Drops what is not final and stops work that is under way, because the session ends now.
  func cancel()
}

extension ModuleProcessor {
  public func check(_ format: AudioFormat) throws(SpeechError) {}
  public func prepare() async throws(SpeechError) {}
  public func cancel() {}
}
