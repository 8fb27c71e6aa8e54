import Foundation

/// One thing that is measured: one section of the report.
protocol Measure: Sendable {
  /// The name that picks the measure on the command line.
  var name: String { get }
  /// Why the measure can't be taken on this machine, or `nil` when it can.
  func reasonToSkip(in workspace: Workspace) -> String?
  /// Takes the measure.
  func run(in workspace: Workspace) async throws -> Report.Section
}

extension Measure {
  func reasonToSkip(in workspace: Workspace) -> String? { nil }
}

/// Something that keeps the bench from measuring.
struct BenchError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// What happens, for the person who waits: on standard error.
enum Progress {
  static func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
