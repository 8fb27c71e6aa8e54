import Foundation

/// The figures of one run, as JSON and as a table.
struct Report: Encodable {
  /// Where the figures were taken.
  struct Machine: Encodable {
    var system: String
    var processor: String
    var cores: Int
    var date: String

    static var current: Machine {
      let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
      let model = info.split(separator: "\n").first { $0.hasPrefix("model name") }
      let name = model?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
      return Machine(
        system: ProcessInfo.processInfo.operatingSystemVersionString, processor: name ?? "unknown",
        cores: ProcessInfo.processInfo.activeProcessorCount,
        date: Date.now.formatted(.iso8601))
    }
  }

  /// One measure's figures: rows of numbers under named columns.
  struct Section: Encodable {
    var name: String
    var title: String
    var columns: [Column]
    var rows: [Row]
    var limits: [Limit] = []
    var utterances: [Utterance] = []
  }

  struct Column: Encodable {
    var key: String
    var title: String
    var digits: Int
  }

  struct Row: Encodable {
    var label: String
    var values: [String: Double]
    /// What stands in columns that hold no number.
    var texts: [String: String] = [:]
  }

  /// A figure that has to stay at or under a stated value.
  struct Limit: Encodable {
    var what: String
    var value: Double
    var limit: Double
    var isKept: Bool { value <= limit }

    private enum CodingKeys: String, CodingKey { case what, value, limit, isKept }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(what, forKey: .what)
      try container.encode(value, forKey: .value)
      try container.encode(limit, forKey: .limit)
      try container.encode(isKept, forKey: .isKept)
    }
  }

  /// What was said in one file, and what each system heard.
  struct Utterance: Encodable {
    struct Hypothesis: Encodable {
      var system: String
      var text: String
      var errors: Int
    }
    var id: String
    var reference: String
    var words: Int
    var hypotheses: [Hypothesis]
  }

  struct Skip: Encodable {
    var measure: String
    var reason: String
  }

  var machine: Machine
  var sections: [Section] = []
  var skipped: [Skip] = []

  var isWithinLimits: Bool { sections.allSatisfy { $0.limits.allSatisfy(\.isKept) } }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "none")
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  func table() -> String {
    var lines = [
      "\(machine.processor), \(machine.cores) cores, \(machine.system), \(machine.date)"
    ]
    for section in sections {
      lines += ["", "## \(section.title)", ""]
      for utterance in section.utterances { lines += utterance.lines + [""] }
      lines += section.tableLines
      for limit in section.limits {
        lines.append(
          "\(limit.isKept ? "kept" : "OVER")  \(limit.what): \(limit.value.text(digits: 3)) "
            + "(limit \(limit.limit.text(digits: 3)))")
      }
    }
    lines += skipped.map { "\nleft out: \($0.measure): \($0.reason)" }
    return lines.joined(separator: "\n")
  }
}

extension Report.Utterance {
  fileprivate var lines: [String] {
    let width = hypotheses.map(\.system.count).max() ?? 0
    return ["\(id), \(words) words", "  \("said".padded(to: width))  \(reference)"]
      + hypotheses.map { "  \($0.system.padded(to: width))  \($0.text)  [\($0.errors)]" }
  }
}

extension Report.Section {
  fileprivate var tableLines: [String] {
    let head = [""] + columns.map(\.title)
    let body = rows.map { row in
      [row.label]
        + columns.map { column in
          row.values[column.key]?.text(digits: column.digits) ?? row.texts[column.key] ?? ""
        }
    }
    let widths = head.indices.map { column in
      ([head] + body).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).enumerated().map { index, cell in
        index == 0 ? cell.0.padded(to: cell.1) : cell.0.padded(to: cell.1, atEnd: false)
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rule = widths.enumerated().map { index, width in
      index == 0
        ? String(repeating: "-", count: max(width, 1))
        : String(repeating: "-", count: max(width - 1, 1)) + ":"
    }
    return [line(head), "| " + rule.joined(separator: " | ") + " |"] + body.map(line)
  }
}

extension Double {
  fileprivate func text(digits: Int) -> String {
    formatted(
      .number.precision(.fractionLength(digits)).grouping(.never)
        .locale(Locale(identifier: "en_US_POSIX")))
  }
}

extension String {
  fileprivate func padded(to width: Int, atEnd: Bool = true) -> String {
    let blanks = String(repeating: " ", count: max(width - count, 0))
    return atEnd ? self + blanks : blanks + self
  }
}
