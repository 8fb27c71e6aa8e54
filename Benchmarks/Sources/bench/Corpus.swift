import Foundation

/// A set of recordings with what is said in them.
struct Corpus: Sendable {
  struct Utterance: Sendable {
    var id: String
    var file: URL
    var reference: String
  }

  var name: String
  var title: String
  /// Whether the set is so long that fewer runs have to do.
  var isLong: Bool
  /// Finds all the recordings; throws with the reason when they aren't there.
  var all: @Sendable (Workspace) throws -> [Utterance]

  /// The recordings to measure: all, or as many as the options say, evenly spread.
  func utterances(_ workspace: Workspace) throws -> [Utterance] {
    let all = try all(workspace)
    let count = min(workspace.options.utterances ?? all.count, all.count)
    return (0..<count).map { all[$0 * all.count / count] }
  }

  /// Five sentences of "Sense and Sensibility" in Debian's pocketsphinx-testdata.
  static let libriVox = Corpus(
    name: "librivox", title: "LibriVox sample of pocketsphinx-testdata", isLong: false
  ) { _ in
    let folder = URL(filePath: "/usr/share/pocketsphinx/test/data/librivox")
    guard
      let lines = try? String(
        contentsOf: folder.appending(path: "transcription"), encoding: .utf8)
    else { throw BenchError("\(folder.path) is missing; apt install pocketsphinx-testdata") }
    return lines.split(separator: "\n").compactMap { line in
      guard let match = line.wholeMatch(of: #/(?:<s>)?(.*?)(?:</s>)?\s*\(([^()\s]+)\)\s*/#) else {
        return nil
      }
      let id = String(match.2)
      return Utterance(
        id: id, file: folder.appending(path: "\(id).wav"), reference: String(match.1))
    }
  }

  /// Clean English reading, where a manifest and the recordings stand in the audio folder.
  static let libriSpeech = Corpus(
    name: "librispeech", title: "LibriSpeech, clean reading", isLong: true
  ) { workspace in
    let manifest = workspace.audio.appending(path: "manifest.tsv")
    guard let text = try? String(contentsOf: manifest, encoding: .utf8) else {
      throw BenchError("there is no \(manifest.path); --audio says where to look")
    }
    let rows = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let head = rows.first, let path = head.firstIndex(of: "path"),
      let reference = head.firstIndex(of: "reference")
    else { throw BenchError("\(manifest.path) has no columns 'path' and 'reference'") }
    let all = rows.dropFirst().filter { row in
      row.count > max(path, reference) && row[path].hasPrefix("librispeech/")
        && !row[reference].isEmpty && !row[reference].hasPrefix("@")
    }.sorted { $0[path] < $1[path] }
    guard !all.isEmpty else { throw BenchError("\(manifest.path) names no librispeech file") }
    return all.map { row in
      let file = workspace.audio.appending(path: row[path])
      return Utterance(
        id: file.deletingPathExtension().lastPathComponent, file: file, reference: row[reference])
    }
  }
}
