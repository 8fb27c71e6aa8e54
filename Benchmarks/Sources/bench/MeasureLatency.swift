import Foundation
import PocketSphinxEngine
import SpeechRecognition

/// How long a person waits, in wall time, while sound is fed at the pace at which it is spoken.
///
/// First partial: from the moment at which the first speech was fed to the first hypothesis. Final:
/// from the moment at which the last sample was fed to the result that ends the task.
struct MeasureLatency: Measure {
  let name = "latency"

  func run(in workspace: Workspace) async throws -> Report.Section {
    let utterances = try Corpus.libriVox.utterances(workspace)
    var rows: [Report.Row] = []
    var limits: [Report.Limit] = []
    for partials in [true, false] {
      let recognizer = try SpeechRecognizer(engine: .pocketSphinx)
      try await recognizer.prepare()
      var all: [LivePace.Taken] = []
      for utterance in utterances {
        all.append(try await LivePace.feed(utterance.file, to: recognizer, partials: partials))
      }
      let label = partials ? "partials on" : "partials off"
      let share = all.map { ($0.final - 0.2) / $0.lastUtterance }.max() ?? .nan
      var values = [
        "final": all.map(\.final).mean, "worstFinal": all.map(\.final).max() ?? .nan,
        "share": share, "length": all.map(\.lastUtterance).mean,
      ]
      let first = all.compactMap(\.firstPartial)
      if partials {
        values["first"] = first.mean
        values["worstFirst"] = first.max() ?? .nan
      }
      rows.append(.init(label: label, values: values))
      limits.append(
        .init(what: "\(label): (final − 0.2 s) ÷ utterance length", value: share, limit: 0.3))
    }
    return Report.Section(
      name: name,
      title: "Latency at the pace of speech: \(utterances.count) files in blocks of 100 ms",
      columns: [
        .init(key: "first", title: "first partial s", digits: 2),
        .init(key: "worstFirst", title: "worst", digits: 2),
        .init(key: "final", title: "final s", digits: 2),
        .init(key: "worstFinal", title: "worst", digits: 2),
        .init(key: "length", title: "utterance s", digits: 2),
        .init(key: "share", title: "(final − 0.2) ÷ length", digits: 3),
      ], rows: rows, limits: limits)
  }
}
