internal import Glibc

/// Standard output, turned into a file in memory: a library that prints would spoil a program's text.
public struct CapturedOutput: Sendable {
  private let file = MemoryFile()

  /// Takes standard output for the rest of the program's life.
  public init() {
    Finding.unless(dup2(file.descriptor, STDOUT_FILENO) == STDOUT_FILENO, "no standard output")
  }

  /// Whether nothing was written.
  public var isEmpty: Bool {
    fflush(nil)
    return lseek(file.descriptor, 0, SEEK_END) == 0
  }

  /// Forgets what was written.
  public func clear() {
    guard !isEmpty else { return }
    ftruncate(file.descriptor, 0)
  }
}
