internal import Glibc

/// A file in memory, without a name, that holds one input after the other.
public struct MemoryFile: Sendable {
  /// The descriptor; it stands at the start of the file.
  public let descriptor: Int32

  /// Makes an empty file.
  public init() {
    let name = "/swift-speech-fuzz-\(getpid())"
    descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
    Finding.unless(descriptor >= 0, "no file in memory: error \(errno)")
    shm_unlink(name)
  }

  /// Replaces what the file holds.
  public func hold(_ bytes: UnsafeRawBufferPointer) {
    let isHeld =
      ftruncate(descriptor, 0) == 0
      && pwrite(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count
      && lseek(descriptor, 0, SEEK_SET) == 0
    Finding.unless(isHeld, "the file in memory takes no bytes: error \(errno)")
  }
}
