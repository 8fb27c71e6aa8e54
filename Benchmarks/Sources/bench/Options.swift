import Foundation

/// The command line of the bench.
struct Options: Sendable {
  var transcribe = ""
  var audio = "../shared/audio"
  var measures: Set<String> = []
  var runs = 3
  var longRuns = 1
  var utterances: Int?
  var printsJSON = false
  var output: String?
  var isStrict = false
  /// The folder of the built fuzz targets.
  var fuzz = ""
  /// The number of mutated files.
  var inputs = 100_000
  /// The built program of Baselines/sherpa-onnx.c.
  var baseline = ""
  /// The sets and systems of the measure "engines"; empty for all.
  var sets: Set<String> = []
  var systems: Set<String> = []
  var wantsHelp = false

  init(arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": wantsHelp = true
      case "--json": printsJSON = true
      case "--strict": isStrict = true
      case "--transcribe": transcribe = try Self.value(of: argument, from: &rest)
      case "--audio": audio = try Self.value(of: argument, from: &rest)
      case "--output": output = try Self.value(of: argument, from: &rest)
      case "--measure": measures.insert(try Self.value(of: argument, from: &rest))
      case "--fuzz": fuzz = try Self.value(of: argument, from: &rest)
      case "--inputs": inputs = try Self.count(of: argument, from: &rest)
      case "--baseline": baseline = try Self.value(of: argument, from: &rest)
      case "--set": sets.insert(try Self.value(of: argument, from: &rest))
      case "--system": systems.insert(try Self.value(of: argument, from: &rest))
      case "--runs": runs = try Self.count(of: argument, from: &rest)
      case "--long-runs": longRuns = try Self.count(of: argument, from: &rest)
      case "--utterances": utterances = try Self.count(of: argument, from: &rest)
      default: throw BenchError("unknown argument \(argument); --help lists them")
      }
    }
  }

  static func help(measures: [any Measure]) -> String {
    """
    bench: measures swift-speech against the C tools, on the same files, in one run.

      --transcribe PATH   the built transcribe program (make bench sets it)
      --measure NAME      only this measure; may be repeated: \
    \(measures.map(\.name).joined(separator: ", "))
      --runs N            timed runs on small sets; the least CPU time counts (3)
      --long-runs N       timed runs on big sets (1)
      --utterances N      only N utterances of each set, evenly spread (all)
      --fuzz FOLDER       the built fuzz targets (make bench-audio sets it)
      --inputs N          mutated files for the measure "hostile" (100000)
      --baseline PATH     the bare C library's program (make bench-engines sets it)
      --set NAME          only this set of the measure "engines"; may be repeated
      --system NAME       only this system of that measure; may be repeated
      --audio FOLDER      where the big sets are (../shared/audio)
      --json              print JSON and no table
      --output FILE       write JSON there as well
      --strict            exit with 1 when a figure is over its limit
    """
  }

  private static func value(of name: String, from rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst() else { throw BenchError("\(name) needs a value") }
    return value
  }

  private static func count(of name: String, from rest: inout ArraySlice<String>) throws -> Int {
    let text = try value(of: name, from: &rest)
    guard let count = Int(text), count > 0 else {
      throw BenchError("\(name) needs a whole number above 0, not \(text)")
    }
    return count
  }
}
