import CSherpaOnnxShim
import SpeechAudio

internal import Foundation

/// sherpa-onnx's shared library, opened once for the process.
enum Library {
  /// The version that is needed; others have other structures.
  static var version: String { String(cString: shx_wanted_version()) }

  static let fileName = "libsherpa-onnx-c-api.so"
  /// The environment variable that names the library's file or its folder.
  static let variable = "SWIFT_SPEECH_SHERPA_ONNX"
  static let installation = "Run Scripts/install-sherpa-onnx of the swift-speech package."

  /// Where the library is looked for, in order; a name without a slash means the system's folders.
  static func candidates(
    _ file: String?, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    if let given = file ?? environment[variable].flatMap({ $0.isEmpty ? nil : $0 }) {
      return [isFolder(given) ? "\(given)/\(fileName)" : given]
    }
    return ["\(UserData.folder(environment))/sherpa-onnx/lib/\(fileName)", fileName]
  }

  /// Opens the library, unless that is done.
  ///
  /// - Throws: ``SpeechError`` of code `unsupported` for a build without the trait and for another
  ///   version, or `engineFailed` when there is no library or it can't be loaded.
  static func open(
    _ file: String?, engineID: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(SpeechError) {
    guard shx_is_built() != 0 else {
      throw SpeechError(
        .unsupported, "The package was built without sherpa-onnx.",
        remedy: "\(installation) Then build with the trait SherpaOnnx (`swift build --traits "
          + "SherpaOnnx`, or `traits: [\"SherpaOnnx\"]` where your package names swift-speech), with "
          + "the folder of sherpa-onnx.pc in PKG_CONFIG_PATH.",
        engine: engineID)
    }
    var failures: [String] = []
    for path in candidates(file, environment: environment) {
      var message = [CChar](repeating: 0, count: 1024)
      let status = shx_open(path, &message, message.count)
      let text = String(
        decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      switch status {
      case SHX_OK: return
      case SHX_WRONG_VERSION:
        throw SpeechError(
          .unsupported, "The library \(path) is sherpa-onnx \(text); \(version) is needed.",
          remedy: installation, engine: engineID)
      default:
        // The linker's message begins with the path where it knows it.
        failures.append(text.contains(path) ? text : "\(path): \(text)")
      }
    }
    throw SpeechError(
      .engineFailed,
      "sherpa-onnx \(version) can't be loaded: \(failures.joined(separator: "; ")).",
      remedy: "\(installation) Or name the library in the setting library or in \(variable).",
      engine: engineID)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
