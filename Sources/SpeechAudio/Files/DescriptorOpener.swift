internal import FoundationEssentials
internal import Glibc

/// Opens paths and takes descriptors, and refuses what isn't a file or a stream.
struct DescriptorOpener {
  let name: String
  /// What bounds and ends the waits for a stream.
  var wait: AudioFileWait?

  /// How long a pipe that is opened by its name may take to bring its first byte, when no other
  /// bound is given: nobody may ever open its other end.
  private static let firstWait = Duration.seconds(10)

  /// The bytes of the path that an address stands for.
  static func path(of url: URL) throws(SpeechError) -> [UInt8] {
    guard url.isFileURL else {
      throw SpeechError(
        .unreadableAudio, "“\(url.absoluteString)” isn't the address of a file.",
        remedy: "Fetch it first and give the file.")
    }
    // Decoded here and not by URL, whose strings replace bytes that aren't UTF-8.
    let encoded = Array(url.absoluteURL.path(percentEncoded: true).utf8)
    var bytes: [UInt8] = []
    var index = 0
    while index < encoded.count {
      if encoded[index] == 0x25, index + 2 < encoded.count,
        let byte = UInt8(String(decoding: encoded[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(encoded[index])
        index += 1
      }
    }
    return bytes
  }

  /// Opens a regular file or a named pipe, which must bring something in time.
  func open(path: [UInt8]) throws(SpeechError) -> ByteSource {
    guard !path.isEmpty, !path.contains(0) else {
      throw error("isn't a path", remedy: "Give the path of a file.")
    }
    // Not blocking, so that a FIFO without a writer doesn't hold the caller.
    let descriptor = (path + [0]).withUnsafeBytes { bytes in
      bytes.assumingMemoryBound(to: CChar.self).baseAddress
        .map { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) } ?? -1
    }
    guard descriptor >= 0 else { throw cannotOpen(errno) }
    let source = ByteSource(
      descriptor: descriptor, closesDescriptor: true, length: nil, wait: wait)
    let status = try status(of: descriptor)
    switch status.st_mode & S_IFMT {
    case S_IFREG: return source.asFile(origin: 0, length: Int64(status.st_size))
    case S_IFIFO:
      if !source.waitForInput(wait?.longest ?? Self.firstWait) {
        try SoundOpener(name: name).checkReading(source)
      }
      return source
    case let kind: throw refusal(kind)
    }
  }

  /// Takes the descriptor of a regular file or a stream.
  func open(descriptor: Int32, closesDescriptor: Bool) throws(SpeechError) -> ByteSource {
    let source = ByteSource(
      descriptor: descriptor, closesDescriptor: closesDescriptor, length: nil, wait: wait)
    let status = try status(of: descriptor)
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      let origin = max(Int64(lseek(descriptor, 0, SEEK_CUR)), 0)
      return source.asFile(origin: origin, length: max(Int64(status.st_size) - origin, 0))
    case S_IFIFO, S_IFSOCK: return source
    case S_IFCHR where isatty(descriptor) == 1:
      throw error("is a terminal, not sound", remedy: "Redirect a file to it, or name a file.")
    case let kind: throw refusal(kind)
    }
  }

  private func status(of descriptor: Int32) throws(SpeechError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw cannotOpen(errno) }
    return status
  }

  private func cannotOpen(_ number: Int32) -> SpeechError {
    switch number {
    case ENOENT, ENOTDIR: error("doesn't exist", remedy: "Check the path.")
    case EACCES, EPERM: error("may not be read", remedy: "Check the permissions of the file.")
    case ENXIO: error("is a device or socket, not a file", remedy: "Give a file of sound.")
    default: error("can't be opened: \(SystemError(number))")
    }
  }

  private func refusal(_ kind: mode_t) -> SpeechError {
    kind == S_IFDIR
      ? error("is a directory", remedy: "Give one of the files in it.")
      : error("is a device or socket, not a file", remedy: "Give a file of sound.")
  }

  private func error(_ message: String, remedy: String? = nil) -> SpeechError {
    SoundOpener(name: name).error(message, remedy: remedy)
  }
}
