/// How a transcript is divided into subtitle cues.
public struct CaptionRules: Sendable, Hashable {
  /// The longest line, in characters; a longer word stands alone.
  public var lineLength: Int
  /// The most lines of a cue.
  public var lines: Int
  /// The longest time that a cue stays, in seconds.
  public var longest: Double

  /// Creates rules. The defaults, 42 characters, 2 lines and 7 seconds, are common practice in
  /// subtitling.
  ///
  /// - Parameters:
  ///   - lineLength: The longest line, in characters; less than 1 is taken as 1.
  ///   - lines: The most lines of a cue; less than 1 is taken as 1.
  ///   - longest: The longest time that a cue stays, in seconds.
  public init(lineLength: Int = 42, lines: Int = 2, longest: Double = 7) {
    self.lineLength = max(lineLength, 1)
    self.lines = max(lines, 1)
    self.longest = longest
  }

  /// One subtitle.
  struct Cue: Equatable {
    var lines: [String]
    var timeRange: AudioTimeRange
  }

  /// Divides a transcript: a cue never goes over the end of an utterance.
  func cues(for transcript: Transcript) -> [Cue] {
    let cues = transcript.utterances.flatMap(cues(for:))
    guard transcript.utterances.contains(where: { $0.channel != nil }) else { return cues }
    // Those who speak in separate channels speak at the same time.
    return cues.enumerated().sorted { left, right in
      (left.element.timeRange.start, left.offset) < (right.element.timeRange.start, right.offset)
    }.map(\.element)
  }

  private func cues(for utterance: Transcription.Utterance) -> [Cue] {
    var cues: [Cue] = []
    for segment in utterance.segments {
      let range = segment.timeRange ?? utterance.timeRange
      guard var cue = cues.popLast() else {
        cues.append(Cue(lines: [segment.substring], timeRange: range))
        continue
      }
      let longer = AudioTimeRange(
        start: cue.timeRange.start, end: max(cue.timeRange.end, range.end))
      let isTooLong = segment.timeRange != nil && longer.duration.seconds > longest
      if !isTooLong, let lines = adding(segment.substring, to: cue.lines) {
        cue = Cue(lines: lines, timeRange: longer)
        cues.append(cue)
      } else {
        cues += [cue, Cue(lines: [segment.substring], timeRange: range)]
      }
    }
    return cues
  }

  /// Puts a word behind the last line or on a new one; `nil` when the cue is full.
  private func adding(_ word: String, to cue: [String]) -> [String]? {
    guard let last = cue.last else { return [word] }
    if last.count + 1 + word.count <= lineLength { return cue.dropLast() + ["\(last) \(word)"] }
    return cue.count < lines ? cue + [word] : nil
  }
}
