/// How a transcript is divided into subtitle cues.
///
/// Where a cue of written text is full, it ends with a sentence if it can. Words without times share
/// the time between their neighbours, or that of the utterance, by their numbers of characters.
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
    var rest = CaptionWord.words(of: utterance)[...]
    while let first = rest.first {
      var cue = Cue(lines: [first.text], timeRange: first.timeRange)
      var ends = [1: cue]
      var count = 1
      for word in rest.dropFirst() {
        let longer = AudioTimeRange(
          start: cue.timeRange.start, end: max(cue.timeRange.end, word.timeRange.end))
        guard !(longer.duration.seconds > longest), let lines = adding(word, to: cue.lines)
        else { break }
        cue = Cue(lines: lines, timeRange: longer)
        count += 1
        if word.endsSentence { ends[count] = cue }
      }
      if count < rest.count, let end = lastSentenceEnd(in: rest.prefix(count)) {
        (count, cue) = (end, ends[end] ?? cue)
      }
      cues.append(cue)
      rest = rest.dropFirst(count)
    }
    return cues
  }

  /// The number of words up to the last end of a sentence in the second half of a full cue: the
  /// next sentence then begins a cue of its own, and no cue becomes too short to be read.
  private func lastSentenceEnd(in words: ArraySlice<CaptionWord>) -> Int? {
    guard let last = words.lastIndex(where: \.endsSentence) else { return nil }
    let length = words.reduce(0) { $0 + $1.text.count }
    let kept = words[...last].reduce(0) { $0 + $1.text.count }
    return 2 * kept >= length ? words[...last].count : nil
  }

  /// Puts a word behind the last line or on a new one; `nil` when the cue is full.
  private func adding(_ word: CaptionWord, to cue: [String]) -> [String]? {
    guard let last = cue.last else { return [word.text] }
    let longer = last + (word.joinsPrevious ? "" : " ") + word.text
    if longer.count <= lineLength { return cue.dropLast() + [longer] }
    return cue.count < lines ? cue + [word.text] : nil
  }
}
