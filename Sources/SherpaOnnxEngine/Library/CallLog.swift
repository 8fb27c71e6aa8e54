import CSherpaOnnxShim

/// What the library writes to standard error during one call, kept instead of being shown.
///
/// Used by one call on one thread.
final class CallLog {
  private static let longest = 16_384
  private var bytes: [UInt8] = []

  /// The lines, without the places in the library's source that they begin with.
  var lines: [String] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      let place = line.prefixMatch(of: #/\S+:\w*:\d+ ?/#)
      let text = line[(place?.range.upperBound ?? line.startIndex)...]
      return text.contains { !$0.isWhitespace } ? String(text) : nil
    }
  }

  /// Runs a call with a log of its own.
  static func during<Result>(_ call: (shx_log) -> Result) -> (Result, CallLog) {
    let log = CallLog()
    let result = withExtendedLifetime(log) {
      call(
        shx_log(
          write: { context, text, length in
            guard let context, let text else { return }
            let log = Unmanaged<CallLog>.fromOpaque(context).takeUnretainedValue()
            log.append(UnsafeRawBufferPointer(start: text, count: length))
          },
          context: Unmanaged.passUnretained(log).toOpaque()))
    }
    return (result, log)
  }

  private func append(_ text: UnsafeRawBufferPointer) {
    bytes += text.prefix(max(Self.longest - bytes.count, 0))
  }
}
