import Foundation

/// Word errors and CPU time of the engines and detectors, beside the bare C library in one loop over
/// the same sound.
struct MeasureEngines: Measure {
  let name = "engines"

  private static let ours = "sherpa-onnx"
  private static let whole = "sherpa-onnx, whole"
  private static let bare = "bare C, whole"

  func reasonToSkip(in workspace: Workspace) -> String? {
    if let reason = EngineJob.reasonToSkip(.sherpaOnnx) { return reason }
    guard FileManager.default.isExecutableFile(atPath: workspace.options.baseline) else {
      return "no program of the bare C library at '\(workspace.options.baseline)'; "
        + "run 'make bench-engines'"
    }
    do {
      for corpus in Corpus.forEngines { _ = try corpus.all(workspace) }
      return nil
    } catch {
      return "\(error)"
    }
  }

  func run(in workspace: Workspace) async throws -> Report.Section {
    let wanted = workspace.options
    let sets = try Corpus.forEngines.filter {
      wanted.sets.isEmpty || wanted.sets.contains($0.name)
    }.map { try EngineSet($0, in: workspace) }
    let systems = EngineSystem.all.filter {
      wanted.systems.isEmpty || wanted.systems.contains($0.name)
    }
    var all: [String: [String: EngineScores]] = [:]
    var facts: [String: EngineJob.Outcome] = [:]
    for system in systems {
      Progress.say("\(name): \(system.name)")
      let mine = sets.filter { !system.isWhole || $0.corpus.name != "long" }
      let outcome = try system.run(mine.flatMap(\.paths), in: workspace)
      facts[system.name] = outcome
      var rest = outcome.files[...]
      var spent = 0.0
      for set in mine {
        let files = Array(rest.prefix(set.utterances.count))
        rest = rest.dropFirst(files.count)
        let texts = zip(set.utterances, files).map { ($0.id, $1.spoken) }
        let cpu = (files.last?.cpu ?? spent) - spent
        spent += cpu
        all[set.corpus.name, default: [:]][system.name] = EngineScores(
          set: set, outcome: files,
          score: try Scorer(workspace: workspace).score(
            Dictionary(texts) { $1 }, against: set.utterances),
          cpu: cpu)
      }
    }
    try timeAgain(systems.filter(\.isWhole), sets, &all, in: workspace)
    return try section(sets, systems, all, facts)
  }

  /// Runs what is compared by CPU time in turn, as often as the options say; the least time counts.
  private func timeAgain(
    _ systems: [EngineSystem], _ sets: [EngineSet], _ all: inout [String: [String: EngineScores]],
    in workspace: Workspace
  ) throws {
    guard let set = sets.first(where: { $0.corpus.name == "librispeech" }) else { return }
    for run in 1..<max(workspace.options.runs, 1) {
      for system in systems {
        Progress.say("\(name): \(system.name), timed run \(run + 1)")
        let cpu = try system.run(set.paths, in: workspace).files.last?.cpu ?? .nan
        let old = all[set.corpus.name]?[system.name]?.cpu ?? .nan
        all[set.corpus.name]?[system.name]?.cpu = min(old, cpu)
      }
    }
  }

  private func section(
    _ sets: [EngineSet], _ systems: [EngineSystem], _ all: [String: [String: EngineScores]],
    _ facts: [String: EngineJob.Outcome]
  ) throws -> Report.Section {
    var rows: [Report.Row] = []
    for set in sets {
      for system in systems {
        guard let scores = all[set.corpus.name]?[system.name] else { continue }
        var values = [
          "words": Double(scores.score.total.words), "errors": Double(scores.errors),
          "heard": Double(scores.heardWords), "begun": Double(scores.begun),
          "cpu": scores.cpu, "rtf": scores.cpu / set.seconds,
        ]
        values["wer"] = scores.rate
        if set.corpus.name == "long" {
          let offsets = try scores.startOffsets()
          values["starts"] = Double(offsets.count { abs($0) <= 0.25 })
          values["pauses"] = Double(offsets.count)
          values["worst"] = offsets.map(abs).max()
        }
        values["load"] = facts[system.name]?.loadSeconds
        values["peak"] = facts[system.name].map { Double($0.peakBytes) / 1e6 }
        rows.append(.init(label: "\(set.corpus.name): \(system.name)", values: values))
      }
    }
    return Report.Section(
      name: name,
      title: "Engines and detectors: words that are said, normalised alike; no run of whisper.cpp "
        + "or faster-whisper, which are not installed",
      columns: [
        .init(key: "words", title: "words", digits: 0),
        .init(key: "errors", title: "errors", digits: 0),
        .init(key: "wer", title: "WER %", digits: 1),
        .init(key: "heard", title: "heard", digits: 0),
        .init(key: "begun", title: "utterances", digits: 0),
        .init(key: "cpu", title: "CPU s", digits: 2),
        .init(key: "rtf", title: "CPU s per s", digits: 4),
        .init(key: "starts", title: "starts ≤ 0.25 s", digits: 0),
        .init(key: "pauses", title: "of", digits: 0),
        .init(key: "worst", title: "worst s", digits: 2),
        .init(key: "load", title: "load s", digits: 2),
        .init(key: "peak", title: "peak MB", digits: 0),
      ],
      rows: rows, limits: try limits(all), utterances: utterances(sets, systems, all))
  }

  private func limits(_ all: [String: [String: EngineScores]]) throws -> [Report.Limit] {
    var limits: [Report.Limit] = []
    func add(_ what: String, _ value: Double?, _ limit: Double) {
      if let value { limits.append(.init(what: what, value: value, limit: limit)) }
    }
    let clean = all["librispeech"] ?? [:]
    let whole = clean[Self.whole]
    let cut = clean[Self.ours]
    add("WER % of LibriSpeech, whole", whole?.rate, 3.7)
    add("WER % of LibriSpeech through our detector", cut?.rate, 4.2)
    add("CPU s per s of LibriSpeech, whole", whole.map { $0.cpu / $0.set.seconds }, 0.04)
    add(
      "CPU s per s of LibriSpeech through our detector", cut.map { $0.cpu / $0.set.seconds }, 0.04)
    if let whole, let bare = clean[Self.bare] {
      add("CPU against the bare C library", whole.cpu / bare.cpu, 1.03)
      add(
        "points of WER over the bare C library",
        whole.rate.flatMap { rate in bare.rate.map { rate - $0 } }, 0.3)
    }
    if let long = all["long"]?[Self.ours] {
      add("WER % of recordings of minutes", long.rate, 5)
      let offsets = try long.startOffsets()
      add(
        "of \(offsets.count) utterances behind a pause of 0.6 s, starts off by more than 0.25 s",
        Double(offsets.count { abs($0) > 0.25 }), 0)
    }
    for system in EngineSystem.all where !system.isBare {
      add(
        "words heard where nothing is said, \(system.name)",
        (all["nospeech"]?[system.name]?.heardWords).map(Double.init), 0)
    }
    return limits
  }

  private func utterances(
    _ sets: [EngineSet], _ systems: [EngineSystem], _ all: [String: [String: EngineScores]]
  ) -> [Report.Utterance] {
    sets.filter { $0.corpus.name != "long" }.flatMap { set in
      set.utterances.enumerated().compactMap { index, utterance in
        let heard = systems.compactMap { system -> Report.Utterance.Hypothesis? in
          guard let file = all[set.corpus.name]?[system.name]?.score.files[index] else {
            return nil
          }
          return .init(system: system.name, text: file.hypothesis, errors: file.errors)
        }
        // Texts that all systems have right tell nothing.
        guard heard.contains(where: { $0.errors > 0 }) else { return nil }
        return Report.Utterance(
          id: "\(set.corpus.name): \(utterance.id)", reference: utterance.reference,
          words: utterance.reference.split(separator: " ").count, hypotheses: heard)
      }
    }
  }
}
