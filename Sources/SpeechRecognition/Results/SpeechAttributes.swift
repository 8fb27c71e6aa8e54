public import Foundation

extension AttributeScopes {
  /// The attributes that transcribers put on the runs of their text.
  public struct SpeechAttributes: AttributeScope {
    /// When a run of text was said.
    public let audioTimeRange: TimeRangeAttribute
    /// How sure the engine is of a run of text, from 0 to 1.
    public let transcriptionConfidence: ConfidenceAttribute
    /// How a run of text is written.
    public let transcriptionTextStyle: TextStyleAttribute

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

    /// The key of a run's text style.
    public enum TextStyleAttribute: CodableAttributedStringKey {
      public typealias Value = TextStyle
      public static let name = "SpeechTranscriptionTextStyle"
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
  /// The text with the time range, the confidence and the text style of each segment as attributes.
  public var attributedString: AttributedString {
    var text = AttributedString()
    for (index, utterance) in utterances.enumerated() {
      if index > 0 { text += AttributedString(" ") }
      var end = 0
      for segment in utterance.segments {
        if segment.utf8Range.lowerBound > end { text += AttributedString(" ") }
        var run = AttributedString(segment.substring)
        run.audioTimeRange = segment.timeRange
        run.transcriptionConfidence = segment.confidence
        run.transcriptionTextStyle = utterance.textStyle
        text += run
        end = segment.utf8Range.upperBound
      }
    }
    return text
  }
}
