public import SpeechRecognition

extension ScriptedEngine {
  /// Something that a scripted engine does when the sound reaches a moment.
  public struct Step: Sendable {
    enum Action: Sendable {
      case partial(String, stableWords: Int)
      case final(String, alternatives: [String])
      case warning(EngineWarning)
      case fail(SpeechError)
    }

    let action: Action
    /// The moment, or `nil` for the end of the sound.
    let time: AudioTime?

    /// A text that may still change; its words are spread evenly over the time since the last
    /// final.
    ///
    /// - Parameters:
    ///   - text: The words so far, parted by blanks.
    ///   - time: When it is said.
    ///   - stableWords: The number of words, from the first, that are not expected to change.
    /// - Returns: The step.
    public static func partial(_ text: String, at time: AudioTime, stableWords: Int = 0) -> Step {
      Step(action: .partial(text, stableWords: stableWords), time: time)
    }

    /// A text that may still change.
    ///
    /// - Parameters:
    ///   - text: The words so far, parted by blanks.
    ///   - seconds: When it is said.
    ///   - stableWords: The number of words, from the first, that are not expected to change.
    /// - Returns: The step.
    public static func partial(
      _ text: String, at seconds: Double, stableWords: Int = 0
    ) -> Step {
      partial(text, at: AudioTime(seconds: seconds), stableWords: stableWords)
    }

    /// The text of an utterance for good; its words are spread evenly over the time since the last
    /// final.
    ///
    /// Where the engine cuts by itself it ends the utterance. Where the library cuts it is given at
    /// the end of the utterance, and the moment is only the end of the last word.
    ///
    /// - Parameters:
    ///   - text: The words, parted by blanks; without any, nothing was said.
    ///   - time: When the last word ends, or `nil` for the end of the sound.
    ///   - alternatives: Other readings.
    /// - Returns: The step.
    public static func final(
      _ text: String, at time: AudioTime? = nil, alternatives: [String] = []
    ) -> Step {
      Step(action: .final(text, alternatives: alternatives), time: time)
    }

    /// The text of an utterance for good.
    ///
    /// - Parameters:
    ///   - text: The words, parted by blanks; without any, nothing was said.
    ///   - seconds: When the last word ends.
    ///   - alternatives: Other readings.
    /// - Returns: The step.
    public static func final(
      _ text: String, at seconds: Double, alternatives: [String] = []
    ) -> Step {
      final(text, at: AudioTime(seconds: seconds), alternatives: alternatives)
    }

    /// Something that a user should know.
    ///
    /// - Parameters:
    ///   - message: What it is.
    ///   - time: When it is told.
    /// - Returns: The step.
    public static func warning(_ message: String, at time: AudioTime) -> Step {
      Step(action: .warning(EngineWarning(message)), time: time)
    }

    /// Something that a user should know.
    ///
    /// - Parameters:
    ///   - message: What it is.
    ///   - seconds: When it is told.
    /// - Returns: The step.
    public static func warning(_ message: String, at seconds: Double) -> Step {
      warning(message, at: AudioTime(seconds: seconds))
    }

    /// A failure: the call that brings the sound of that moment throws.
    ///
    /// - Parameters:
    ///   - error: What it throws.
    ///   - time: When it fails.
    /// - Returns: The step.
    public static func fail(_ error: SpeechError, at time: AudioTime) -> Step {
      Step(action: .fail(error), time: time)
    }

    /// A failure: the call that brings the sound of that moment throws.
    ///
    /// - Parameters:
    ///   - error: What it throws.
    ///   - seconds: When it fails.
    /// - Returns: The step.
    public static func fail(_ error: SpeechError, at seconds: Double) -> Step {
      fail(error, at: AudioTime(seconds: seconds))
    }
  }
}

extension [ScriptedEngine.Step] {
  /// The steps in the order of time, those at the end of the sound last.
  var inOrder: [ScriptedEngine.Step] {
    let timed = enumerated().filter { $0.element.time != nil }.sorted { left, right in
      (left.element.time ?? .zero, left.offset) < (right.element.time ?? .zero, right.offset)
    }
    return timed.map(\.element) + filter { $0.time == nil }
  }
}
