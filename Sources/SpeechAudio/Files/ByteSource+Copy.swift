internal import Glibc

extension ByteSource {
  /// The most bytes of a stream that are kept on the disk; one that never ends would fill it.
  static let greatestCopy: Int64 = 4 << 30

  /// Copies all bytes into a file without a name, which can be read anywhere and from its start.
  ///
  /// - Returns: The file, or the system's error number; `EFBIG` for more than ``greatestCopy``.
  func copied() -> Result<ByteSource, SystemError> {
    let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let descriptor = Self.openUnnamedFile(in: directory)
    guard descriptor >= 0 else { return .failure(SystemError(errno)) }
    let copy = ByteSource(descriptor: descriptor, closesDescriptor: true, length: nil)
    var count: Int64 = 0
    while true {
      let block = bytes(at: count, count: 65_536)
      guard failure == 0 else { return .failure(SystemError(failure)) }
      guard !block.isEmpty else {
        // A program that gets the file reads it from where it stands.
        _ = lseek(descriptor, 0, SEEK_SET)
        return .success(copy.asFile(origin: 0, length: count))
      }
      guard block.withUnsafeBytes({ Self.writeAll($0, to: descriptor) }) else {
        return .failure(SystemError(errno))
      }
      count += Int64(block.count)
      discard(before: count)
      guard count <= Self.greatestCopy else { return .failure(SystemError(EFBIG)) }
    }
  }

  private static func openUnnamedFile(in directory: String) -> Int32 {
    // Not mkstemp: a program started by another thread would get the descriptor before it could be
    // marked as closed then.
    for _ in 0..<100 {
      let path = "\(directory)/swift-speech-\(String(UInt64.random(in: .min ... .max), radix: 36))"
      let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 { _ = unlink(path) }
      if descriptor >= 0 || errno != EEXIST { return descriptor }
    }
    return -1
  }

  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(descriptor, base + done, bytes.count - done)
      if count > 0 {
        done += count
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
