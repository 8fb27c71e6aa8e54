internal import Foundation

/// A way to write a transcript to a file.
public struct TranscriptFormat: Sendable {
  let write: @Sendable (Transcript) -> String

  /// Plain text, one utterance a line.
  public static var text: TranscriptFormat {
    TranscriptFormat { transcript in
      transcript.utterances.map { $0.text + "\n" }.joined()
    }
  }

  /// SubRip subtitles (`.srt`).
  ///
  /// - Parameter rules: How the text is divided into cues.
  /// - Returns: The format.
  public static func srt(_ rules: CaptionRules = CaptionRules()) -> TranscriptFormat {
    TranscriptFormat { transcript in
      rules.cues(for: transcript).enumerated().map { number, cue in
        let times = "\(stamp(cue.timeRange.start, ",")) --> \(stamp(cue.timeRange.end, ","))"
        return "\(number + 1)\n\(times)\n\(cue.lines.joined(separator: "\n"))\n"
      }.joined(separator: "\n")
    }
  }

  /// WebVTT subtitles (`.vtt`).
  ///
  /// - Parameter rules: How the text is divided into cues.
  /// - Returns: The format.
  public static func vtt(_ rules: CaptionRules = CaptionRules()) -> TranscriptFormat {
    TranscriptFormat { transcript in
      let cues = rules.cues(for: transcript).map { cue in
        let times = "\(stamp(cue.timeRange.start, ".")) --> \(stamp(cue.timeRange.end, "."))"
        let lines = cue.lines.map { line in
          line.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
        }
        return "\n\(times)\n\(lines.joined(separator: "\n"))\n"
      }
      return "WEBVTT\n" + cues.joined()
    }
  }

  /// JSON with the text, the utterances and their words.
  ///
  /// Times are in seconds; those of a word are `null` where the engine can't know them. A word has
  /// its `spoken` words where they are not its text; each utterance says its `textStyle`.
  public static var json: TranscriptFormat {
    TranscriptFormat { transcript in
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      let data = try? encoder.encode(TranscriptDocument(transcript))
      return data.map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
    }
  }

  /// A time as `hours:minutes:seconds` with milliseconds.
  private static func stamp(_ time: AudioTime, _ separator: String) -> String {
    let milliseconds = max(time.samples(rate: 1000), 0)
    let seconds = milliseconds / 1000
    let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { part in
      part < 10 ? "0\(part)" : "\(part)"
    }
    return parts.joined(separator: ":") + separator + String(milliseconds % 1000 + 1000).dropFirst()
  }
}
