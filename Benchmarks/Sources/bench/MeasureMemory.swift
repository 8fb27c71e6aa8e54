import Foundation
import PocketSphinxEngine
import SpeechRecognition

/// The most memory that a process needs for one session, and for ten at once through pools of
/// different sizes; each in a process of its own.
struct MeasureMemory: Measure {
  let name = "memory"

  /// The option by which the bench runs itself as such a process.
  static let childOption = "--memory-child"

  private static let cases = [
    (label: "1 session", sessions: 1, decoders: 1),
    (label: "10 at once, pool of 1", sessions: 10, decoders: 1),
    (label: "10 at once, pool of 2", sessions: 10, decoders: 2),
    (label: "10 at once, pool of 4", sessions: 10, decoders: 4),
  ]

  func run(in workspace: Workspace) async throws -> Report.Section {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    var rows: [Report.Row] = []
    for (label, sessions, decoders) in Self.cases {
      let outcome = try ChildProcess.run(
        program, [Self.childOption, "\(sessions)", "\(decoders)"], in: workspace.folder)
      let peak = Double(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
      rows.append(.init(label: label, values: ["peak": peak / 1e6, "wall": outcome.wallSeconds]))
    }
    return Report.Section(
      name: name, title: "Memory of sessions that run at once",
      columns: [
        .init(key: "peak", title: "peak MB", digits: 0),
        .init(key: "wall", title: "wall s", digits: 2),
      ], rows: rows)
  }

  /// Runs sessions at once and prints the peak of the process's memory, in bytes.
  static func runChild(_ arguments: [String]) async throws {
    guard arguments.count == 2, let sessions = Int(arguments[0]), let decoders = Int(arguments[1])
    else { throw BenchError("\(childOption) needs the number of sessions and of decoders") }
    let recognizer = try SpeechRecognizer(
      engine: .pocketSphinx, limits: EngineLimits(concurrent: decoders))
    let file = URL(
      filePath: "/usr/share/pocketsphinx/test/data/librivox/"
        + "sense_and_sensibility_01_austen_64kb-0870.wav")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...sessions {
        group.addTask {
          let text = try await recognizer.transcribe(file).text
          guard !text.isEmpty else { throw BenchError("nothing was recognised in \(file.path)") }
        }
      }
      try await group.waitForAll()
    }
    print(try peakMemory())
  }

  /// The peak of resident memory since the program was started.
  private static func peakMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    guard let match = status.firstMatch(of: #/VmHWM:\s*(\d+) kB/#), let kilobytes = Int(match.1)
    else { throw BenchError("/proc/self/status has no VmHWM") }
    return kilobytes * 1024
  }
}
