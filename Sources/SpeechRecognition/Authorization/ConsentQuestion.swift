/// What a person is asked to consent to.
public struct ConsentQuestion: Sendable, Hashable {
  /// What consent is asked for; subjects are added over time.
  public struct Subject: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Turning speech into text.
    public static let speechRecognition = Subject(rawValue: "speechRecognition")
    /// Listening to a microphone.
    public static let microphone = Subject(rawValue: "microphone")
  }

  /// What consent is asked for.
  public let subject: Subject
  /// The identifier of the application that asks.
  public let application: String
  /// Why the application asks, in its own words.
  public let usageDescription: String

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - subject: What consent is asked for.
  ///   - application: The identifier of the application that asks.
  ///   - usageDescription: Why the application asks, in its own words.
  public init(subject: Subject, application: String, usageDescription: String) {
    self.subject = subject
    self.application = application
    self.usageDescription = usageDescription
  }

  /// The question as one sentence in English, such as “org.example.notes would like to recognise
  /// speech.”
  public var sentence: String {
    let wish =
      switch subject {
      case .speechRecognition: "recognise speech"
      case .microphone: "listen to the microphone"
      default: subject.rawValue
      }
    return "“\(application)” would like to \(wish)."
  }
}
