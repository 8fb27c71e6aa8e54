internal import Glibc

/// A folder that is held open, whose files are reached whatever happens to its path.
final class OpenFolder {
  /// What tells a file from another that has its name later.
  struct Identity: Equatable {
    let device: dev_t
    let file: ino_t
  }

  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = Glibc.close(descriptor) }

  /// Opens the folder of a path; gives it and the file's name in it.
  ///
  /// A symbolic link is followed, so that the file that it points to is replaced and not the link.
  static func containing(
    _ path: [UInt8], name: String
  ) throws(SpeechError) -> (OpenFolder, [UInt8]) {
    guard !path.isEmpty, !path.contains(0) else {
      throw SpeechError(
        .unwritableAudio, "“\(name)” isn't a path.", remedy: "Give the path of a file.")
    }
    let path = try resolved(path, name: name)
    let slash = path.lastIndex(of: 0x2F)
    let target = Array(path[(slash.map { $0 + 1 } ?? 0)...])
    guard !target.isEmpty, target != [0x2E], target != [0x2E, 0x2E] else {
      throw SpeechError(
        .unwritableAudio, "“\(name)” is the path of a directory.",
        remedy: "Add the name of a file.")
    }
    let parent = slash.map { $0 == 0 ? [0x2F] : Array(path[..<$0]) } ?? [0x2E]
    let descriptor = withCString(parent) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else {
      throw error(errno, doing: "be made", name: name)
    }
    return (OpenFolder(descriptor), target)
  }

  private static func resolved(_ path: [UInt8], name: String) throws(SpeechError) -> [UInt8] {
    var status = stat()
    guard withCString(path, { lstat($0, &status) }) == 0 else { return path }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return path
    case S_IFLNK:
      var target = stat()
      let targetExists = withCString(path) { stat($0, &target) } == 0
      guard targetExists, target.st_mode & S_IFMT == S_IFREG else { break }
      var bytes: [UInt8]?
      withCString(path) { link in
        guard let real = realpath(link, nil) else { return }
        bytes = Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
        free(real)
      }
      if let bytes { return bytes }
    default: break
    }
    throw SpeechError(
      .unwritableAudio, "“\(name)” is a directory, a device or a link to no file.",
      remedy: "Give the path of a file.")
  }

  /// Makes a file; gives its descriptor, or −1.
  func create(_ file: [UInt8]) -> Int32 {
    Self.withCString(file) {
      openat(descriptor, $0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    }
  }

  /// Gives an open file the permissions of one that it will replace.
  func keepMode(of file: [UInt8], for other: Int32) {
    var status = stat()
    guard Self.withCString(file, { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0
    else { return }
    _ = fchmod(other, status.st_mode & 0o777)
  }

  @discardableResult
  func remove(_ file: [UInt8]) -> Bool {
    Self.withCString(file) { unlinkat(descriptor, $0, 0) } == 0
  }

  func rename(_ file: [UInt8], to name: [UInt8]) -> Bool {
    Self.withCString(file) { old in
      Self.withCString(name) { renameat(descriptor, old, descriptor, $0) }
    } == 0
  }

  func identity(of file: [UInt8]) -> Identity? {
    var status = stat()
    guard Self.withCString(file, { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0
    else { return nil }
    return Identity(device: status.st_dev, file: status.st_ino)
  }

  /// Asks the system to keep the names of the folder's files over a loss of power.
  func synchronize() { _ = fsync(descriptor) }

  func error(_ number: Int32, doing what: String, name: String) -> SpeechError {
    Self.error(number, doing: what, name: name)
  }

  private static func error(_ number: Int32, doing what: String, name: String) -> SpeechError {
    let remedy: String? =
      switch number {
      case ENOENT, ENOTDIR: "Make the folder first, or check the path."
      case EACCES, EPERM, EROFS: "Check the permissions of the folder, or write elsewhere."
      case ENOSPC, EDQUOT: "Make room on the disk, or write elsewhere."
      case EFBIG: "Raise the limit on the size of files (`ulimit -f`), or write elsewhere."
      case ENAMETOOLONG: "Give a shorter name."
      default: nil
      }
    let place = number == ENOENT || number == ENOTDIR ? ": its folder doesn't exist" : ""
    return SpeechError(
      .unwritableAudio,
      "“\(name)” can't \(what)\(place.isEmpty ? ": \(SystemError(number))" : place).",
      remedy: remedy)
  }

  private static func withCString<Result>(
    _ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      // A buffer with the closing zero is never empty.
      buffer.baseAddress.map(body) ?? withUnsafePointer(to: 0, body)
    }
  }
}
