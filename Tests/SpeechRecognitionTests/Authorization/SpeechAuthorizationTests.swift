import Foundation
import SpeechEngineTestKit
import Testing

@testable import SpeechRecognition

@Suite struct SpeechAuthorizationTests {
  /// Answers that are given one after the other, and what was asked.
  private final class Person: Sendable {
    private let answers: Locked<[Bool?]>
    private let heard = Locked<[ConsentQuestion]>([])

    init(_ answers: Bool?...) { self.answers = Locked(answers) }

    var questions: [ConsentQuestion] { heard.withLock { $0 } }
    var prompt: ConsentPrompt {
      ConsentPrompt { question in
        self.heard.withLock { $0.append(question) }
        await Task.yield()
        return self.answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      }
    }
  }

  private let home = TemporaryFolder()

  private func authorization(
    _ application: String = "org.example.notes", _ prompt: ConsentPrompt = Person().prompt,
    usageDescription: String = "Dictation becomes text.", environment: [String: String] = [:]
  ) throws -> SpeechAuthorization {
    var variables = ["HOME": home.path]
    variables.merge(environment) { $1 }
    return try SpeechAuthorization(
      application: application, usageDescription: usageDescription, prompt: prompt,
      environment: variables, policyPath: home.path + "/policy.json")
  }

  private func record(_ application: String = "org.example.notes") -> String {
    "\(home.path)/.local/state/swift-speech/consent/\(application).json"
  }

  @Test(arguments: [true, false])
  func theAnswerIsAskedForOnceAndRemembered(isAllowed: Bool) async throws {
    let person = Person(isAllowed, !isAllowed)
    let first = try authorization("org.example.notes", person.prompt)
    let expected: AuthorizationStatus = isAllowed ? .authorized : .denied
    #expect(first.status == .notDetermined)
    #expect(try await first.request() == expected)
    #expect(try await first.request() == expected)
    #expect(first.status == expected)
    #expect(try authorization().status == expected)
    #expect(person.questions.count == 1)
    #expect(person.questions.first?.usageDescription == "Dictation becomes text.")
  }

  @Test func requestsAtOnceAskOnce() async throws {
    let person = Person(true, false, false, false)
    let authorization = try authorization("org.example.notes", person.prompt)
    let answers = try await withThrowingTaskGroup { group in
      for _ in 0..<20 { group.addTask { try await authorization.request() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: .authorized, count: 20))
    #expect(person.questions.count == 1)
  }

  @Test func noAnswerLeavesTheQuestionOpen() async throws {
    let person = Person(nil, true)
    let authorization = try authorization("org.example.notes", person.prompt)
    #expect(try await authorization.request() == .notDetermined)
    #expect(!FileManager.default.fileExists(atPath: record()))
    #expect(try await authorization.request() == .authorized)
  }

  @Test func anAnswerIsForgottenOnDemand() async throws {
    let person = Person(false, true)
    let authorization = try authorization("org.example.notes", person.prompt)
    #expect(try await authorization.request() == .denied)
    try authorization.forget()
    #expect(authorization.status == .notDetermined)
    #expect(try await authorization.request() == .authorized)
  }

  @Test func applicationsHaveAnswersOfTheirOwn() async throws {
    let first = try authorization("org.example.first", Person(true).prompt)
    let second = try authorization("org.example.second", Person(false).prompt)
    #expect(try await first.request() == .authorized)
    #expect(try await second.request() == .denied)
    #expect(first.status == .authorized)
  }

  @Test func onlyItsOwnerReadsTheAnswer() async throws {
    let authorization = try authorization("org.example.notes", Person(true).prompt)
    _ = try await authorization.request()
    let files = FileManager.default
    let file = try files.attributesOfItem(atPath: record())[.posixPermissions] as? Int
    let folder = (record() as NSString).deletingLastPathComponent
    let around = try files.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
    #expect(file == 0o600)
    #expect(around == 0o700)
    #expect(try files.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".part") } == [])
  }

  @Test(arguments: ["", "{", "[]", #"{"version":2,"answers":{}}"#, "\u{0}\u{1}"])
  func aBrokenFileOfAnswersIsNoConsentAndIsReplaced(text: String) async throws {
    try home.write(text, at: record())
    let authorization = try authorization("org.example.notes", Person(true).prompt)
    #expect(authorization.status == .notDetermined)
    #expect(try await authorization.request() == .authorized)
    #expect(authorization.status == .authorized)
  }

  @Test func anAnswerThatOthersMayWriteIsNoConsent() async throws {
    let authorization = try authorization("org.example.notes", Person(true).prompt)
    _ = try await authorization.request()
    try FileManager.default.setAttributes([.posixPermissions: 0o622], ofItemAtPath: record())
    #expect(authorization.status == .notDetermined)
  }

  @Test func aLinkInPlaceOfTheAnswerIsNotFollowed() async throws {
    let authorization = try authorization("org.example.notes", Person(true).prompt)
    _ = try await authorization.request()
    try FileManager.default.moveItem(atPath: record(), toPath: home.path + "/elsewhere.json")
    try FileManager.default.createSymbolicLink(
      atPath: record(), withDestinationPath: home.path + "/elsewhere.json")
    #expect(authorization.status == .notDetermined)
  }

  @Test func aFolderThatCannotBeMadeIsAnErrorThatNamesTheFile() async throws {
    try home.write("a file where the folder should be", at: home.path + "/state")
    let authorization = try authorization(
      "org.example.notes", Person(true).prompt,
      environment: ["XDG_STATE_HOME": home.path + "/state"])
    let error = await #expect(throws: SpeechError.self) { try await authorization.request() }
    #expect(error?.code == .stateUnavailable)
    #expect(error?.message.contains("org.example.notes.json") == true)
  }

  @Test func aRelativeStateFolderIsIgnored() async throws {
    let authorization = try authorization(
      "org.example.notes", Person(true).prompt, environment: ["XDG_STATE_HOME": "state"])
    _ = try await authorization.request()
    #expect(FileManager.default.fileExists(atPath: record()))
  }

  // MARK: Policy, environment, program

  @Test(arguments: [
    (#"{"version":1,"speechRecognition":"restricted"}"#, AuthorizationStatus.restricted),
    (#"{"version":1,"speechRecognition":"allowed"}"#, .authorized),
    (#"{"version":1,"microphone":"restricted"}"#, .authorized),
    (
      #"{"version":1,"applications":{"org.example.notes":{"speechRecognition":"restricted"}}}"#,
      .restricted
    ),
    (
      #"{"version":1,"speechRecognition":"restricted","applications":{"org.example.notes":{"speechRecognition":"allowed"}}}"#,
      .authorized
    ),
    (
      #"{"version":1,"applications":{"org.example.other":{"speechRecognition":"restricted"}}}"#,
      .authorized
    ),
    // What can't be understood was meant to restrict something.
    (#"{"version":1,"speechRecognition":"forbidden"}"#, .restricted),
    (#"{"version":2}"#, .restricted), ("{}", .restricted), ("", .restricted),
  ])
  func theAdministratorsPolicyGoesFirst(policy: String, expected: AuthorizationStatus) throws {
    try home.write(policy, at: home.path + "/policy.json")
    let fromProgram = try authorization().fixed(.authorized)
    #expect(fromProgram.status == expected)
    let fromEnvironment = try authorization(
      environment: [SpeechAuthorization.environmentKey: "authorized"])
    #expect(fromEnvironment.status == expected)
  }

  @Test(arguments: [
    ("authorized", AuthorizationStatus.authorized), ("denied", .denied), ("yes", .denied),
    ("", .notDetermined),
  ])
  func theEnvironmentAnswersForAService(value: String, expected: AuthorizationStatus) throws {
    let authorization = try authorization(
      environment: [SpeechAuthorization.environmentKey: value])
    #expect(authorization.status == expected)
  }

  @Test func aFixedAnswerAsksNobody() async throws {
    let person = Person(true)
    let authorization = try authorization("org.example.notes", person.prompt)
    for status in AuthorizationStatus.allCases {
      #expect(try await authorization.fixed(status).request() == status)
    }
    #expect(person.questions.isEmpty)
  }

  // MARK: What can't be asked

  @Test(arguments: ["", " ", "\n\t"])
  func aMissingUsageDescriptionIsAnError(text: String) throws {
    let error = #expect(throws: SpeechError.self) { try authorization(usageDescription: text) }
    #expect(error?.code == .missingParameter)
  }

  @Test(arguments: [
    "", ".", "..", ".hidden", "a/b", "../up", "a b", "ä", "a\u{0}",
    String(repeating: "a", count: 129),
  ])
  func anIdentifierThatIsNoFileNameIsAnError(application: String) throws {
    let error = #expect(throws: SpeechError.self) { try authorization(application) }
    #expect(error?.code == .invalidParameter)
  }

  @Test func aPromptThatFailsLeavesTheQuestionOpen() async throws {
    struct Failure: Error {}
    let authorization = try authorization(
      "org.example.notes", ConsentPrompt { _ in throw Failure() })
    let error = await #expect(throws: SpeechError.self) { try await authorization.request() }
    #expect(error?.underlying is Failure)
    #expect(authorization.status == .notDetermined)
  }

  // MARK: Recognizer

  @Test(arguments: [AuthorizationStatus.notDetermined, .denied, .restricted])
  func withoutConsentATaskFailsAndNothingIsHeard(status: AuthorizationStatus) async throws {
    let engine = ScriptedEngine(utterances: ["hello"])
    let recognizer = try SpeechRecognizer(
      engine: engine, authorization: try authorization().fixed(status))
    let sound = SoundSequence(.speechLike(1), .silence(1), chunk: 1600)
    let error = await #expect(throws: SpeechError.self) {
      try await recognizer.transcribe(sound)
    }
    #expect(error?.code == .notAuthorized)
    #expect(error?.remedy != nil)
    #expect(engine.journal.counts.samplesHeard == 0)
  }

  @Test func withConsentATaskRuns() async throws {
    let recognizer = try SpeechRecognizer(
      engine: ScriptedEngine(utterances: ["hello"]),
      authorization: try authorization().fixed(.authorized))
    let sound = SoundSequence(.speechLike(1), .silence(1), chunk: 1600)
    #expect(try await recognizer.transcribe(sound).text == "hello")
  }
}
