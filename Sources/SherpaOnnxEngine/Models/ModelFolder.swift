internal import Glibc
internal import SpeechAudio
internal import SpeechRecognition

/// A folder that holds one model: which kind it is, and which file is what.
///
/// ``open(_:)`` looks at names and notes only; ``validate()`` looks into every file.
struct ModelFolder: Sendable, Equatable {
  /// The folder's path.
  let path: String
  /// The model's name: the manifest's, else the folder's.
  let id: String
  let kind: ModelKind
  /// The path of each file.
  let files: [ModelRole: String]
  /// The languages: the manifest's, else those that the model or its name tells; `nil` when unknown.
  let locales: [LocaleID]?
  /// Whether its text has sentence marks and capitals.
  let isWritten: Bool
  /// The longest utterance in seconds, or `nil` when there is no limit.
  let longestUtterance: Double?
  /// The sizes that the manifest states, in bytes.
  let statedSizes: [ModelRole: Int]

  /// Looks at a folder: by its `model.json` if it has one, else by the names of its files.
  ///
  /// - Parameter path: The folder's path.
  /// - Returns: The model in the folder.
  /// - Throws: ``SpeechError/Code/modelNotFound`` when there is no model or not all of it,
  ///   ``SpeechError/Code/malformedModel`` when it can't be told which.
  static func open(_ path: String) throws(SpeechError) -> ModelFolder {
    let path = tidy(path)
    guard let facts = FileFacts(path) else {
      throw SpeechError.model(
        .modelNotFound, "There is no model folder at \(path).", remedy: Remedy.install)
    }
    guard facts.isFolder else {
      throw SpeechError.model(
        .modelNotFound, "\(path) is a file, not a model folder.",
        remedy: "Name the folder that the file is in.")
    }
    guard let names = FileFacts.modelNames(in: path) else {
      throw SpeechError.model(
        .modelNotFound, "The model folder \(path) can't be read.", remedy: "Allow reading it.")
    }
    if let manifest = try ModelManifest.read(in: path) {
      return try open(path, manifest)
    }
    let contents = FolderContents(path: path, names: names)
    let found = try contents.recognize()
    try requireWhole(found.kind, path, found.files.mapValues { "\(path)/\($0)" })
    let isWritten =
      found.kind.writesText ?? writesText("\(path)/\(found.files[.tokens] ?? "")")
    return ModelFolder(
      path: path, id: found.id, kind: found.kind,
      files: found.files.mapValues { "\(path)/\($0)" }, locales: found.locales,
      isWritten: isWritten, longestUtterance: found.kind.longestUtterance, statedSizes: [:])
  }

  private static func open(
    _ path: String, _ manifest: ModelManifest
  ) throws(SpeechError) -> ModelFolder {
    let files = manifest.files.mapValues { "\(path)/\($0.path)" }
    try requireWhole(manifest.kind, path, files)
    let isWritten =
      manifest.textStyle.map { $0 == .written }
      ?? manifest.kind.writesText ?? writesText(files[.tokens] ?? "")
    return ModelFolder(
      path: path, id: manifest.id, kind: manifest.kind, files: files,
      locales: manifest.locales, isWritten: isWritten,
      longestUtterance: manifest.longestUtterance ?? manifest.kind.longestUtterance,
      statedSizes: manifest.files.compactMapValues(\.bytes))
  }

  /// Throws when files are missing that the kind needs.
  private static func requireWhole(
    _ kind: ModelKind, _ path: String, _ files: [ModelRole: String]
  ) throws(SpeechError) {
    let there = files.filter { FileFacts($0.value) != nil }
    // Of two layouts, the one is meant that has the most roles of those that are named.
    let layout = kind.layouts.max { first, second in
      first.count { files[$0] != nil } < second.count { files[$0] != nil }
    }
    let missing = (layout ?? []).filter { there[$0] == nil }
    guard !missing.isEmpty else { return }
    let wanted = missing.map { role in
      let place = files[role].map { "\($0.dropFirst(path.utf8.count + 1))" } ?? role.usualName
      return "the \(role.label) (\(place))"
    }
    let found = there.sorted { $0.key.rawValue < $1.key.rawValue }.map { role, file in
      "\(role.label) \(file.dropFirst(path.utf8.count + 1))"
    }
    throw SpeechError.model(
      .modelNotFound,
      "The \(kind.rawValue) model in \(path) isn't whole: \(wanted.joined(separator: " and ")) is "
        + "missing; there is \(found.isEmpty ? "nothing of it" : found.joined(separator: ", ")).",
      remedy: Remedy.install)
  }

  /// Whether the tokens have sentence marks and both cases; a broken file is told by ``validate()``.
  private static func writesText(_ tokens: String) -> Bool {
    (try? TokenTable(FileBytes(path: tokens)))?.writesText ?? false
  }

  /// The path without slashes at its end.
  private static func tidy(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// What to do about models.
  enum Remedy {
    static let install = "Install the model again, or name another folder."
  }
}
