import Foundation
import SpeechRecognition

/// What one system made of one set.
struct EngineScores {
  var set: EngineSet
  var outcome: [EngineJob.Outcome.File]
  var score: Scorer.Score
  /// The least CPU time of all runs, in seconds.
  var cpu: Double

  var errors: Int { score.total.errors }
  /// Errors in a hundred words; `nil` where nothing is said.
  var rate: Double? { score.total.rate.map { 100 * $0 } }
  var heardWords: Int {
    score.files.reduce(0) { $0 + $1.hypothesis.split(separator: " ").count }
  }
  var begun: Int { outcome.reduce(0) { $0 + $1.begun } }

  /// How far from the starts of segments the nearest utterances start, in seconds.
  func startOffsets() throws -> [Double] {
    try zip(set.originals, outcome).flatMap { original, file in
      try Self.startsBehindPauses(original.file).map { start in
        file.utterances.map { $0.start - start }.min { abs($0) < abs($1) } ?? .infinity
      }
    }
  }

  /// The starts of the segments that stand behind a pause that is long enough to part utterances.
  private static func startsBehindPauses(_ recording: URL) throws -> [Double] {
    let table = recording.deletingPathExtension().appendingPathExtension("segments.tsv")
    let rows = try String(contentsOf: table, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: "\t").prefix(2).compactMap { Double($0) }
    }.filter { $0.count == 2 }
    // Times are given in thousandths.
    return zip(rows, rows.dropFirst()).compactMap { last, next in
      next[0] - last[1] >= 0.599 ? next[0] : nil
    }
  }

  /// The words that are said, by the one rule that all texts and references go through.
  static func spoken(_ text: String) -> String {
    SpokenForm(locale: LocaleID("en-US")).words(in: text).joined(separator: " ")
  }
}

/// A set as files that every system reads: WAV, one channel, 16 bits, at the rate of the recording.
struct EngineSet {
  let corpus: Corpus
  let originals: [Corpus.Utterance]
  /// With `reference` as the words that are said.
  let utterances: [Corpus.Utterance]
  let seconds: Double

  var paths: [String] { utterances.map { $0.file.path(percentEncoded: false) } }

  init(_ corpus: Corpus, in workspace: Workspace) throws {
    self.corpus = corpus
    originals = try corpus.utterances(workspace)
    let folder = workspace.folder.appending(path: "engines-\(corpus.name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var seconds = 0.0
    var utterances: [Corpus.Utterance] = []
    for var utterance in originals {
      let wave = folder.appending(path: "\(utterance.id).wav")
      seconds += try WaveFile.writeAtOwnRate(utterance.file, to: wave)
      utterance.file = wave
      utterance.reference = EngineScores.spoken(utterance.reference)
      utterances.append(utterance)
    }
    self.seconds = seconds
    self.utterances = utterances
  }
}
