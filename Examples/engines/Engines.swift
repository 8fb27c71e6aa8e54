import Foundation
import PocketSphinxEngine
import SherpaOnnxEngine
import SpeechRecognition

/// Lists the engines, their models and what they can do.
@main
struct Engines {
  static let usage = """
    Usage: engines [--json]

    Lists the speech recognition engines of this build, the models that they find on this
    machine and what they can do with each, and what is missing.

    Exit status: 0 when an engine can be used, 1 when none can.

    """

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.contains("--help") {
      write(usage)
      return
    }
    if let unknown = arguments.first(where: { $0 != "--json" }) {
      FileHandle.standardError.write(Data("engines: There is no option \(unknown).\n\(usage)".utf8))
      exit(EX_USAGE)
    }
    let engines: [any SpeechEngine] = [.pocketSphinx, .sherpaOnnx]
    let reports = engines.map { EngineSummary($0) }
    write(arguments.contains("--json") ? EngineSummary.json(reports) : EngineSummary.text(reports))
    if !reports.contains(where: { $0.problem == nil }) { exit(1) }
  }

  private static func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }
}
