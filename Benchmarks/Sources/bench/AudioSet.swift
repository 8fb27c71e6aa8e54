import Foundation

/// The recordings of a corpus as WAV files that every system reads.
struct AudioSet {
  /// The utterances, with `file` leading to the WAV file.
  let utterances: [Corpus.Utterance]
  /// The folder that the WAV files are in.
  let folder: URL
  /// A text file with one name a line.
  let list: URL
  /// The length of all, in seconds.
  let seconds: Double

  var paths: [String] { utterances.map { $0.file.path(percentEncoded: false) } }

  init(_ originals: [Corpus.Utterance], named name: String, in workspace: Workspace) throws {
    folder = workspace.folder.appending(path: name)
    list = workspace.folder.appending(path: "\(name).fileids")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var seconds = 0.0
    var converted: [Corpus.Utterance] = []
    for var utterance in originals {
      let wave = folder.appending(path: "\(utterance.id).wav")
      seconds += try WaveFile.write(utterance.file, to: wave)
      utterance.file = wave
      converted.append(utterance)
    }
    self.seconds = seconds
    utterances = converted
    try Data((converted.map(\.id).joined(separator: "\n") + "\n").utf8).write(to: list)
  }
}
