public import Foundation

extension AttributeScopes {
  /// The attributes that transcribers put on the runs of their text.
  public struct SpeechAttributes: AttributeScope {
    /// When a run of text was said.
    public let audioTimeRange: TimeRangeAttribute
    /// How sure the engine is of a run of text, from 0 to 1.
    public let transcriptionConfidence: ConfidenceAttribute

    /// The key of a run's time range.
    public enum TimeRangeAttribute: CodableAttributedStringKey {
      public typealias Value = AudioTimeRange
      public static let name = "SpeechAudioTimeRange"
    }

    /// The key of a run's confidence.
    public enum ConfidenceAttribute: CodableAttributedStringKey {
      public typealias Value = Double
      public static let name = "SpeechTranscriptionConfidence"
    }
  }

  /// The attributes that transcribers put on the runs of their text.
  public var speech: SpeechAttributes.Type { SpeechAttributes.self }
}

extension AttributeDynamicLookup {
  /// Finds the speech attributes by name, such as `run.audioTimeRange`.
  public subscript<Key: AttributedStringKey>(
    dynamicMember keyPath: KeyPath<AttributeScopes.SpeechAttributes, Key>
  ) -> Key { self[Key.self] }
}

extension Transcription {
  /// The text with the time range and the confidence of each segment as attributes.
  public var attributedString: AttributedString {
    var text = AttributedString()
    for segment in segments {
      if !text.characters.isEmpty { text += AttributedString(" ") }
      var run = AttributedString(segment.substring)
      run.audioTimeRange = segment.timeRange
      run.transcriptionConfidence = segment.confidence
      text += run
    }
    return text
  }
}
