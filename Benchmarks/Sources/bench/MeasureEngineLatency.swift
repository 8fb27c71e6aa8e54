import Foundation

/// How long a person waits for each engine, and what it takes to have it: the time of loading and
/// the most memory, with sound at the pace of speech and partial results, in a process of its own.
struct MeasureEngineLatency: Measure {
  let name = "engine-latency"

  private static let finalLimit = 0.2

  func reasonToSkip(in workspace: Workspace) -> String? { EngineJob.reasonToSkip(.sherpaOnnx) }

  func run(in workspace: Workspace) async throws -> Report.Section {
    let files = try Corpus.libriVox.utterances(workspace).map {
      $0.file.path(percentEncoded: false)
    }
    var rows: [Report.Row] = []
    var limits: [Report.Limit] = []
    let systems = EngineSystem.all.filter { !$0.isWhole && !$0.isBare }
    for system in systems {
      Progress.say("\(name): \(system.name)")
      let outcome = try EngineJob(
        engine: system.engine, detector: system.detector, isLive: true, files: files
      ).run(in: workspace)
      let first = outcome.files.compactMap(\.firstPartial)
      let final = outcome.files.compactMap(\.final)
      rows.append(
        .init(
          label: system.name,
          values: [
            "load": outcome.loadSeconds, "peak": Double(outcome.peakBytes) / 1e6,
            "first": first.mean, "worstFirst": first.max() ?? .nan,
            "final": final.mean, "worstFinal": final.max() ?? .nan,
            "cpu": outcome.files.last?.cpu ?? .nan,
          ]))
      if system.engine == .sherpaOnnx {
        limits.append(
          .init(
            what: "worst final latency in s, \(system.name)", value: final.max() ?? .nan,
            limit: Self.finalLimit))
      }
    }
    return Report.Section(
      name: name,
      title: "Engines at the pace of speech: \(files.count) files in blocks of 100 ms",
      columns: [
        .init(key: "load", title: "load s", digits: 2),
        .init(key: "peak", title: "peak MB", digits: 0),
        .init(key: "first", title: "first partial s", digits: 2),
        .init(key: "worstFirst", title: "worst", digits: 2),
        .init(key: "final", title: "final s", digits: 2),
        .init(key: "worstFinal", title: "worst", digits: 2),
        .init(key: "cpu", title: "CPU s", digits: 2),
      ], rows: rows, limits: limits)
  }
}
