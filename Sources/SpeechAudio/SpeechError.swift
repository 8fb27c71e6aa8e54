/// What went wrong, where, and what to do about it: the one error type of the package.
///
/// Switch over ``code`` and keep a `default`: codes are added over time.
///
/// ```swift
/// do throws(SpeechError) {
///   let transcript = try await recognizer.transcribe(url)
/// } catch where error.isCancellation {
///   // nothing went wrong
/// } catch {
///   print(error)
/// }
/// ```
public struct SpeechError: Error, Sendable {
  /// The kind of failure.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    private init(_ rawValue: String) { self.rawValue = rawValue }

    /// The work was cancelled, by its owner or by cancelling its Swift task.
    public static let cancelled = Code("cancelled")
    /// The sound could not be read: file missing, not sound, damaged beyond use.
    public static let unreadableAudio = Code("unreadableAudio")
    /// A buffer overlaps or precedes sound that was taken before it.
    public static let audioDisordered = Code("audioDisordered")
    /// The format of a buffer or file is outside what the package takes.
    public static let unexpectedAudioFormat = Code("unexpectedAudioFormat")
    /// Modules or engines that should share sound have no format in common.
    public static let incompatibleAudioFormats = Code("incompatibleAudioFormats")
    /// A model that is needed is not installed, or not whole.
    public static let modelNotFound = Code("modelNotFound")
    /// A model, dictionary or other custom file is there but can't be used.
    public static let malformedModel = Code("malformedModel")
    /// The engine has no model for the locale.
    public static let localeNotSupported = Code("localeNotSupported")
    /// Something took longer than its stated limit.
    public static let timeout = Code("timeout")
    /// A value that is needed was not given.
    public static let missingParameter = Code("missingParameter")
    /// A value that was given is outside its range, or can't be understood.
    public static let invalidParameter = Code("invalidParameter")
    /// A stated limit on simultaneous work or waiting requests is reached.
    public static let insufficientResources = Code("insufficientResources")
    /// The engine can't do what was asked of it.
    public static let unsupported = Code("unsupported")
    /// The engine failed while it was working.
    public static let engineFailed = Code("engineFailed")
    /// An analysis module failed to produce its results.
    public static let moduleFailed = Code("moduleFailed")
    /// The application has no consent to do what it tried.
    public static let notAuthorized = Code("notAuthorized")
    /// A file in which the package remembers something can't be read or written.
    public static let stateUnavailable = Code("stateUnavailable")
    /// The session is finished and takes no more.
    public static let sessionFinished = Code("sessionFinished")
    /// A reader asked for results that are no longer kept.
    public static let resultsDropped = Code("resultsDropped")
    /// Something in the package or an engine broke its own rules.
    public static let internalFailure = Code("internalFailure")
  }

  /// What the error says; behind a reference, so that the error is one pointer wide.
  private final class Contents: Sendable {
    let code: Code
    let message: String
    let remedy: String?
    let engine: String?
    let engineLog: [String]
    let timeRange: AudioTimeRange?
    let underlying: (any Error)?

    init(
      _ code: Code, _ message: String, remedy: String?, engine: String?, engineLog: [String],
      timeRange: AudioTimeRange?, underlying: (any Error)?
    ) {
      self.code = code
      self.message = message
      self.remedy = remedy
      self.engine = engine
      self.engineLog = engineLog
      self.timeRange = timeRange
      self.underlying = underlying
    }
  }

  private let contents: Contents

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: What went wrong and where: name the file, the setting, the value.
  ///   - remedy: What to do about it, as a sentence; `nil` when nothing can be said.
  ///   - engine: The identifier of the engine that failed, if one did.
  ///   - engineLog: The last lines that the engine logged, oldest first.
  ///   - timeRange: The stretch of the timeline that the failure is about.
  ///   - underlying: The error that caused this one.
  public init(
    _ code: Code, _ message: String, remedy: String? = nil, engine: String? = nil,
    engineLog: [String] = [], timeRange: AudioTimeRange? = nil, underlying: (any Error)? = nil
  ) {
    contents = Contents(
      code, message, remedy: remedy, engine: engine, engineLog: engineLog, timeRange: timeRange,
      underlying: underlying)
  }

  /// The kind of failure.
  public var code: Code { contents.code }
  /// What went wrong and where.
  public var message: String { contents.message }
  /// What to do about it.
  public var remedy: String? { contents.remedy }
  /// The identifier of the engine that failed, if one did.
  public var engine: String? { contents.engine }
  /// The last lines that the engine logged, oldest first.
  public var engineLog: [String] { contents.engineLog }
  /// The stretch of the timeline that the failure is about.
  public var timeRange: AudioTimeRange? { contents.timeRange }
  /// The error that caused this one.
  public var underlying: (any Error)? { contents.underlying }
  /// Whether the work was cancelled, so that nothing really went wrong.
  public var isCancellation: Bool { code == .cancelled }

  /// Takes any error as a speech error: one of its own stays as it is, `CancellationError` becomes
  /// ``Code/cancelled``, anything else is wrapped.
  ///
  /// - Parameters:
  ///   - error: The error to take.
  ///   - code: The code to wrap a foreign error with.
  ///   - message: What was being done when the foreign error came.
  public init(wrapping error: any Error, as code: Code, _ message: String) {
    if let error = error as? SpeechError {
      self = error
    } else if error is CancellationError {
      self.init(.cancelled, "The task was cancelled.", underlying: error)
    } else {
      self.init(code, "\(message): \(error)", underlying: error)
    }
  }
}

extension SpeechError: CustomStringConvertible {
  /// The message and the remedy, as one would show them to a person.
  public var description: String {
    remedy.map { "\(message) \($0)" } ?? message
  }
}
