/// The least piece of a caption, with a time that is known or shared out.
struct CaptionWord {
  var text: String
  var timeRange: AudioTimeRange
  /// Whether no blank stands in front.
  var joinsPrevious: Bool
  /// Whether a sentence of written text ends here.
  var endsSentence = false

  /// A piece whose time may not be known yet.
  private struct Piece {
    var text: String
    var timeRange: AudioTimeRange?
    var joinsPrevious = false
  }

  /// The words of an utterance; no text is left out, and each has a time inside the utterance's or
  /// its own.
  static func words(of utterance: Transcription.Utterance) -> [CaptionWord] {
    let pieces = pieces(of: utterance)
    var words: [CaptionWord] = []
    while words.count < pieces.count {
      let rest = pieces[words.count...]
      if let piece = rest.first, let range = piece.timeRange {
        words.append(
          CaptionWord(text: piece.text, timeRange: range, joinsPrevious: piece.joinsPrevious))
        continue
      }
      let untimed = rest.prefix { $0.timeRange == nil }
      let gap = AudioTimeRange(
        start: words.last?.timeRange.end ?? utterance.timeRange.start,
        end: rest.dropFirst(untimed.count).first?.timeRange?.start ?? utterance.timeRange.end)
      for (piece, range) in zip(untimed, shares(of: gap, for: untimed.map(\.text))) {
        words.append(
          CaptionWord(text: piece.text, timeRange: range, joinsPrevious: piece.joinsPrevious))
      }
    }
    guard utterance.textStyle != .spoken else { return words }
    return words.map { word in
      var word = word
      word.endsSentence = SentenceEnd.stands(behind: word.text)
      return word
    }
  }

  /// What may stand on a line by itself: text between blanks, and in scripts without blanks each
  /// character with the marks behind it.
  private static func pieces(of utterance: Transcription.Utterance) -> [Piece] {
    var pieces: [Piece] = []
    var end = 0
    for segment in utterance.segments {
      var own: [Piece] = []
      for text in segment.substring.split(whereSeparator: \.isWhitespace) {
        own.append(Piece(text: ""))
        for character in text {
          let last = own[own.count - 1].text
          if let before = last.last, before.standsAlone, character.standsAlone {
            own.append(Piece(text: String(character), joinsPrevious: true))
          } else {
            own[own.count - 1].text.append(character)
          }
        }
      }
      if let range = segment.timeRange {
        let ranges = shares(of: range, for: own.map(\.text))
        for index in own.indices { own[index].timeRange = ranges[index] }
      }
      let isJoined = segment.utf8Range.lowerBound == end
      end = segment.utf8Range.upperBound
      if isJoined, let previous = pieces.last, let first = own.first {
        if previous.text.last?.standsAlone == true, first.text.first?.standsAlone == true {
          own[0].joinsPrevious = true
        } else {
          pieces[pieces.count - 1] = joined(previous, first)
          own.removeFirst()
        }
      }
      pieces += own
    }
    return pieces
  }

  private static func joined(_ first: Piece, _ second: Piece) -> Piece {
    var joined = first
    joined.text += second.text
    joined.timeRange = first.timeRange ?? second.timeRange
    if let start = first.timeRange?.start, let end = second.timeRange?.end {
      joined.timeRange = AudioTimeRange(start: start, end: end)
    }
    return joined
  }

  /// Shares a stretch of time out by the numbers of characters, a blank behind each text included.
  private static func shares(of range: AudioTimeRange, for texts: [String]) -> [AudioTimeRange] {
    let lengths = texts.map { $0.count + 1 }
    let total = Double(lengths.reduce(0, +))
    var start = range.start
    var before = 0
    return lengths.enumerated().map { index, length in
      before += length
      let share = AudioTime(seconds: range.duration.seconds * Double(before) / total)
      let end = index == lengths.count - 1 ? range.end : range.start + share
      defer { start = end }
      return AudioTimeRange(start: start, end: end)
    }
  }
}

extension Character {
  /// Whether a line may end before and behind the character: scripts that part no words by blanks
  /// (Chinese, Japanese, Thai, Lao, Burmese, Khmer; the ranges are Unicode blocks).
  fileprivate var standsAlone: Bool {
    guard isSaid, let scalar = unicodeScalars.first?.value else { return false }
    switch scalar {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF,
      0xF900...0xFAFF, 0x20000...0x3FFFF:
      return true
    default: return false
    }
  }
}
