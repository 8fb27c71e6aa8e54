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
  static let libriSpeech = listed(
    "librispeech", "LibriSpeech, clean reading", under: ["librispeech/"], isLong: true)

  /// The sets on which engines are compared.
  static let forEngines = [
    libriSpeech,
    listed("long", "Recordings of minutes", under: ["longform/"], isLong: true),
    listed("an4", "AN4: letters, digits, commands", under: ["an4-test/"]),
    listed("digits", "Single digits, 8 kHz", under: ["digits-fsdd/"]),
    // English only, in files that libsndfile reads.
    listed(
      "telephone", "Telephone prompts, 8 kHz",
      under: ["telephone8k/asterisk-en/", "telephone8k/1272", "telephone8k/vosk"]),
    listed("noisy", "Reading in babble and white noise", under: ["noisy/"]),
    listed("nospeech", "Silence, tone, white noise", under: ["nospeech/"], isSilent: true),
  ]

  /// Recordings that the manifest of the audio folder lists.
  private static func listed(
    _ name: String, _ title: String, under prefixes: [String], isLong: Bool = false,
    isSilent: Bool = false
  ) -> Corpus {
    Corpus(name: name, title: title, isLong: isLong) { workspace in
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
        row.count > max(path, reference) && row[reference].isEmpty == isSilent
          && prefixes.contains { row[path].hasPrefix($0) }
      }.sorted { $0[path] < $1[path] }
      guard !all.isEmpty else { throw BenchError("\(manifest.path) names no \(name) file") }
      return try all.map { row in
        let file = workspace.audio.appending(path: row[path])
        let said = row[reference]
        // An @ stands before the name of a file with a longer text.
        return Utterance(
          id: file.deletingPathExtension().lastPathComponent, file: file,
          reference: said.hasPrefix("@")
            ? try String(
              contentsOf: workspace.audio.appending(path: said.dropFirst()), encoding: .utf8)
            : said)
      }
    }
  }
}
