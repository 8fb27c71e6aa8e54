import Foundation

/// Word errors and CPU time of the built `transcribe` against `pocketsphinx_batch` with its
/// defaults: same model, same files, runs in turn.
struct MeasureDictation: Measure {
  let corpus: Corpus
  var name: String { corpus.name }

  /// The presets, with the most CPU time that each may take, as a part of the C tool's.
  private static let presets = [("accurate", 0.85), ("fast", 0.65)]
  /// The most points of word error rate that a preset may lose against the C tool.
  private static let points = ["accurate": 1.0, "fast": 2.0]
  /// The same in words, on the small set, where a point is less than a word.
  private static let wordsOnSmallSet = 4.0

  private static let model = "/usr/share/pocketsphinx/model/en-us"
  private static let batch = "pocketsphinx_batch"

  func reasonToSkip(in workspace: Workspace) -> String? {
    do {
      _ = try corpus.utterances(workspace)
      return nil
    } catch {
      return "\(error)"
    }
  }

  func run(in workspace: Workspace) async throws -> Report.Section {
    let utterances = try corpus.utterances(workspace)
    let set = try AudioSet(utterances, named: corpus.name, in: workspace)
    let transcribe = try workspace.transcribe()

    // Each system: what it heard, and the least CPU time of its runs over the whole set.
    var heard: [String: [String: String]] = [:]
    var best: [String: ChildProcess.Outcome] = [:]
    func keep(_ outcome: ChildProcess.Outcome, of system: String) {
      if let old = best[system], old.cpuSeconds <= outcome.cpuSeconds { return }
      best[system] = outcome
    }
    for run in 1...(corpus.isLong ? workspace.options.longRuns : workspace.options.runs) {
      Progress.say("\(name): timed run \(run)")
      let hypotheses = workspace.folder.appending(path: "batch.hyp")
      keep(
        try ChildProcess.run(
          Self.batch, batchArguments(set, output: hypotheses), in: workspace.folder),
        of: Self.batch)
      heard[Self.batch] = try readBatch(hypotheses)
      for (preset, _) in Self.presets {
        keep(
          try ChildProcess.run(
            transcribe, ["--preset", preset] + set.paths, in: workspace.folder),
          of: preset)
      }
    }
    for (preset, _) in Self.presets {
      Progress.say("\(name): hypotheses of \(preset)")
      heard[preset] = try hear(set, preset: preset, with: transcribe, in: workspace)
    }
    return try section(set, heard: heard, best: best, in: workspace)
  }

  /// One run a file, as many at once as there are cores: standard output is the hypothesis.
  private func hear(
    _ set: AudioSet, preset: String, with transcribe: String, in workspace: Workspace
  ) throws -> [String: String] {
    var texts: [String: String] = [:]
    let width = max(ProcessInfo.processInfo.activeProcessorCount, 1)
    for first in stride(from: 0, to: set.utterances.count, by: width) {
      let group = set.utterances[first..<min(first + width, set.utterances.count)]
      let folder = workspace.folder
      let children = try group.map { utterance in
        Running(
          id: utterance.id,
          child: try ChildProcess(
            transcribe, ["--preset", preset, utterance.file.path(percentEncoded: false)],
            in: folder))
      }
      for running in children { texts[running.id] = try running.finish().output }
    }
    return texts
  }

  private func batchArguments(_ set: AudioSet, output: URL) -> [String] {
    [
      "-hmm", "\(Self.model)/en-us", "-lm", "\(Self.model)/en-us.lm.bin",
      "-dict", "\(Self.model)/cmudict-en-us.dict",
      "-ctl", set.list.path(percentEncoded: false),
      "-cepdir", set.folder.path(percentEncoded: false), "-cepext", ".wav",
      "-adcin", "yes", "-adchdr", "44", "-hyp", output.path(percentEncoded: false),
      "-logfn", "/dev/null",
    ]
  }

  private func readBatch(_ file: URL) throws -> [String: String] {
    var texts: [String: String] = [:]
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      guard let match = line.wholeMatch(of: #/(.*)\(([^()\s]+) -?[\d.]+\)\s*/#) else {
        throw BenchError("can't read this line of \(Self.batch): \(line)")
      }
      texts[String(match.2)] = String(match.1)
    }
    return texts
  }

  private func section(
    _ set: AudioSet, heard: [String: [String: String]],
    best: [String: ChildProcess.Outcome], in workspace: Workspace
  ) throws -> Report.Section {
    let scorer = Scorer(workspace: workspace)
    let systems = [Self.batch] + Self.presets.map(\.0)
    let scores = try systems.map { try scorer.score(heard[$0] ?? [:], against: set.utterances) }
    let baseline = scores[0].total
    let baselineCPU = best[Self.batch]?.cpuSeconds ?? .nan

    let rows = zip(systems, scores).map { system, score in
      let cpu = best[system]?.cpuSeconds ?? .nan
      return Report.Row(
        label: system,
        values: [
          "errors": Double(score.total.errors), "wer": 100 * (score.total.rate ?? .nan),
          "cpu": cpu, "ratio": cpu / baselineCPU, "rtf": cpu / set.seconds,
          "peak": Double(best[system]?.peakBytes ?? 0) / 1e6,
        ])
    }
    var limits: [Report.Limit] = []
    for ((preset, share), (row, score)) in zip(Self.presets, zip(rows, scores).dropFirst()) {
      limits.append(
        .init(
          what: "CPU of \(preset) against \(Self.batch)", value: row.values["ratio"] ?? .nan,
          limit: share))
      let extra = Double(score.total.errors - baseline.errors)
      let words = max(Double(baseline.words), 1)
      limits.append(
        corpus.isLong
          ? .init(
            what: "points of error of \(preset) over \(Self.batch)", value: 100 * extra / words,
            limit: Self.points[preset] ?? 0)
          : .init(
            what: "words of error of \(preset) over \(Self.batch)", value: extra,
            limit: Self.wordsOnSmallSet))
    }
    return Report.Section(
      name: name,
      title: "\(corpus.title): \(set.utterances.count) utterances, "
        + "\(Int(set.seconds.rounded())) s, \(baseline.words) words",
      columns: [
        .init(key: "errors", title: "errors", digits: 0),
        .init(key: "wer", title: "WER %", digits: 1),
        .init(key: "cpu", title: "CPU s", digits: 2),
        .init(key: "ratio", title: "× batch", digits: 2),
        .init(key: "rtf", title: "CPU s per s", digits: 3),
        .init(key: "peak", title: "peak MB", digits: 0),
      ],
      rows: rows, limits: limits, utterances: utterances(set, systems: systems, scores: scores))
  }

  private func utterances(
    _ set: AudioSet, systems: [String], scores: [Scorer.Score]
  ) -> [Report.Utterance] {
    set.utterances.indices.map { index in
      let first = scores[0].files[index]
      return Report.Utterance(
        id: first.id, reference: first.reference, words: first.words,
        hypotheses: zip(systems, scores).map { system, score in
          .init(
            system: system, text: score.files[index].hypothesis,
            errors: score.files[index].errors)
        })
    }
  }
}

/// A started program and the file that it hears; a class, since programs can't be kept in arrays.
private final class Running {
  let id: String
  private var child: ChildProcess?

  init(id: String, child: consuming ChildProcess) {
    self.id = id
    self.child = consume child
  }

  func finish() throws -> ChildProcess.Outcome {
    guard let child = child.take() else { throw BenchError("\(id) was waited for twice") }
    return try child.wait()
  }
}
