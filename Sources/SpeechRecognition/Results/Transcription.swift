/// What was said, as text and as the segments that it is made of.
///
/// A transcription covers one or more utterances; ``utterances`` marks where each ends. Copies and
/// longer transcriptions of the same task share the text that came before.
public struct Transcription: Sendable {
  /// The utterances before the last; shared between the results of one task.
  private let earlier: UtteranceList
  private let last: Utterance?

  /// Creates an empty transcription.
  public init() {
    self.init(earlier: UtteranceList(), last: nil)
  }

  /// Creates a transcription of utterances.
  ///
  /// - Parameter utterances: The utterances in the order of time.
  public init(_ utterances: some Sequence<Utterance>) {
    var list = UtteranceList()
    for utterance in utterances { list.append(utterance) }
    self.init(earlier: list, last: nil)
  }

  init(earlier: UtteranceList, last: Utterance?) {
    self.earlier = earlier
    self.last = last
  }

  /// The utterances in the order of time; those in which nothing was said are left out.
  public var utterances: [Utterance] { earlier.all + (last.map { [$0] } ?? []) }

  /// The whole text, ready to be shown: the utterances joined by blanks.
  public var formattedString: String { utterances.map(\.text).joined(separator: " ") }

  /// What was said, in lower case and without marks: the spoken words of all utterances, joined by
  /// blanks; see ``SpokenForm``.
  public var spokenString: String {
    utterances.map(\.spokenText).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The segments (usually words) of all utterances, with their places in ``formattedString``.
  public var segments: [Segment] {
    var offset = 0
    var all: [Segment] = []
    for utterance in utterances {
      all += utterance.segments.map { $0.moved(by: offset) }
      offset += utterance.text.utf8.count + 1
    }
    return all
  }

  /// Whether nothing was said.
  public var isEmpty: Bool { earlier.isEmpty && last == nil }

  /// The place of a segment of this transcription in ``formattedString``.
  ///
  /// - Parameter segment: One of ``segments``.
  /// - Returns: The place, or `nil` when the segment is of another transcription.
  public func range(of segment: Segment) -> Range<String.Index>? {
    let text = formattedString
    let bytes = text.utf8
    guard
      let start = bytes.index(
        bytes.startIndex, offsetBy: segment.utf8Range.lowerBound, limitedBy: bytes.endIndex),
      let end = bytes.index(
        start, offsetBy: segment.utf8Range.count, limitedBy: bytes.endIndex),
      text[start..<end] == segment.substring
    else { return nil }
    return start..<end
  }
}

extension Transcription: Hashable, Codable {
  public static func == (left: Transcription, right: Transcription) -> Bool {
    left.utterances == right.utterances
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(utterances) }

  /// Reads the list of utterances.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Utterance].self))
  }

  /// Writes the list of utterances.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(utterances)
  }
}
