import Glibc

/// What the file system says of a path, without opening it.
struct FileFacts {
  let isFolder: Bool
  let isRegular: Bool
  let size: Int

  /// `nil` when there is nothing at the path.
  init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    isFolder = facts.st_mode & S_IFMT == S_IFDIR
    isRegular = facts.st_mode & S_IFMT == S_IFREG
    size = Int(facts.st_size)
  }

  /// The names in a folder, sorted; none when it can't be read.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The value of an environment variable.
  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
