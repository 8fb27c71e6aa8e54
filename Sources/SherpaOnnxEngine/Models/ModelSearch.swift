internal import Foundation
internal import SpeechAudio
internal import SpeechRecognition

/// Where models are looked for.
struct ModelSearch: Sendable {
  /// One model folder that was found.
  struct Entry: Sendable {
    /// The folder's path.
    let path: String
    /// The folder, or what is wrong with it.
    let folder: Result<ModelFolder, SpeechError>
  }

  /// Folders that hold model folders, the first to be looked at first.
  let places: [String]

  /// The usual places of the user who runs the process.
  static var ofUser: ModelSearch { ModelSearch(environment: ProcessInfo.processInfo.environment) }

  /// Takes the usual places.
  ///
  /// - Parameter environment: The variables of the process. `SPEECH_MODEL_PATH` names folders that hold
  ///   model folders, separated by colons; they come before `$XDG_DATA_HOME/swift-speech/models`
  ///   (`~/.local/share` without it) and the system's.
  init(environment: [String: String]) {
    let named = (environment["SPEECH_MODEL_PATH"] ?? "").split(separator: ":").map(String.init)
    let usual = [UserData.root(environment), "/usr/local/share", "/usr/share"].compactMap(\.self)
    var places: [String] = []
    for place in named + usual.map({ "\($0)/swift-speech/models" }) where !places.contains(place) {
      places.append(place)
    }
    self.places = places
  }

  /// Lists the model folders of this engine in all places, the best place first and by name in each.
  ///
  /// A folder that is broken is listed with its error. Left out are folders of other engines and those
  /// that hold no model at all.
  func entries() -> [Entry] {
    places.flatMap { place in
      (FileFacts.modelNames(in: place) ?? []).compactMap { name in entry("\(place)/\(name)") }
    }
  }

  /// Finds a model by its id or its folder's path.
  ///
  /// - Parameter model: An id, or a path with a slash in it.
  /// - Returns: The model's folder.
  /// - Throws: ``SpeechError/Code/modelNotFound`` with the models that are there, or what is wrong with
  ///   the folder.
  func folder(_ model: String) throws(SpeechError) -> ModelFolder {
    if model.contains("/") { return try ModelFolder.open(model) }
    let entries = entries()
    for entry in entries {
      if case .success(let folder) = entry.folder, folder.id == model { return folder }
    }
    if let broken = entries.first(where: { $0.path.hasSuffix("/\(model)") }) {
      return try broken.folder.get()
    }
    let ids = entries.compactMap { try? $0.folder.get().id }
    let known = ids.isEmpty ? "there are none" : "there are \(ids.joined(separator: ", "))"
    throw SpeechError.model(
      .modelNotFound,
      "There is no model “\(model)” in \(places.joined(separator: ", ")): \(known).",
      remedy: "Install it, or name its folder.")
  }

  private func entry(_ path: String) -> Entry? {
    guard FileFacts(path)?.isFolder == true else { return nil }
    do throws(SpeechError) {
      // A manifest that another engine reads makes the folder none of ours.
      if FileFacts("\(path)/\(ModelManifest.fileName)") != nil,
        try ModelManifest.read(in: path) == nil
      {
        return nil
      }
      return Entry(path: path, folder: .success(try ModelFolder.open(path)))
    } catch {
      return holdsModel(path) ? Entry(path: path, folder: .failure(error)) : nil
    }
  }

  private func holdsModel(_ path: String) -> Bool {
    (FileFacts.modelNames(in: path) ?? []).contains { name in
      name == ModelManifest.fileName || GraphName(name) != nil
    }
  }
}
