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

  mutating func append(_ utterance: Transcription.Utterance) {
    open.append(utterance)
    guard open.count == Self.chunkSize else { return }
    full.append(Chunk(open))
    open = []
  }
}
