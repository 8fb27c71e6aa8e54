internal import Glibc

/// A file that is written under a hidden name beside its target and takes the target's name when it
/// is whole.
///
/// It is removed with the value unless it was finished. Its folder is held open, so that nothing that
/// happens to the working directory or the folder's name in between leads elsewhere.
final class NewFile {
  let name: String
  /// The number of bytes.
  private(set) var length: Int64 = 0
  /// The place that is written next.
  var position: Int64 = 0
  /// The system's number of the last writing error, or 0.
  var failure: Int32 = 0
  /// The most bytes that the file may have.
  let greatestLength: Int64

  private let folder: OpenFolder
  private let descriptor: Int32
  private let hiddenName: [UInt8]
  private let targetName: [UInt8]
  private var isFinished = false

  init(path: [UInt8], name: String, greatestLength: Int64) throws(SpeechError) {
    self.name = name
    self.greatestLength = greatestLength
    let (folder, targetName) = try OpenFolder.containing(path, name: name)
    self.folder = folder
    self.targetName = targetName
    // Not longer than the target's own name may be.
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    hiddenName = Array(".swift-speech-\(number).part".utf8)
    descriptor = folder.create(hiddenName)
    guard descriptor >= 0 else { throw folder.error(errno, doing: "be made", name: name) }
    folder.keepMode(of: targetName, for: descriptor)
  }

  deinit {
    guard descriptor >= 0 else { return }
    _ = Glibc.close(descriptor)
    if !isFinished { folder.remove(hiddenName) }
  }

  /// Writes bytes at ``position``; gives fewer than asked for only after an error.
  func write(_ base: UnsafeRawPointer, count: Int) -> Int {
    var done = 0
    while done < count {
      let written = pwrite(descriptor, base + done, count - done, off_t(position))
      if written > 0 {
        done += written
        position += Int64(written)
        length = max(length, position)
      } else if written == 0 || errno != EINTR {
        failure = written == 0 ? EIO : errno
        break
      }
    }
    return done
  }

  /// Reads bytes at ``position``.
  func read(into base: UnsafeMutableRawPointer, count: Int) -> Int {
    let got = pread(descriptor, base, count, off_t(position))
    position += Int64(max(got, 0))
    return max(got, 0)
  }

  func seek(to offset: Int64, from whence: Int32) -> Int64 {
    let base: Int64 = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position : length
    let (target, overflow) = base.addingReportingOverflow(offset)
    guard !overflow, target >= 0 else { return -1 }
    position = target
    return position
  }

  /// The error of the last failed write.
  func error(_ number: Int32) -> SpeechError {
    folder.error(number, doing: "be written", name: name)
  }

  /// A file that has its name.
  struct Finished {
    let name: String
    fileprivate let folder: OpenFolder
    fileprivate let targetName: [UInt8]
    fileprivate let identity: OpenFolder.Identity?

    /// Removes the file unless another one has its name by now.
    func remove() throws(SpeechError) {
      guard identity != nil, folder.identity(of: targetName) == identity else { return }
      guard folder.remove(targetName) || errno == ENOENT else {
        throw folder.error(errno, doing: "be removed", name: name)
      }
    }
  }

  /// Makes sure that all bytes are on the disk and gives the file its name.
  func finish() throws(SpeechError) -> Finished {
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw error(errno) }
    guard folder.rename(hiddenName, to: targetName) else {
      throw folder.error(errno, doing: "get its name", name: name)
    }
    isFinished = true
    folder.synchronize()
    return Finished(
      name: name, folder: folder, targetName: targetName,
      identity: folder.identity(of: targetName))
  }
}
