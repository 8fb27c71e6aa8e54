internal import Foundation

/// The user's data directory of the package (XDG Base Directory Specification).
enum UserData {
  /// Where programs keep the user's data, as far as the environment tells.
  static func root(_ environment: [String: String]) -> String? {
    func absolute(_ key: String) -> String? {
      environment[key].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    // A relative XDG_DATA_HOME is to be ignored: "Basics" in the specification.
    return absolute("XDG_DATA_HOME") ?? absolute("HOME").map { "\($0)/.local/share" }
  }

  static func folder(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    let home = FileManager.default.homeDirectoryForCurrentUser.path
    return "\(root(environment) ?? "\(home)/.local/share")/swift-speech"
  }
}
