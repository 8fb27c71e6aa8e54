internal import Glibc

/// What a fuzz target reports: a broken promise, beside the crashes that libFuzzer finds itself.
public enum Finding {
  /// Ends the program, so that libFuzzer keeps the input.
  ///
  /// - Parameter message: Which promise was broken, with the values.
  public static func report(_ message: String) -> Never {
    let line = "finding: \(message)\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
    abort()
  }

  /// Reports a finding unless a promise holds.
  ///
  /// - Parameters:
  ///   - condition: The promise.
  ///   - message: Which one it is, with the values.
  public static func unless(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { report(message()) }
  }
}
