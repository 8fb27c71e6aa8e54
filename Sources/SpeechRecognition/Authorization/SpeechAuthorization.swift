public import SpeechAudio
internal import Foundation

/// Whether an application may recognise speech, and the way to ask for it.
///
/// Linux has no prompt of the system's for this, so the application brings one; the answer is
/// remembered for its user. A person is asked once: an answer holds until it is forgotten.
///
/// ```swift
/// let authorization = try SpeechAuthorization(
///   application: "org.example.notes",
///   usageDescription: "Your dictation becomes text on this computer.")
/// guard try await authorization.request() == .authorized else { return }
/// ```
///
/// What decides, the first that says something: the administrator's policy file, ``fixed(_:)``, the
/// environment's ``environmentKey``, the remembered answer. Nothing is recognised without consent by a
/// ``SpeechRecognizer`` that was given an authorization; one that was given none asks nobody.
public struct SpeechAuthorization: Sendable {
  /// The variable by which who runs a service answers for it: `authorized` or `denied`.
  public static let environmentKey = "SWIFT_SPEECH_AUTHORIZATION"

  /// The application that asks.
  public let application: String
  /// Why it asks.
  public let usageDescription: String

  private let prompt: ConsentPrompt
  private let record: ConsentRecord
  private let policy: ConsentPolicy
  private let override: AuthorizationStatus?

  /// One question at a time in a process, so that a second one finds the answer to the first.
  private static let gate = SerialGate()

  /// Creates an application's authorization.
  ///
  /// - Parameters:
  ///   - application: The application's identifier, such as `org.example.notes`: 1 to 128 letters,
  ///     digits, dots, hyphens and underscores of ASCII, not beginning with a dot.
  ///   - usageDescription: Why the application recognises speech and what becomes of the text; shown
  ///     to the person who is asked.
  ///   - prompt: The way to ask.
  /// - Throws: ``SpeechError`` of code ``SpeechError/Code/missingParameter`` when there is no usage
  ///   description, of code ``SpeechError/Code/invalidParameter`` when the identifier can't be one.
  public init(
    application: String, usageDescription: String, prompt: ConsentPrompt = .automatic
  ) throws(SpeechError) {
    try self.init(
      application: application, usageDescription: usageDescription, prompt: prompt,
      environment: ProcessInfo.processInfo.environment, policyPath: ConsentPolicy.systemPath)
  }

  init(
    application: String, usageDescription: String, prompt: ConsentPrompt,
    environment: [String: String], policyPath: String
  ) throws(SpeechError) {
    guard Self.isIdentifier(application) else {
      throw SpeechError(
        .invalidParameter, "“\(application)” is no identifier of an application.",
        remedy: "Use letters, digits, dots, hyphens and underscores, such as org.example.notes.")
    }
    guard usageDescription.contains(where: { !$0.isWhitespace }) else {
      throw SpeechError(
        .missingParameter,
        "The application \(application) says nothing of why it recognises speech.",
        remedy: "Give SpeechAuthorization a usageDescription that a person understands.")
    }
    self.application = application
    self.usageDescription = usageDescription
    self.prompt = prompt
    record = ConsentRecord(application: application, environment: environment)
    policy = ConsentPolicy(path: policyPath)
    override =
      switch environment[Self.environmentKey] {
      case nil, "": nil
      case "authorized": .authorized
      // A value that isn't understood must not let anything through.
      default: .denied
      }
  }

  private init(_ other: SpeechAuthorization, override: AuthorizationStatus) {
    application = other.application
    usageDescription = other.usageDescription
    prompt = other.prompt
    record = other.record
    policy = other.policy
    self.override = override
  }

  private static func isIdentifier(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count) && !text.hasPrefix(".")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// The same authorization with an answer that is given by the program: for services whose operator
  /// consents, and for tests.
  ///
  /// - Parameter status: The answer. The administrator's policy still goes before it.
  /// - Returns: An authorization that asks nobody and remembers nothing.
  public func fixed(_ status: AuthorizationStatus) -> SpeechAuthorization {
    SpeechAuthorization(self, override: status)
  }

  /// Whether the application may recognise speech, as far as is known now; asks nobody.
  ///
  /// An answer that can't be read counts as none.
  public var status: AuthorizationStatus {
    if policy.restricts(.speechRecognition, to: application) { return .restricted }
    if let override { return override }
    switch try? record.answer(to: .speechRecognition) {
    case true?: return .authorized
    case false?: return .denied
    case nil: return .notDetermined
    }
  }

  /// Asks the person, unless the answer is known.
  ///
  /// - Returns: What the application may do now; ``AuthorizationStatus/notDetermined`` when the person
  ///   gave no answer.
  /// - Throws: ``SpeechError`` when nobody can be asked, when the answer can't be kept (it is asked
  ///   again then), or of code ``SpeechError/Code/cancelled``.
  public func request() async throws(SpeechError) -> AuthorizationStatus {
    try await Self.gate.run { () async throws(SpeechError) in
      let known = status
      guard known == .notDetermined, override == nil else { return known }
      let question = ConsentQuestion(
        subject: .speechRecognition, application: application, usageDescription: usageDescription)
      let answer: Bool?
      do {
        answer = try await prompt.ask(question)
      } catch {
        throw SpeechError(wrapping: error, as: .unsupported, "Consent can't be asked for")
      }
      guard let answer else { return .notDetermined }
      try record.keep(answer, to: question)
      return answer ? .authorized : .denied
    }
  }

  /// Forgets the person's answer, so that the next ``request()`` asks again.
  ///
  /// - Throws: ``SpeechError`` when the file of answers can't be written.
  public func forget() throws(SpeechError) {
    try record.forget(.speechRecognition)
  }

  /// Sees that the application may recognise speech; asks nobody.
  ///
  /// - Throws: ``SpeechError`` of code ``SpeechError/Code/notAuthorized`` that says who has to be
  ///   asked.
  public func require() throws(SpeechError) {
    let (why, cure): (String, String)
    switch status {
    case .authorized: return
    case .notDetermined:
      (why, cure) = ("nobody was asked yet", "Call SpeechAuthorization.request() before.")
    case .denied:
      (why, cure) = (
        "its user said no", "Ask the user, and forget the answer with SpeechAuthorization.forget()."
      )
    case .restricted:
      (why, cure) = (
        "the administrator's policy forbids it", "Ask the administrator to change \(policy.path)."
      )
    }
    throw SpeechError(
      .notAuthorized, "\(application) may not recognise speech: \(why).", remedy: cure)
  }
}
