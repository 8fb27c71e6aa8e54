import Foundation
import PocketSphinxEngine
import SpeechRecognition

/// How long a person waits, in wall time, while sound is fed at the pace at which it is spoken.
///
/// First partial: from the moment at which the first speech was fed to the first hypothesis. Final:
/// from the moment at which the last sample was fed to the result that ends the task.
struct MeasureLatency: Measure {
  let name = "latency"

  private static let blockFrames = 1600
  private static let rate = 16_000

  private struct Taken {
    var firstPartial: Double?
    var final: Double
    var length: Double
    /// The length of the last utterance, which the final result had to wait for.
    var lastUtterance: Double
  }

  func run(in workspace: Workspace) async throws -> Report.Section {
    let utterances = try Corpus.libriVox.utterances(workspace)
    var rows: [Report.Row] = []
    var limits: [Report.Limit] = []
    for partials in [true, false] {
      let recognizer = try SpeechRecognizer(engine: .pocketSphinx)
      try await recognizer.prepare()
      var all: [Taken] = []
      for utterance in utterances {
        all.append(try await feed(utterance.file, to: recognizer, partials: partials))
      }
      let label = partials ? "partials on" : "partials off"
      let share = all.map { ($0.final - 0.2) / $0.lastUtterance }.max() ?? .nan
      var values = [
        "final": Self.mean(all.map(\.final)), "worstFinal": all.map(\.final).max() ?? .nan,
        "share": share, "length": Self.mean(all.map(\.lastUtterance)),
      ]
      let first = all.compactMap(\.firstPartial)
      if partials {
        values["first"] = Self.mean(first)
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

  private static func mean(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : values.reduce(0, +) / Double(values.count)
  }

  private func feed(
    _ url: URL, to recognizer: SpeechRecognizer, partials: Bool
  ) async throws -> Taken {
    let file = try AudioFile(url)
    var blocks: [AudioBuffer] = []
    while let block = try file.read(frames: Self.blockFrames) { blocks.append(block) }

    let request = AudioBufferRecognitionRequest(
      options: RecognitionOptions(reportsPartialResults: partials))
    let task = recognizer.recognitionTask(with: request)
    let started = ContinuousClock.now
    let watching = Task {
      var speech = 0.0
      var partial: Double?
      var last = 0.0
      for await event in task.events {
        let now = started.duration(to: .now) / .seconds(1)
        switch event {
        case .speechDetected(let time): speech = time.seconds
        case .hypothesis: partial = partial ?? (now - speech)
        case .final(let result):
          last =
            result.timeRange.end.seconds
            - (result.bestTranscription.segments.isEmpty
              ? 0 : result.bestTranscription.utterances.last?.timeRange.start.seconds ?? 0)
        case .ended: return (partial, now, last)
        case .finishedReadingAudio, .warning: break
        }
      }
      return (partial, started.duration(to: .now) / .seconds(1), last)
    }
    var fed = 0.0
    for block in blocks {
      fed += block.duration.seconds
      try await Task.sleep(until: started + .seconds(fed))
      try await request.append(block)
    }
    let allFed = started.duration(to: .now) / .seconds(1)
    request.endAudio()
    let (partial, ended, last) = await watching.value
    return Taken(
      firstPartial: partial, final: ended - allFed, length: fed, lastUtterance: max(last, 0.1))
  }
}
