/// What a session is set up with: everything that is costly to change.
public struct EngineConfiguration: Sendable, Hashable, Codable {
  /// The language to recognise.
  public var locale: LocaleID
  /// The model to use, in the engine's own terms, or `nil` for its default for the locale.
  public var modelID: String?
  /// The number of threads that one session may use.
  public var threads: Int
  /// The searches to prepare, by name; an utterance names the one it wants.
  public var tasks: [String: EngineTask]
  /// Engine-specific settings, checked by ``SpeechEngine/validate(_:)``.
  public var options: [String: String]

  /// The name of the task that is used when nothing else is said.
  public static let defaultTask = "default"

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - locale: The language to recognise.
  ///   - modelID: The model to use, or `nil` for the engine's default for the locale.
  ///   - threads: The number of threads that one session may use.
  ///   - tasks: The searches to prepare, by name.
  ///   - options: Engine-specific settings.
  public init(
    locale: LocaleID, modelID: String? = nil, threads: Int = 1,
    tasks: [String: EngineTask] = [EngineConfiguration.defaultTask: .dictation()],
    options: [String: String] = [:]
  ) {
    self.locale = locale
    self.modelID = modelID
    self.threads = threads
    self.tasks = tasks
    self.options = options
  }
}

/// One search that an engine prepares: what may be said.
public struct EngineTask: Sendable, Hashable, Codable {
  /// The kind of search; kinds are added over time.
  public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Free speech.
    public static let dictation = Kind(rawValue: "dictation")
  }

  /// The kind of search.
  public var kind: Kind
  /// What is likely to be said; an engine may be unable to use it and then reports so.
  public var hints: LanguageHints

  /// Creates a search of a kind.
  ///
  /// - Parameters:
  ///   - kind: The kind of search.
  ///   - hints: What is likely to be said.
  public init(kind: Kind, hints: LanguageHints = LanguageHints()) {
    self.kind = kind
    self.hints = hints
  }

  /// Makes a search for free speech.
  ///
  /// - Parameter hints: What is likely to be said.
  /// - Returns: The search.
  public static func dictation(hints: LanguageHints = LanguageHints()) -> EngineTask {
    EngineTask(kind: .dictation, hints: hints)
  }
}

/// Advice on what is likely to be said.
public struct LanguageHints: Sendable, Hashable, Codable {
  /// Phrases to favour.
  public var contextualStrings: [String]

  /// Creates advice.
  ///
  /// - Parameter contextualStrings: Phrases to favour.
  public init(contextualStrings: [String] = []) {
    self.contextualStrings = contextualStrings
  }

  /// Whether there is no advice.
  public var isEmpty: Bool { contextualStrings.isEmpty }
}

/// What an engine says of a configuration before it is used.
public struct EngineReport: Sendable, Hashable, Codable {
  /// Advice that the engine will not apply, with the reason.
  public var unapplied: [EngineWarning]
  /// Words that the engine doesn't know, each with spellings that it does know.
  public var unknownWords: [String: [String]]

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - unapplied: Advice that the engine will not apply.
  ///   - unknownWords: Words that the engine doesn't know, with suggestions.
  public init(unapplied: [EngineWarning] = [], unknownWords: [String: [String]] = [:]) {
    self.unapplied = unapplied
    self.unknownWords = unknownWords
  }
}

/// Something that a user should know and that stops nothing.
public struct EngineWarning: Sendable, Hashable, Codable {
  /// What it is about and what happens instead.
  public var message: String

  /// Creates a warning.
  ///
  /// - Parameter message: What it is about and what happens instead.
  public init(_ message: String) { self.message = message }
}
