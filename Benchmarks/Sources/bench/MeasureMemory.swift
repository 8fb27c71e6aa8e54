import Foundation
import PocketSphinxEngine
import SpeechRecognition

/// The most memory that a process needs for one session, for ten at once through pools of different
/// sizes, and for a file of minutes where there is one; each in a process of its own.
struct MeasureMemory: Measure {
  let name = "memory"

  /// The option by which the bench runs itself as such a process.
  static let childOption = "--memory-child"

  private struct Case {
    var label: String
    var sessions = 1
    var decoders = 1
    var file =
      "/usr/share/pocketsphinx/test/data/librivox/"
      + "sense_and_sensibility_01_austen_64kb-0870.wav"
  }

  private static let cases = [
    Case(label: "1 session"),
    Case(label: "10 at once, pool of 1", sessions: 10),
    Case(label: "10 at once, pool of 2", sessions: 10, decoders: 2),
    Case(label: "10 at once, pool of 4", sessions: 10, decoders: 4),
  ]

  func run(in workspace: Workspace) async throws -> Report.Section {
    var cases = Self.cases
    if let long = longestRecording(in: workspace) {
      let seconds = Int(try AudioFile(long).seconds.rounded())
      cases.append(
        Case(label: "1 session, file of \(seconds) s", file: long.path(percentEncoded: false)))
    }
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    var rows: [Report.Row] = []
    for item in cases {
      let outcome = try ChildProcess.run(
        program, [Self.childOption, "\(item.sessions)", "\(item.decoders)", item.file],
        in: workspace.folder)
      let peak = Double(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
      rows.append(
        .init(label: item.label, values: ["peak": peak / 1e6, "wall": outcome.wallSeconds]))
    }
    return Report.Section(
      name: name, title: "Memory of sessions that run at once",
      columns: [
        .init(key: "peak", title: "peak MB", digits: 0),
        .init(key: "wall", title: "wall s", digits: 2),
      ], rows: rows)
  }

  /// The longest of the long recordings in the audio folder.
  private func longestRecording(in workspace: Workspace) -> URL? {
    let folder = workspace.audio.appending(path: "longform")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let files = names.map { folder.appending(path: $0) }
    return files.max { left, right in
      ((try? AudioFile(left).seconds) ?? 0) < ((try? AudioFile(right).seconds) ?? 0)
    }.flatMap { (try? AudioFile($0)) == nil ? nil : $0 }
  }

  /// Runs sessions at once and prints the peak of the process's memory, in bytes.
  static func runChild(_ arguments: [String]) async throws {
    guard arguments.count == 3, let sessions = Int(arguments[0]), let decoders = Int(arguments[1])
    else { throw BenchError("\(childOption) needs the sessions, the decoders and a file") }
    let file = URL(filePath: arguments[2])
    let recognizer = try SpeechRecognizer(
      engine: .pocketSphinx, limits: EngineLimits(concurrent: decoders))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...sessions {
        group.addTask {
          let text = try await recognizer.transcribe(file).text
          guard !text.isEmpty else { throw BenchError("nothing was recognised in \(file.path)") }
        }
      }
      try await group.waitForAll()
    }
    print(try ProcessFacts.peakBytes())
  }
}

extension AudioFile {
  /// The stated length in seconds, 0 when none is stated.
  fileprivate var seconds: Double {
    Double(declaredFrameCount ?? 0) / Double(format.sampleRate)
  }
}
