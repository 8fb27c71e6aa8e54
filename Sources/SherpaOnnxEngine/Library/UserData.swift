internal import Foundation

/// The user's data directory of the package (XDG Base Directory Specification).
enum UserData {
  static func folder(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    // The specification says that a path that is not absolute is to be ignored.
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return "\(data)/swift-speech"
    }
    let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
    return "\(home)/.local/share/swift-speech"
  }
}
