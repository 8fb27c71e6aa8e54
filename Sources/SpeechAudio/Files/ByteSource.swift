internal import Glibc

/// The bytes behind a descriptor: a file that can be read anywhere, or a stream that comes once.
///
/// A stream keeps what was read until ``discard(before:)``, so that its beginning can be looked at
/// before the sound is taken from it.
final class ByteSource {
  /// The number of bytes of a file; `nil` for a stream.
  private(set) var length: Int64?
  /// The system's number of the last reading error, or 0.
  private(set) var failure: Int32 = 0
  /// The end of the last read, in bytes from the start.
  private(set) var lastReadEnd: Int64 = 0

  private let descriptor: Int32
  private let closesDescriptor: Bool
  /// Where a file's sound starts: a descriptor may have been read from before.
  private var origin: Int64 = 0
  private var kept: [UInt8] = []
  private var keptStart: Int64 = 0
  private var hasEnded = false

  /// The number of bytes asked of a stream at once.
  private static let streamBlock = 65_536

  /// Takes a descriptor of an open file (`length` given) or stream (`length` nil).
  init(descriptor: Int32, closesDescriptor: Bool, length: Int64?) {
    self.descriptor = descriptor
    self.closesDescriptor = closesDescriptor
    self.length = length
  }

  /// Turns to reading a file from an offset on, instead of a stream.
  func asFile(origin: Int64, length: Int64) -> ByteSource {
    self.origin = origin
    self.length = length
    return self
  }

  deinit {
    if closesDescriptor { _ = Glibc.close(descriptor) }
  }

  /// Whether the bytes come once only.
  var isStream: Bool { length == nil }

  /// Reads bytes at an offset; gives fewer than asked for only at the end or after an error.
  func read(into target: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
    guard offset >= 0, let base = target.baseAddress, target.count > 0 else { return 0 }
    let count =
      isStream
      ? copyFromStream(into: target, at: offset)
      : readFile(into: base, count: target.count, at: offset)
    if count > 0 { lastReadEnd = offset + Int64(count) }
    return count
  }

  /// Returns up to `count` bytes at an offset.
  func bytes(at offset: Int64, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: max(count, 0)) { target, filled in
      filled = read(into: UnsafeMutableRawBufferPointer(target), at: offset)
    }
  }

  private func readFile(into base: UnsafeMutableRawPointer, count: Int, at offset: Int64) -> Int {
    var done = 0
    while done < count {
      let got = pread(descriptor, base + done, count - done, off_t(origin + offset + Int64(done)))
      if got > 0 {
        done += got
      } else if got == 0 {
        break
      } else if errno != EINTR {
        failure = errno
        break
      }
    }
    return done
  }

  // MARK: Streams

  /// Waits for bytes after an offset and returns how many are there: at least `unit` unless the
  /// stream ends, a multiple of `unit`, at most `limit`.
  func waitForBytes(after offset: Int64, unit: Int, limit: Int) -> Int {
    while keptEnd - offset < Int64(unit), readMore() {}
    let available = Int(min(max(keptEnd - offset, 0), Int64(limit)))
    return available - available % max(unit, 1)
  }

  /// Lets go of a stream's bytes before an offset, once they are half of what is kept.
  func discard(before offset: Int64) {
    let count = Int(min(max(offset - keptStart, 0), Int64(kept.count)))
    guard count > 0, count >= kept.count / 2 else { return }
    kept.removeFirst(count)
    keptStart += Int64(count)
  }

  /// Copies a stream to its end into a file without a name, which can be read anywhere.
  ///
  /// - Returns: The file, or the system's error number.
  func spooled() -> Result<ByteSource, SystemError> {
    let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let descriptor = Self.openUnnamedFile(in: directory)
    guard descriptor >= 0 else { return .failure(SystemError(errno)) }
    var length: Int64 = 0
    repeat {
      let written = kept.withUnsafeBytes { Self.writeAll($0, to: descriptor) }
      guard written else {
        let error = SystemError(errno)
        _ = Glibc.close(descriptor)
        return .failure(error)
      }
      length += Int64(kept.count)
      keptStart += Int64(kept.count)
      kept.removeAll(keepingCapacity: true)
    } while readMore()
    return .success(ByteSource(descriptor: descriptor, closesDescriptor: true, length: length))
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

  private var keptEnd: Int64 { keptStart + Int64(kept.count) }

  private func copyFromStream(into target: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
    guard offset >= keptStart else { return 0 }
    while keptEnd < offset + Int64(target.count), readMore() {}
    let first = Int(min(offset - keptStart, Int64(kept.count)))
    let count = min(target.count, kept.count - first)
    guard count > 0 else { return 0 }
    kept.withUnsafeBytes { bytes in
      target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[first..<first + count]))
    }
    return count
  }

  /// Reads what has arrived, waiting for the first byte; false at the end.
  private func readMore() -> Bool {
    guard !hasEnded else { return false }
    let old = kept.count
    kept.append(contentsOf: repeatElement(0, count: Self.streamBlock))
    let count = kept.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readArrived(into: $0 + old, count: Self.streamBlock) } ?? 0
    }
    kept.removeLast(Self.streamBlock - count)
    hasEnded = count == 0
    return count > 0
  }

  private func readArrived(into base: UnsafeMutableRawPointer, count: Int) -> Int {
    while true {
      let got = Glibc.read(descriptor, base, count)
      guard got < 0 else { return got }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, -1)
      default:
        failure = errno
        return 0
      }
    }
  }
}

/// A failed system call's error number, with the system's words for it.
struct SystemError: Error, CustomStringConvertible {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  var description: String {
    var text = [CChar](repeating: 0, count: 256)
    guard strerror_r(number, &text, text.count - 1) == 0 else { return "error \(number)" }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
