/// A file's name as one types it in a shell.
enum ShellWord {
  /// The name of an input of ffmpeg: quoted, and so that it is neither an option nor an address.
  static func input(_ path: [UInt8]) -> String {
    let isAbsolute = path.first == 0x2F
    let isMistaken = path.first == 0x2D || path.contains(0x3A)
    return quoted(isMistaken && !isAbsolute ? Array("./".utf8) + path : path)
  }

  /// Any bytes as one word: in the quotes of POSIX shells or, where they hold control characters or
  /// aren't UTF-8, in those of Bash, Zsh and POSIX 2024 (`$'…'`).
  static func quoted(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let isPlain = text.utf8.elementsEqual(bytes) && !bytes.contains { $0 < 0x20 || $0 == 0x7F }
    guard !isPlain else { return "'\(text.replacing("'", with: "'\\''"))'" }
    return "$'\(bytes.map(escaped).joined())'"
  }

  private static func escaped(_ byte: UInt8) -> String {
    switch byte {
    case 0x27, 0x5C: "\\\(Character(UnicodeScalar(byte)))"
    case 0x20..<0x7F: String(Character(UnicodeScalar(byte)))
    // Octal, whose three digits end by themselves.
    default: "\\\(byte >> 6)\(byte >> 3 & 7)\(byte & 7)"
    }
  }
}
