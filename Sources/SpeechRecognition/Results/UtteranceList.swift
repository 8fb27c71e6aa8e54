/// A growing list of utterances whose copies share what came before.
///
/// Utterances stand in chunks that never change once they are full, so that a copy for each result
/// costs a few pointers even after hours.
struct UtteranceList: Sendable {
  private final class Chunk: Sendable {
    let utterances: [Transcription.Utterance]
    init(_ utterances: [Transcription.Utterance]) { self.utterances = utterances }
  }

  private static let chunkSize = 64
  private var full: [Chunk] = []
  private var open: [Transcription.Utterance] = []

  var isEmpty: Bool { full.isEmpty && open.isEmpty }
  var all: [Transcription.Utterance] { full.flatMap(\.utterances) + open }

  /// Adds an utterance where it belongs in the order of time: that of starts, then of channels.
  mutating func insert(_ utterance: Transcription.Utterance) {
    var later: [Transcription.Utterance] = []
    while let last = popLast(after: utterance) { later.append(last) }
    append(utterance)
    for utterance in later.reversed() { append(utterance) }
  }

  private mutating func popLast(
    after utterance: Transcription.Utterance
  ) -> Transcription.Utterance? {
    if open.isEmpty, let chunk = full.last, let last = chunk.utterances.last,
      utterance.isBefore(last)
    {
      full.removeLast()
      open = chunk.utterances
    }
    guard let last = open.last, utterance.isBefore(last) else { return nil }
    return open.removeLast()
  }

  mutating func append(_ utterance: Transcription.Utterance) {
    open.append(utterance)
    guard open.count == Self.chunkSize else { return }
    full.append(Chunk(open))
    open = []
  }
}

extension Transcription.Utterance {
  /// Whether it belongs before another that was said in another channel.
  func isBefore(_ other: Transcription.Utterance) -> Bool {
    (timeRange.start, channel ?? -1) < (other.timeRange.start, other.channel ?? -1)
  }
}
