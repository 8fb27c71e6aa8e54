import Foundation

/// Counts word errors with Scripts/wer, so that there is one set of rules.
struct Scorer {
  struct Score: Decodable {
    struct File: Decodable {
      var id: String
      var reference: String
      var hypothesis: String
      var words: Int
      var errors: Int
    }
    struct Total: Decodable {
      var words: Int
      var errors: Int
      var rate: Double?
    }
    var files: [File]
    var total: Total
  }

  let workspace: Workspace

  /// Compares what was heard with what was said; keys are the utterances' names.
  func score(_ hypotheses: [String: String], against utterances: [Corpus.Utterance]) throws -> Score
  {
    func write(_ lines: [String], _ name: String) throws -> String {
      let file = workspace.folder.appending(path: name)
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
      return file.path(percentEncoded: false)
    }
    func flat(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let said = try write(utterances.map { "\($0.id)\t\(flat($0.reference))" }, "reference.tsv")
    let heard = try write(
      utterances.map { "\($0.id)\t\(flat(hypotheses[$0.id] ?? ""))" }, "hypothesis.tsv")
    let script = workspace.package.appending(path: "Scripts/wer").path(percentEncoded: false)
    let result = try ChildProcess.run(script, ["--json", said, heard], in: workspace.folder)
    return try JSONDecoder().decode(Score.self, from: Data(result.output.utf8))
  }
}
