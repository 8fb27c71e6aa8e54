@testable import SherpaOnnxEngine

/// A folder laid out as a published model of each kind is, with graphs that declare what theirs do.
struct PublishedModel: CustomStringConvertible, Sendable {
  let kind: ModelKind
  /// The name of the folder.
  let name: String
  /// The content of each file.
  var files: [String: [UInt8]]
  /// Which file should be what.
  let roles: [ModelRole: String]
  let languages: [String]?
  var isWritten = false

  var description: String { name }

  /// The number of tokens in every one.
  static let tokenCount = 12

  static func tokens(_ count: Int = tokenCount) -> [UInt8] {
    Array((0..<count).map { "t\($0) \($0)\n" }.joined().utf8)
  }

  /// A model made of graphs, each with the name of its file.
  init(
    _ kind: ModelKind, _ name: String, _ languages: [String]?, isWritten: Bool = false,
    tokens: String? = "tokens.txt", _ graphs: [(ModelRole, String, TinyGraph)]
  ) {
    self.kind = kind
    self.name = name
    self.languages = languages
    self.isWritten = isWritten
    var roles: [ModelRole: String] = [:]
    var files: [String: [UInt8]] = [:]
    for (role, file, graph) in graphs {
      roles[role] = file
      files[file] = file.hasSuffix(".ort") ? graph.ort() : graph.onnx()
    }
    if let tokens {
      roles[.tokens] = tokens
      files[tokens] = Self.tokens()
    }
    self.roles = roles
    self.files = files
  }

  func folder() throws -> TestFolder { try TestFolder(name, files) }
}
