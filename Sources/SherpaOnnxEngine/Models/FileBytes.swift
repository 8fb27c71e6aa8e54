internal import Glibc

/// Bytes of a file, read in pages where they are asked for.
///
/// Model files have hundreds of megabytes of which a check needs some thousand bytes. They are read,
/// not mapped: a mapped file that somebody cuts short meanwhile ends the process.
final class FileBytes {
  /// The number of bytes.
  let count: Int

  private enum Source {
    case descriptor(Int32)
    case memory([UInt8])
  }

  private static let pageSize = 16_384
  private static let slots = 64

  private let source: Source
  private var pages: [[UInt8]] = Array(repeating: [], count: slots)
  private var pageNumbers: [Int] = Array(repeating: -1, count: slots)

  /// Opens a regular file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - limit: The number of bytes to see of it, for a file that is to look cut.
  /// - Throws: What the system says against it.
  init(path: String, limit: Int = .max) throws(GraphFault) {
    // Without O_NONBLOCK, opening a pipe that nobody writes to waits for ever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw GraphFault("it can't be opened: \(String(cString: strerror(errno)))")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw GraphFault("it isn't a regular file")
    }
    source = .descriptor(descriptor)
    count = min(Int(status.st_size), max(limit, 0))
  }

  /// Takes bytes that are in memory.
  init(_ bytes: [UInt8]) {
    source = .memory(bytes)
    count = bytes.count
  }

  deinit {
    if case .descriptor(let descriptor) = source { close(descriptor) }
  }

  /// Returns one byte.
  func byte(at offset: Int) throws(GraphFault) -> UInt8 {
    guard offset >= 0, offset < count else { throw .cut(at: offset, of: count) }
    let number = offset / Self.pageSize
    let slot = number % Self.slots
    if pageNumbers[slot] != number { try load(page: number, into: slot) }
    let place = offset % Self.pageSize
    guard place < pages[slot].count else { throw .cut(at: offset, of: count) }
    return pages[slot][place]
  }

  /// Returns `length` bytes.
  func bytes(at offset: Int, count length: Int) throws(GraphFault) -> [UInt8] {
    guard length >= 0, offset >= 0, offset <= count, length <= count - offset else {
      throw .cut(at: offset, of: count)
    }
    if length <= 64 {
      var result: [UInt8] = []
      result.reserveCapacity(length)
      for place in offset..<offset + length { result.append(try byte(at: place)) }
      return result
    }
    return try read(at: offset, count: length)
  }

  /// Returns a whole number of up to 8 bytes, the lowest byte first.
  func number(at offset: Int, width: Int) throws(GraphFault) -> UInt64 {
    guard offset >= 0, offset <= count, width <= count - offset else {
      throw .cut(at: offset, of: count)
    }
    var value: UInt64 = 0
    for place in 0..<width { value |= UInt64(try byte(at: offset + place)) << UInt64(8 * place) }
    return value
  }

  private func load(page number: Int, into slot: Int) throws(GraphFault) {
    let start = number * Self.pageSize
    pages[slot] = try read(at: start, count: min(Self.pageSize, count - start))
    pageNumbers[slot] = number
  }

  private func read(at offset: Int, count length: Int) throws(GraphFault) -> [UInt8] {
    switch source {
    case .memory(let bytes):
      return Array(bytes[offset..<offset + length])
    case .descriptor(let descriptor):
      var failure: Int32 = 0
      let result = [UInt8](unsafeUninitializedCapacity: length) { target, filled in
        while filled < length, let base = target.baseAddress {
          let got = pread(descriptor, base + filled, length - filled, off_t(offset + filled))
          if got > 0 {
            filled += got
          } else if got == 0 || errno != EINTR {
            failure = got == 0 ? 0 : errno
            break
          }
        }
      }
      guard failure == 0 else {
        throw GraphFault("it can't be read: \(String(cString: strerror(failure)))")
      }
      guard result.count == length else { throw .cut(at: offset + result.count, of: count) }
      return result
    }
  }
}
