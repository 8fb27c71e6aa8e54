internal import Glibc

/// Two connected descriptors that other programs don't get, from the start: unlike those of a pipe,
/// which can only be marked afterwards.
package struct SocketPair: Sendable {
  package let first: Int32
  package let second: Int32

  /// Makes a pair of which neither is 0, 1 or 2; `nil` when the system refuses, with `errno` set.
  package init?() {
    var pair: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &pair) == 0 else { return nil }
    first = Self.raised(pair[0])
    second = Self.raised(pair[1])
    guard first >= 0, second >= 0 else {
      let number = errno
      close()
      errno = number
      return nil
    }
  }

  /// The same descriptor with a number above those of standard input and output.
  private static func raised(_ descriptor: Int32) -> Int32 {
    guard descriptor < 3 else { return descriptor }
    let other = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    _ = Glibc.close(descriptor)
    return other
  }

  package func close() {
    if first >= 0 { _ = Glibc.close(first) }
    if second >= 0 { _ = Glibc.close(second) }
  }
}
