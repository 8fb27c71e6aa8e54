import Foundation

/// Runs the measures that were asked for and prints one report.
@main
struct Bench {
  /// Every measure there is, in the order of the report. A new one is one file and one line here.
  static let measures: [any Measure] = [
    MeasureDictation(corpus: .libriVox),
    MeasureDictation(corpus: .libriSpeech),
    MeasureOverhead(),
    MeasureLatency(),
    MeasureMemory(),
    MeasureFormats(),
    MeasureResampler(),
    MeasureHostile(),
    MeasureEngines(),
    MeasureEngineLatency(),
  ]

  static func main() async {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.first == MeasureMemory.childOption {
        return try await MeasureMemory.runChild(Array(arguments.dropFirst()))
      }
      if arguments.first == EngineJob.childOption {
        return try await EngineJob.runChild(Array(arguments.dropFirst()))
      }
      let options = try Options(arguments: arguments)
      if options.wantsHelp {
        print(Options.help(measures: measures))
        return
      }
      let report = try await run(options)
      print(options.printsJSON ? try report.json() : report.table())
      if let output = options.output {
        try Data((report.json() + "\n").utf8).write(to: URL(filePath: output))
      }
      if options.isStrict, !report.isWithinLimits { exit(1) }
    } catch {
      Progress.say("bench: \(error)")
      exit(2)
    }
  }

  private static func run(_ options: Options) async throws -> Report {
    let unknown = options.measures.subtracting(measures.map(\.name))
    guard unknown.isEmpty else {
      throw BenchError("unknown measure: \(unknown.sorted().joined(separator: ", "))")
    }
    let workspace = try Workspace(options: options)
    defer { workspace.remove() }
    var report = Report(machine: .current)
    for measure in measures
    where options.measures.isEmpty || options.measures.contains(measure.name) {
      if let reason = measure.reasonToSkip(in: workspace) {
        Progress.say("\(measure.name): left out: \(reason)")
        report.skipped.append(.init(measure: measure.name, reason: reason))
      } else {
        Progress.say("\(measure.name): measuring")
        report.sections.append(try await measure.run(in: workspace))
      }
    }
    return report
  }
}
