import Foundation
import PocketSphinxEngine
import SpeechRecognition

/// What reading, conversion, cutting and delivery cost on top of the engine: the CPU time of the
/// process against that of its threads inside engine calls, in one process, on the same sound.
struct MeasureOverhead: Measure {
  let name = "overhead"

  private static let limit = 1.05

  func run(in workspace: Workspace) async throws -> Report.Section {
    let files = try Corpus.libriVox.utterances(workspace).map(\.file)
    var best: [String: (process: Double, engine: Double)] = [:]
    for _ in 1...workspace.options.runs {
      for partials in [false, true] {
        let label = partials ? "partials on" : "partials off"
        let taken = try await time(files, partials: partials)
        let ratio = taken.process / taken.engine
        if let old = best[label], old.process / old.engine <= ratio { continue }
        best[label] = taken
      }
    }
    let rows = best.sorted { $0.key < $1.key }.map { label, taken in
      Report.Row(
        label: label,
        values: [
          "process": taken.process, "engine": taken.engine, "ratio": taken.process / taken.engine,
        ])
    }
    return Report.Section(
      name: name,
      title: "Overhead of the pipeline: \(files.count) files, least of "
        + "\(workspace.options.runs) runs in turn",
      columns: [
        .init(key: "process", title: "process CPU s", digits: 3),
        .init(key: "engine", title: "engine CPU s", digits: 3),
        .init(key: "ratio", title: "ratio", digits: 4),
      ],
      rows: rows,
      limits: rows.map { row in
        .init(what: row.label, value: row.values["ratio"] ?? .nan, limit: Self.limit)
      })
  }

  private func time(
    _ files: [URL], partials: Bool
  ) async throws -> (process: Double, engine: Double) {
    let engine = TimedEngine(wrapped: .pocketSphinx)
    let recognizer = try SpeechRecognizer(engine: engine, limits: EngineLimits(concurrent: 1))
    // The model is loaded before the clock starts: only the way of the sound is measured.
    try await recognizer.prepare()
    let before = (process: ProcessFacts.cpuSeconds, engine: engine.clock.seconds)
    for file in files {
      _ = try await recognizer.transcribe(
        file, options: RecognitionOptions(reportsPartialResults: partials))
    }
    return (ProcessFacts.cpuSeconds - before.process, engine.clock.seconds - before.engine)
  }
}
