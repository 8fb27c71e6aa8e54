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

  let descriptor: Int32
  private let closesDescriptor: Bool
  /// Where a file's sound starts: a descriptor may have been read from before.
  private(set) var origin: Int64 = 0
  private var kept: [UInt8] = []
  private var keptStart: Int64 = 0
  private var hasEnded = false

  private let wait: AudioFileWait?
  private let decoder: DecoderProcess?

  /// The number of bytes asked of a stream at once.
  private static let streamBlock = 65_536

  /// Takes a descriptor of an open file (`length` given) or stream (`length` nil).
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor.
  ///   - closesDescriptor: Whether to close it at the end.
  ///   - length: The number of bytes of a file.
  ///   - wait: What bounds and ends the waits for a stream.
  ///   - decoder: The program that writes the stream.
  init(
    descriptor: Int32, closesDescriptor: Bool, length: Int64?, wait: AudioFileWait? = nil,
    decoder: DecoderProcess? = nil
  ) {
    self.descriptor = descriptor
    self.closesDescriptor = closesDescriptor
    self.length = length
    self.wait = wait
    self.decoder = decoder
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
    while waitForInput(wait?.longest) {
      let got = Glibc.read(descriptor, base, count)
      if got >= 0 { return got }
      guard errno == EINTR || errno == EAGAIN else {
        failure = errno
        return 0
      }
    }
    return 0
  }

  /// Waits until a stream has bytes or has ended; false when the wait was ended or took too long.
  func waitForInput(_ longest: Duration?) -> Bool {
    let none: Int32 = -1
    // A negative descriptor is passed over.
    var waiting = [descriptor, wait?.descriptor ?? none, decoder?.messages ?? none].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while true {
      if wait?.isCancelled == true {
        failure = ECANCELED
        return false
      }
      let count = poll(&waiting, nfds_t(waiting.count), longest?.milliseconds ?? -1)
      if count == 0 {
        failure = ETIMEDOUT
        return false
      }
      guard count > 0 || errno == EINTR else { return true }
      // A program whose standard error is full waits for its reader.
      if count > 0, waiting[2].revents != 0, decoder?.drain() == false { waiting[2].fd = none }
      if count > 0, waiting[0].revents != 0 { return true }
    }
  }
}
