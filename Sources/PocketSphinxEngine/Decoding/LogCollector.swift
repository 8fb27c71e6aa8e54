import SpeechRecognition

/// Makes lines of what one decoder logs, keeps the last of them and passes them on.
///
/// Used by one decoder only, on the thread that is inside of it.
final class LogCollector {
  private static let kept = 10
  private static let longestLine = 16_384

  private let receiver: LogReceiver<PocketSphinxEngine.LogLine>?
  private let lowestLevel: PocketSphinxEngine.LogLine.Level
  private var open = ""
  private var openLevel = PocketSphinxEngine.LogLine.Level.info
  private var lines: [PocketSphinxEngine.LogLine] = []
  private var failure: String?

  init(
    receiver: LogReceiver<PocketSphinxEngine.LogLine>?,
    lowestLevel: PocketSphinxEngine.LogLine.Level
  ) {
    self.receiver = receiver
    self.lowestLevel = lowestLevel
  }

  /// Takes a message of the library, which may be a part of a line or several lines.
  ///
  /// - Parameters:
  ///   - text: The message.
  ///   - level: The library's number for its level: 0 debug, 1 info, 2 more of the last message,
  ///     3 warning, 4 error, 5 fatal.
  func receive(_ text: String, level: Int) {
    if level != 2 {
      flush()
      openLevel =
        switch level {
        case ...0: .debug
        case 3: .warning
        case 4: .error
        case 5...: .fatal
        default: .info
        }
    }
    for piece in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if piece.offset > 0 { flush() }
      if open.utf8.count < Self.longestLine { open += piece.element }
    }
    if openLevel == .fatal { flush() }
  }

  /// The last lines, oldest first: a failure tells why, the line before it often which file.
  var lastLines: [String] {
    flush()
    return lines.map(\.message)
  }

  /// The last line that told of an error, as a sentence, without the place in the library's source.
  var lastFailure: String? {
    flush()
    guard let failure else { return nil }
    let place = failure.prefixMatch(of: #/[A-Z_]+: (".*?", line \d+|\S+\(\d+\)): /#)
    var text = failure[(place?.range.upperBound ?? failure.startIndex)...]
    while let last = text.last, last.isWhitespace || last == "." { text.removeLast() }
    return text + "."
  }

  private func flush() {
    guard !open.isEmpty else { return }
    let line = PocketSphinxEngine.LogLine(level: openLevel, message: open)
    open = ""
    lines.append(line)
    if line.level >= .error { failure = line.message }
    if lines.count > Self.kept { lines.removeFirst(lines.count - Self.kept) }
    if line.level >= lowestLevel { receiver?.receive(line) }
  }
}
