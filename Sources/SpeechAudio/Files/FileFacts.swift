internal import Glibc

/// What the file system says of a path, links followed, without opening it.
package struct FileFacts {
  package let isFolder: Bool
  package let isRegular: Bool
  package let size: Int

  /// `nil` when there is nothing at the path, or nothing that may be looked at.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    isRegular = status.st_mode & S_IFMT == S_IFREG
    size = Int(status.st_size)
  }

  /// The names in a folder, sorted, without those that start with a dot; `nil` when it can't be read.
  ///
  /// - Parameters:
  ///   - folder: The folder's path.
  ///   - limit: The number of names after which no more are read.
  /// - Returns: The names.
  package static func names(in folder: String, limit: Int = .max) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
