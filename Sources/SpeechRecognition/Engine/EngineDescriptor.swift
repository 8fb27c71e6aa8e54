/// What an engine is and what it can do, as data.
public struct EngineDescriptor: Sendable, Hashable {
  /// A name that is stable and unique, such as `pocketsphinx`.
  ///
  /// Two engines with one identifier must be interchangeable for one configuration: workers and
  /// models are shared between them.
  public var id: String
  /// The version of the library behind the engine.
  public var version: String
  /// What the engine can do, an entry for each combination that differs; see
  /// ``capabilities(task:locale:modelID:)``.
  public var capabilities: [EngineCapabilities]
  /// The longest that one call into the engine may go on without looking at
  /// ``EngineContext/isCancelled``; cancelling frees the worker within this time.
  public var longestStep: AudioTime

  /// Creates a description of an engine.
  ///
  /// - Parameters:
  ///   - id: A name that is stable and unique.
  ///   - version: The version of the library behind the engine.
  ///   - capabilities: What the engine can do.
  ///   - longestStep: The longest that one call goes on without looking for cancellation.
  public init(
    id: String, version: String, capabilities: [EngineCapabilities],
    longestStep: AudioTime = AudioTime(samples: 1, rate: 10)
  ) {
    self.id = id
    self.version = version
    self.capabilities = capabilities
    self.longestStep = longestStep
  }

  /// What the engine can do for one kind of task, locale and model.
  ///
  /// The entry that says most about the combination wins; with none, the engine can do nothing.
  ///
  /// - Parameters:
  ///   - task: The kind of task.
  ///   - locale: The locale that is asked about.
  ///   - modelID: The model that is asked about, or `nil` for the engine's default.
  /// - Returns: What the engine can do there.
  public func capabilities(
    task: EngineTask.Kind, locale: LocaleID, modelID: String? = nil
  ) -> Set<EngineCapability> {
    let fitting = capabilities.filter { entry in
      entry.task == task && (entry.locale ?? locale) == locale
        && (entry.modelID == nil || entry.modelID == modelID)
    }
    let best = fitting.max { left, right in left.precision < right.precision }
    return best?.abilities ?? []
  }
}

/// What an engine can do for one kind of task, and perhaps only one locale or model.
public struct EngineCapabilities: Sendable, Hashable {
  /// The kind of task that the entry is about.
  public var task: EngineTask.Kind
  /// The locale that the entry is about, or `nil` for all.
  public var locale: LocaleID?
  /// The model that the entry is about, or `nil` for all.
  public var modelID: String?
  /// What the engine can do there.
  public var abilities: Set<EngineCapability>

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - task: The kind of task.
  ///   - locale: The locale, or `nil` for all.
  ///   - modelID: The model, or `nil` for all.
  ///   - abilities: What the engine can do there.
  public init(
    task: EngineTask.Kind, locale: LocaleID? = nil, modelID: String? = nil,
    abilities: Set<EngineCapability>
  ) {
    self.task = task
    self.locale = locale
    self.modelID = modelID
    self.abilities = abilities
  }

  fileprivate var precision: Int { (locale == nil ? 0 : 1) + (modelID == nil ? 0 : 2) }
}

/// One thing that an engine may be able to do.
public struct EngineCapability: RawRepresentable, Sendable, Hashable, Codable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Text while the utterance is still going on.
  public static let partialResults = EngineCapability(rawValue: "partialResults")
  /// The start and end of each word.
  public static let wordTimes = EngineCapability(rawValue: "wordTimes")
  /// How sure the engine is of each word.
  public static let confidence = EngineCapability(rawValue: "confidence")
  /// Other readings of an utterance.
  public static let alternatives = EngineCapability(rawValue: "alternatives")
  /// Phrases that are to be favoured.
  public static let contextualStrings = EngineCapability(rawValue: "contextualStrings")
  /// Text with sentence marks and capitals.
  public static let punctuation = EngineCapability(rawValue: "punctuation")
}

/// Whether an engine could start now.
public enum EngineAvailability: Sendable {
  /// A session can be started.
  case available
  /// A session can't be started; the error names what is missing and its cure.
  case unavailable(SpeechError)

  /// Whether a session can be started.
  public var isAvailable: Bool {
    if case .available = self { true } else { false }
  }
}
