import Foundation
import SpeechRecognition

/// How far the work on a file has got, as one line for a terminal.
struct ProgressLine {
  /// Which file of how many; empty for a single one.
  var label = ""
  var recognized: RecognitionProgress?
  /// How long the work has taken so far.
  var elapsed = Duration.zero
  /// The text of the utterance that is going on.
  var text = ""

  /// The line, cut to a number of columns; of the text, the end is kept.
  func line(columns: Int) -> String {
    let figures = (facts + [label]).filter { !$0.isEmpty }.joined(separator: "  ")
    guard !text.isEmpty else { return String(figures.prefix(max(columns, 0))) }
    let start = figures.isEmpty ? "" : figures + "  "
    let room = columns - start.count
    guard room > 1 else { return String(figures.prefix(max(columns, 0))) }
    return start + (text.count > room ? "…" + text.suffix(room - 1) : text)
  }

  /// The share that was read, the time of the sound, and the speed against real time.
  private var facts: [String] {
    guard let recognized else { return [] }
    let seconds = recognized.audioTime.seconds
    var facts = [Self.clock(recognized.audioTime)]
    if let share = recognized.fractionCompleted {
      facts.insert(String(format: "%.0f%%", (share * 100).rounded(.down)), at: 0)
    }
    let taken = elapsed / .seconds(1)
    if taken >= 0.5 { facts.append(String(format: "%.1fx", seconds / taken)) }
    return facts
  }

  /// `minutes:seconds`, or `hours:minutes:seconds`.
  private static func clock(_ time: AudioTime) -> String {
    let seconds = time.numerator / time.denominator
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return hours == 0
      ? String(format: "%d:%02d", minutes, seconds % 60)
      : String(format: "%d:%02d:%02d", hours, minutes, seconds % 60)
  }
}
