import Foundation
import Glibc

/// Broken files and mutated headers, read under AddressSanitizer: no crash, no hang, no broken
/// promise, and memory that stays within a limit.
struct MeasureHostile: Measure {
  let name = "hostile"

  private static let target = "fuzz-audio-file"
  /// The longest that one input may take, in seconds.
  private static let timeLimit = 10
  /// The most memory in all, AddressSanitizer's own included, and at once, in MB.
  private static let memoryLimit = 1024
  private static let allocationLimit = 256

  func reasonToSkip(in workspace: Workspace) -> String? {
    FileManager.default.isExecutableFile(atPath: program(workspace))
      ? nil : "no \(Self.target) in '\(workspace.options.fuzz)'; 'make bench-audio' builds it"
  }

  func run(in workspace: Workspace) async throws -> Report.Section {
    // Debian's libvorbis loses memory on cut headers; and Swift's crash report would keep the pipe.
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1)
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    var rows: [Report.Row] = []
    for folder in ["broken", "formats"] {
      let files = try Self.files(in: workspace.audio.appending(path: folder))
      guard !files.isEmpty else { continue }
      rows.append(
        row("audio/\(folder)", count: files.count, try read(files, in: workspace)))
    }
    let seeds = workspace.folder.appending(path: "seeds").path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: seeds, withIntermediateDirectories: true)
    _ = try ChildProcess.run(
      program(workspace), ["--seeds", seeds, "-help=1"], in: workspace.folder)
    let inputs = workspace.options.inputs
    rows.append(
      row("mutated files", count: inputs, try read(["-runs=\(inputs)", seeds], in: workspace)))
    return Report.Section(
      name: name, title: "Broken and hostile files under AddressSanitizer",
      columns: [
        .init(key: "files", title: "files", digits: 0),
        .init(key: "findings", title: "crash, hang, lie", digits: 0),
        .init(key: "seconds", title: "wall s", digits: 1),
        .init(key: "peak", title: "peak MB", digits: 0),
        .init(key: "what", title: "what", digits: 0),
      ],
      rows: rows,
      limits: rows.map {
        .init(what: "findings in \($0.label)", value: $0.values["findings"] ?? .nan, limit: 0)
      })
  }

  private func program(_ workspace: Workspace) -> String {
    "\(workspace.options.fuzz)/\(Self.target)"
  }

  /// Runs the target over files, or over what it makes of seeds; it stops at the first finding.
  private func read(
    _ arguments: [String], in workspace: Workspace
  ) throws -> Result<ChildProcess.Outcome, BenchError> {
    let findings = workspace.folder.appending(path: "finding-").path(percentEncoded: false)
    do {
      return .success(
        try ChildProcess.run(
          program(workspace),
          [
            "-timeout=\(Self.timeLimit)", "-rss_limit_mb=\(Self.memoryLimit)",
            "-malloc_limit_mb=\(Self.allocationLimit)", "-detect_leaks=0", "-max_len=20000",
            "-verbosity=0", "-artifact_prefix=\(findings)",
          ] + arguments, in: workspace.folder))
    } catch let error as BenchError {
      return .failure(error)
    }
  }

  private func row(
    _ label: String, count: Int, _ result: Result<ChildProcess.Outcome, BenchError>
  ) -> Report.Row {
    switch result {
    case .success(let outcome):
      Report.Row(
        label: label,
        values: [
          "files": Double(count), "findings": 0, "seconds": outcome.wallSeconds,
          "peak": Double(outcome.peakBytes) / 1e6,
        ])
    case .failure(let error):
      Report.Row(
        label: label, values: ["files": Double(count), "findings": 1],
        texts: ["what": Self.finding(in: error.description)])
    }
  }

  /// The last line that says what was found, or that input was kept.
  private static func finding(in message: String) -> String {
    let lines = message.split(separator: "\n").map(String.init)
    return lines.last { $0.contains("finding:") }
      ?? lines.last { $0.contains("ERROR") || $0.contains("SUMMARY") } ?? lines.last ?? ""
  }

  private static func files(in folder: URL) throws -> [String] {
    guard let paths = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    return paths.compactMap { $0 as? String }.sorted()
      .map { folder.appending(path: $0) }
      .filter {
        !$0.hasDirectoryPath
          && (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
      }
      .map { $0.path(percentEncoded: false) }
  }
}
