import Glibc

/// An open file descriptor, which no child inherits and which closes itself.
final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  static func open(_ path: [UInt8], _ flags: Int32) throws -> Descriptor {
    let number = Glibc.open(path.map { CChar(bitPattern: $0) } + [0], flags | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw Child.Failure(String(decoding: path, as: UTF8.self)) }
    return Descriptor(number)
  }

  func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { throw Child.Failure("The child doesn't read") }
      rest = rest.dropFirst(max(count, 0))
    }
  }
}

/// The two ends between the test and a child.
struct Channel {
  let childs: Descriptor
  let ours: Descriptor?

  init(from source: Child.Source) throws {
    switch source {
    case .nothing:
      self.init(childs: try .open(Array("/dev/null".utf8), O_RDONLY), ours: nil)
    case .file(let path):
      self.init(childs: try .open(path, O_RDONLY), ours: nil)
    case .pipe, .pipeAsThree:
      // A child that has gone must not end the tests.
      signal(SIGPIPE, SIG_IGN)
      let (reading, writing) = try Self.pipe()
      self.init(childs: reading, ours: writing)
    }
  }

  init(to target: Child.Target) throws {
    switch target {
    case .reader:
      let (reading, writing) = try Self.pipe()
      self.init(childs: writing, ours: reading)
    case .file(let path):
      self.init(childs: try .open(Array(path.utf8), O_WRONLY | O_CREAT), ours: nil)
    case .closedPipe:
      self.init(childs: try Self.pipe().writing, ours: nil)
    case .terminal:
      // As posix_openpt, unlockpt and ptsname do, which Swift does not see; the numbers are those
      // of TIOCSPTLCK and TIOCGPTN in asm-generic/ioctls.h.
      let terminal = try Descriptor.open(Array("/dev/ptmx".utf8), O_RDWR | O_NOCTTY)
      var number: Int32 = 0
      guard ioctl(terminal.number, 0x4004_5431, &number) == 0,
        ioctl(terminal.number, 0x8004_5430, &number) == 0
      else { throw Child.Failure("There is no terminal") }
      let path = Array("/dev/pts/\(number)".utf8)
      self.init(childs: try .open(path, O_RDWR | O_NOCTTY), ours: terminal)
    }
  }

  private init(childs: Descriptor, ours: Descriptor?) {
    self.childs = childs
    self.ours = ours
  }

  private static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw Child.Failure("There is no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(ends[0]), Descriptor(ends[1]))
  }
}

/// Reads a descriptor line by line, waiting for more.
struct LineReader {
  private let descriptor: Descriptor
  private var kept: [UInt8] = []

  init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// The next line without its end; `nil` when the text ends before another line does.
  mutating func line() -> String? {
    while true {
      if let end = kept.firstIndex(of: UInt8(ascii: "\n")) {
        defer { kept.removeFirst(end + 1) }
        return String(decoding: kept[..<end], as: UTF8.self)
      }
      guard readMore() else { return nil }
    }
  }

  /// Everything to the end.
  mutating func rest() -> [UInt8] {
    while readMore() {}
    return kept
  }

  private mutating func readMore() -> Bool {
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor.number, &block, block.count)
      if count < 0, errno == EINTR { continue }
      kept += block.prefix(max(count, 0))
      return count > 0
    }
  }
}
