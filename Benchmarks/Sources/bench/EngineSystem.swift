import Foundation
import SherpaOnnxEngine
import SpeechRecognition

/// One way from sound to text that is compared with the others: an engine behind a detector, or the
/// bare C library.
struct EngineSystem: Sendable {
  var name: String
  var engine = EngineJob.Engine.sherpaOnnx
  var detector = EngineJob.Detector.adaptiveEnergy
  /// Whether files are decoded whole; such systems don't get recordings of minutes.
  var isWhole = false
  var isBare = false

  static let all = [
    EngineSystem(name: "pocketsphinx", engine: .pocketSphinx),
    EngineSystem(name: "sherpa-onnx"),
    EngineSystem(name: "sherpa-onnx, Silero", detector: .silero),
    EngineSystem(name: "sherpa-onnx, whole", isWhole: true),
    EngineSystem(name: "bare C, whole", isWhole: true, isBare: true),
  ]

  /// The model that both sides of the comparison with the bare library use.
  private static let model = "moonshine-tiny-en"

  func run(_ files: [String], in workspace: Workspace) throws -> EngineJob.Outcome {
    isBare
      ? try runBaseline(files, in: workspace)
      : try EngineJob(engine: engine, detector: detector, isWhole: isWhole, files: files)
        .run(in: workspace)
  }

  private func runBaseline(
    _ files: [String], in workspace: Workspace
  ) throws -> EngineJob.Outcome {
    let list = workspace.folder.appending(path: "baseline.list")
    try Data((files.joined(separator: "\n") + "\n").utf8).write(to: list)
    guard let model = SherpaOnnxEngine().models().first(where: { $0.id == Self.model }) else {
      throw BenchError("the model \(Self.model) is not installed; run 'make bench-engines'")
    }
    let ended = try ChildProcess.run(
      workspace.options.baseline,
      [model.path, list.path(percentEncoded: false)], in: workspace.folder)
    let lines = ended.output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let load = lines.first, load.count == 3, lines.count == files.count + 1,
      let seconds = Double(load[1]), let loaded = Double(load[2])
    else { throw BenchError("the baseline printed something else: \(ended.output.prefix(200))") }
    return EngineJob.Outcome(
      loadSeconds: seconds, peakBytes: ended.peakBytes,
      files: lines.dropFirst().map { line in
        EngineJob.Outcome.File(
          utterances: [.init(spoken: EngineScores.spoken(line.last ?? ""), start: 0)], begun: 1,
          cpu: (line.first.flatMap(Double.init) ?? .nan) - loaded)
      })
  }
}
