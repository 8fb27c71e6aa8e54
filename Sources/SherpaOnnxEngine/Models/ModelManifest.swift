internal import Foundation
internal import SpeechAudio
internal import SpeechRecognition

/// What `model.json` says of the folder it lies in.
struct ModelManifest: Sendable, Codable, Equatable {
  /// How the text is written.
  enum TextStyle: String, Sendable, Codable {
    /// With sentence marks and capitals.
    case written
    /// Plain words.
    case spoken
  }

  struct File: Sendable, Equatable {
    /// The place in the folder.
    var path: String
    /// The checksum as 64 hexadecimal digits; whoever installs the file checks it.
    var sha256: String?
    /// The size; always checked.
    var bytes: Int?
  }

  static let fileName = "model.json"
  static let engine = "sherpa-onnx"
  /// The version of this description.
  static let supportedFormat = 1
  private static let largest = 1 << 20

  var format: Int
  var id: String
  var engine: String
  var kind: ModelKind
  var locales: [LocaleID]?
  var textStyle: TextStyle?
  var files: [ModelRole: File]
  /// In seconds.
  var longestUtterance: Double?
  var licence: String?
  var source: String?

  /// Reads the manifest of a folder, and checks that what it says can be.
  ///
  /// - Parameter folder: The folder's path.
  /// - Returns: The manifest, or `nil` when there is none or it is for another engine.
  /// - Throws: ``SpeechError/Code/malformedModel``, which names the file and the field.
  static func read(in folder: String) throws(SpeechError) -> ModelManifest? {
    let path = "\(folder)/\(fileName)"
    guard let facts = FileFacts(path) else { return nil }
    guard facts.isRegular, facts.size <= largest else {
      throw fault(path, "it isn't a file of at most \(largest) bytes")
    }
    let data: [UInt8]
    do throws(GraphFault) {
      let bytes = try FileBytes(path: path)
      data = try bytes.bytes(at: 0, count: bytes.count)
    } catch {
      throw fault(path, error.reason)
    }
    return try parse(data, path: path)
  }

  /// What is looked at first: a later format may have other fields than this one.
  private struct Head: Decodable {
    var format: Double
    var engine: String
  }

  /// Reads a manifest from bytes; `nil` when it is for another engine.
  static func parse(_ bytes: [UInt8], path: String) throws(SpeechError) -> ModelManifest? {
    do {
      let decoder = JSONDecoder()
      let head = try decoder.decode(Head.self, from: Data(bytes))
      guard head.engine == engine else { return nil }
      guard head.format == Double(supportedFormat) else {
        throw fault(
          path, "“format” is \(text(head.format)), and this version reads \(supportedFormat)")
      }
      let manifest = try decoder.decode(ModelManifest.self, from: Data(bytes))
      if let problem = manifest.problem { throw fault(path, problem) }
      return manifest
    } catch let error as SpeechError {
      throw error
    } catch let error as DecodingError {
      throw fault(path, describe(error))
    } catch {
      throw fault(path, "\(error)")
    }
  }

  /// What it says that can't be, or `nil` when all is well.
  private var problem: String? {
    if id.isEmpty || id.utf8.count > 200 || id.contains(where: { $0 == "/" || $0.isNewline }) {
      return "“id” must be a name of 1 to 200 bytes without “/”"
    }
    if let longestUtterance, !(1...3600).contains(longestUtterance) {
      return "“longestUtterance” is \(longestUtterance), not 1 to 3600 seconds"
    }
    if let locales, locales.isEmpty || locales.contains(where: { $0.language == "und" }) {
      return "“locales” must name languages, such as “en” or “en-US”"
    }
    for (role, file) in files.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let field = "“files.\(role.rawValue)"
      if !Self.staysInside(file.path) {
        return "\(field).path” is “\(file.path)”, which doesn't stay inside the folder"
      }
      if let bytes = file.bytes, bytes < 1 { return "\(field).bytes” is \(bytes), not a size" }
      if let digest = file.sha256, digest.count != 64 || !digest.allSatisfy(\.isHexDigit) {
        return "\(field).sha256” isn't 64 hexadecimal digits"
      }
    }
    return nil
  }

  /// Whether a path leads to something inside the folder that it starts from.
  static func staysInside(_ path: String) -> Bool {
    guard !path.isEmpty, !path.hasPrefix("/"), !path.utf8.contains(0) else { return false }
    return !path.split(separator: "/").contains("..")
  }

  /// A number without “.0”.
  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }

  private static func fault(_ path: String, _ reason: String) -> SpeechError {
    SpeechError.model(
      .malformedModel, "\(path) can't be used: \(reason).",
      remedy: "Mend it, install the model again, or remove it if the files have their usual names.")
  }

  private static func describe(_ error: DecodingError) -> String {
    func field(_ context: DecodingError.Context, _ last: String? = nil) -> String {
      let keys = context.codingPath.map { key in key.intValue.map { "\($0)" } ?? key.stringValue }
      return "“\((keys + [last].compactMap(\.self)).joined(separator: "."))”"
    }
    switch error {
    case .keyNotFound(let key, let context): return "\(field(context, key.stringValue)) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return context.codingPath.isEmpty
        ? "it isn't a JSON object" : "\(field(context)) has the wrong type"
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty
        ? "it isn't JSON" : "\(field(context)): \(context.debugDescription)"
    @unknown default: return "\(error)"
    }
  }
}
