import SpeechAudio
import Glibc

/// A file of a model, open for reading: regular, not empty, not too large, not compressed.
final class ModelFile {
  private static let largest = 4_000_000_000
  private static let compressedEndings = [".gz", ".bz2", ".z"]

  let path: String
  let size: Int
  private let descriptor: Int32

  /// Opens a file that the C library will be given by this path.
  init(_ path: String) throws(ModelFault) {
    guard let facts = FileFacts(path) else { throw ModelFault(path, "it isn't there") }
    guard facts.isRegular else { throw ModelFault(path, "it isn't a regular file") }
    // The library would hand such a name to a shell.
    let lower = path.lowercased()
    guard !Self.compressedEndings.contains(where: lower.hasSuffix) else {
      throw ModelFault(path, "it is compressed", remedy: "Unpack it first.")
    }
    guard facts.size > 0 else { throw ModelFault(path, "it is empty") }
    guard facts.size <= Self.largest else {
      throw ModelFault(path, "it has \(facts.size) bytes, more than \(Self.largest)")
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw ModelFault(
        path, "it can't be opened (\(String(cString: strerror(errno))))",
        remedy: "Make it readable.")
    }
    self.path = path
    self.descriptor = descriptor
    size = facts.size
  }

  deinit { close(descriptor) }

  /// The bytes of a stretch, fewer at the end of the file.
  func bytes(at offset: Int, count: Int) throws(ModelFault) -> [UInt8] {
    guard offset >= 0, count >= 0 else { throw ModelFault(path, "its header makes no sense") }
    let wanted = min(count, max(size - offset, 0))
    var bytes = [UInt8](repeating: 0, count: wanted)
    var done = 0
    while done < wanted {
      let got = bytes.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress.map { $0 + done }, wanted - done, off_t(offset + done))
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else {
        throw ModelFault(path, "it can't be read (\(String(cString: strerror(errno))))")
      }
      done += got
    }
    return bytes
  }

  /// Refuses a file whose last 4 KB are zeros, which a copy that was broken off may leave.
  ///
  /// - Parameter end: Where the numbers end; the file's end if `nil`.
  /// - Throws: ``ModelFault``, also when it can't be read.
  func requireEnd(_ end: Int? = nil) throws(ModelFault) {
    let count = 4096
    let end = min(end ?? size, size)
    guard end > count else { return }
    let bytes = try bytes(at: end - count, count: count)
    guard bytes.contains(where: { $0 != 0 }) else {
      throw ModelFault(path, "its end is empty, as after a copy that was broken off")
    }
  }

  /// Calls a closure with one piece of the file after another until it returns `false`.
  func forEachPiece(_ body: ([UInt8]) throws(ModelFault) -> Bool) throws(ModelFault) {
    var offset = 0
    while offset < size {
      let piece = try bytes(at: offset, count: 1 << 20)
      guard try body(piece) else { return }
      offset += piece.count
    }
  }

  /// Calls a closure with each line, without its end, until it returns `false`.
  func forEachLine(_ body: (ArraySlice<UInt8>) throws(ModelFault) -> Bool) throws(ModelFault) {
    var rest: [UInt8] = []
    var goesOn = true
    try forEachPiece { piece throws(ModelFault) in
      var start = 0
      while goesOn, let end = piece[start...].firstIndex(of: 10) {
        if rest.isEmpty {
          goesOn = try body(piece[start..<end])
        } else {
          rest += piece[start..<end]
          goesOn = try body(rest[...])
          rest.removeAll(keepingCapacity: true)
        }
        start = end + 1
      }
      rest += piece[start...]
      guard rest.count <= 1 << 20 else { throw ModelFault(path, "a line has no end") }
      return goesOn
    }
    if goesOn, !rest.isEmpty { _ = try body(rest[...]) }
  }
}

/// Reads whole numbers in the order of bytes that Intel and ARM use, one after another.
struct NumberReader {
  let file: ModelFile
  var offset: Int

  mutating func int32(_ what: String) throws(ModelFault) -> Int {
    let bytes = try file.bytes(at: offset, count: 4)
    guard bytes.count == 4 else { throw ModelFault(file.path, "it ends before \(what)") }
    offset += 4
    let value = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Int(Int32(bitPattern: value))
  }

  /// A number that must lie in a range.
  mutating func int32(_ what: String, in range: ClosedRange<Int>) throws(ModelFault) -> Int {
    let value = try int32(what)
    guard range.contains(value) else {
      throw ModelFault(
        file.path, "\(what) is \(value), not \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }
}
