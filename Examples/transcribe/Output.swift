import Foundation
import SpeechRecognition

/// Writes what was said in the chosen format.
struct Output {
  let format: Arguments.Format
  /// What each line of text begins with: the file's name when there are several.
  let prefix: [UInt8]
  /// Whether each line says the channel of its text.
  let tellsChannels: Bool
  /// Whether JSON has the diagnostics.
  let diagnoses: Bool

  init(
    _ format: Arguments.Format, prefix: [UInt8] = [], tellsChannels: Bool = false,
    diagnoses: Bool = false
  ) {
    self.format = format
    self.prefix = prefix
    self.tellsChannels = tellsChannels
    self.diagnoses = diagnoses
  }

  /// What is written as soon as an utterance is final.
  func lines(for transcription: Transcription) -> [UInt8] {
    switch format {
    case .text: lines(transcription.utterances.map(text))
    case .times:
      lines(
        transcription.utterances.flatMap { utterance in
          utterance.segments.map { timedWord($0, channel: utterance.channel) }
        })
    case .json, .srt: []
    }
  }

  /// What is written at the end of a file.
  func ending(_ transcript: Transcript, of file: String, error: SpeechError? = nil) -> [UInt8] {
    switch format {
    case .text, .times: []
    case .json:
      Document(file: file, transcript, error: error?.description, diagnoses: diagnoses).line
    case .srt: Array(transcript.formatted(.srt()).utf8)
    }
  }

  private func text(_ utterance: Transcription.Utterance) -> String {
    guard tellsChannels, let channel = utterance.channel else { return utterance.text }
    return "channel \(channel): \(utterance.text)"
  }

  private func lines(_ texts: [String]) -> [UInt8] {
    texts.flatMap { prefix + Array("\($0)\n".utf8) }
  }

  /// Start, end and word; a time that the engine can't know is a dash.
  private func timedWord(_ word: Transcription.Segment, channel: Int?) -> String {
    let times = [word.timeRange?.start, word.timeRange?.end].map { time in
      time.map { String(format: "%.3f", $0.seconds) } ?? "-"
    }
    let last = tellsChannels ? channel.map { ["\($0)"] } ?? [] : []
    return (times + [word.substring] + last).joined(separator: "\t")
  }
}

/// One file's line of JSON; its parts are named as in `TranscriptFormat.json`.
private struct Document: Encodable {
  struct Word: Encodable {
    let text: String
    /// What was said, where it is not the text.
    let spoken: [String]?
    let start, duration, confidence: Double?
  }

  struct Utterance: Encodable {
    let text: String
    let start, end: Double
    let channel: Int?
    let textStyle: TextStyle
    let words: [Word]
  }

  let file, text: String
  let utterances: [Utterance]
  let error: String?
  let diagnostics: DiagnosticsReport?

  init(file: String, _ transcript: Transcript, error: String?, diagnoses: Bool) {
    diagnostics = diagnoses ? transcript.diagnostics.map(DiagnosticsReport.init) : nil
    self.file = file
    self.error = error
    text = transcript.text
    utterances = transcript.utterances.map { utterance in
      Utterance(
        text: utterance.text, start: utterance.timeRange.start.seconds,
        end: utterance.timeRange.end.seconds, channel: utterance.channel,
        textStyle: utterance.textStyle,
        words: utterance.segments.map { word in
          Word(
            text: word.substring,
            spoken: word.spokenWords == [word.substring] ? nil : word.spokenWords,
            start: word.timestamp,
            duration: word.duration, confidence: word.confidence)
        })
    }
  }

  var line: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(self) else { return [] }
    return Array(data) + Array("\n".utf8)
  }
}
