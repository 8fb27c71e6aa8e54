import SpeechAudio

import class Foundation.ProcessInfo
import struct Foundation.URL

/// The files of a model, found but not yet checked.
struct ModelFiles {
  /// A file that every model needs, with what to call it.
  static let needed = ["mdef", "means", "variances", "transition_matrices", "feat.params"]
  static let debianRoot = "/usr/share/pocketsphinx/model"

  /// The folder of the acoustic model.
  var acousticModel: String
  var dictionary: String
  var languageModel: String
  /// The model's folder, which holds the acoustic model or is it.
  var folder: String
  /// Whether it is the model that Debian's package installs.
  var isDefault: Bool
  /// The files that the settings name one by one.
  var given: Set<String>
  var engineID: String

  /// Finds the files that settings name.
  ///
  /// Without a folder in the settings, `en-us` is looked for in each folder of the environment
  /// variable `POCKETSPHINX_PATH` (separated by colons), then where Debian puts it.
  static func resolve(_ settings: PocketSphinxEngine.Settings) throws(SpeechError) -> ModelFiles {
    let given = settings.model.map { trimmed($0.path) }
    let folder = given ?? defaultFolder(searching: searchPath())
    let acoustic = acousticFolder(in: folder)
    let beside = acoustic == folder ? [folder, parent(of: folder)] : [folder]
    let name = lastPart(of: acoustic)
    return ModelFiles(
      acousticModel: acoustic,
      dictionary: settings.dictionary.map(\.path)
        ?? find(
          ["cmudict-\(name).dict", "\(name).dict", "\(name).dic"], [".dict", ".dic"], in: beside),
      languageModel: settings.languageModel.map(\.path)
        ?? find(["\(name).lm.bin", "\(name).lm"], [".lm.bin", ".lm", ".arpa"], in: beside),
      folder: folder, isDefault: given == nil,
      given: Set([settings.dictionary, settings.languageModel].compactMap { $0?.path }),
      engineID: settings.engineID)
  }

  static func searchPath(
    added: String = ProcessInfo.processInfo.environment["POCKETSPHINX_PATH"] ?? ""
  ) -> [String] {
    added.split(separator: ":").map { trimmed(String($0)) } + [debianRoot]
  }

  static func defaultFolder(searching roots: [String]) -> String {
    roots.map { $0 + "/en-us" }.first { FileFacts($0)?.isFolder == true } ?? debianRoot + "/en-us"
  }

  /// The folder itself, or the one inside of it that bears its name, as Debian has it.
  private static func acousticFolder(in folder: String) -> String {
    if FileFacts(folder + "/mdef") != nil { return folder }
    let inner = folder + "/" + lastPart(of: folder)
    if FileFacts(inner)?.isFolder == true { return inner }
    let folders = (FileFacts.names(in: folder) ?? []).map { folder + "/" + $0 }
    return folders.first { FileFacts($0 + "/mdef") != nil } ?? folder
  }

  /// The first of the names that is there, else a file with one of the endings, else the first
  /// name, which is then reported as missing.
  private static func find(_ names: [String], _ endings: [String], in folders: [String]) -> String {
    for folder in folders {
      if let name = names.first(where: { FileFacts(folder + "/" + $0) != nil }) {
        return folder + "/" + name
      }
    }
    for folder in folders {
      let there = (FileFacts.names(in: folder) ?? []).filter { !$0.hasSuffix("-phone.lm.bin") }
      for ending in endings {
        if let name = there.first(where: { $0.hasSuffix(ending) }) { return folder + "/" + name }
      }
    }
    return (folders.last ?? "") + "/" + (names.first ?? "")
  }

  private static func trimmed(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? trimmed(String(path.dropLast())) : path
  }

  private static func lastPart(of path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// The path of a file of the acoustic model.
  func acoustic(_ name: String) -> String { acousticModel + "/" + name }

  /// Every file that is needed and isn't there.
  var missing: [String] {
    var missing = Self.needed.map(acoustic).filter { FileFacts($0) == nil }
    let weights = ["sendump", "mixture_weights"].map(acoustic)
    if weights.allSatisfy({ FileFacts($0) == nil }) { missing.append(weights[0]) }
    return missing + [dictionary, languageModel].filter { FileFacts($0) == nil }
  }

  /// Checks that the model is whole, as far as that can be seen without loading it.
  ///
  /// - Throws: ``SpeechError`` with code `modelNotFound` that lists every missing file, or
  ///   `malformedModel` that names the first file that can't be used.
  func validate() throws(SpeechError) {
    let missing = missing
    guard missing.isEmpty else { throw notFound(missing) }
    do throws(ModelFault) {
      let phones = try AcousticModelCheck(files: self).run()
      try DictionaryCheck.run(dictionary, phones: phones)
      try LanguageModelCheck.run(languageModel)
    } catch {
      throw malformed(error)
    }
  }

  /// Whether a file comes with the model, and was not named by itself from elsewhere.
  private func isModels(_ path: String) -> Bool {
    !given.contains(path) || path.hasPrefix(folder + "/")
  }

  private func notFound(_ missing: [String]) -> SpeechError {
    var sentences: [String] = []
    var rest = missing
    if FileFacts(folder)?.isFolder != true {
      let isThere = FileFacts(folder) != nil
      sentences.append(
        "The PocketSphinx model's folder \(folder) \(isThere ? "is no folder" : "isn't there").")
      rest.removeAll(where: isModels)
    }
    if !rest.isEmpty {
      let list = rest.joined(separator: ", ")
      sentences.append(
        rest.count == 1
          ? "A file of the PocketSphinx model is missing: \(list)."
          : "\(rest.count) files of the PocketSphinx model are missing: \(list).")
    }
    let isInstalled = isDefault && missing.contains(where: isModels)
    return SpeechError(
      .modelNotFound, sentences.joined(separator: " "),
      remedy: isInstalled
        ? "Run: apt install pocketsphinx-en-us" : "Check the path, or use a whole copy.",
      engine: engineID)
  }

  private func malformed(_ fault: ModelFault) -> SpeechError {
    let isInstalled = isDefault && isModels(fault.path)
    return SpeechError(
      .malformedModel, "\(fault.path) can't be used: \(fault.reason).",
      remedy: fault.remedy
        ?? (isInstalled
          ? "Run: apt install --reinstall pocketsphinx-en-us"
          : "Check the path, or use a whole copy."),
      engine: engineID)
  }

  /// The error for a model that passed the checks and was still refused by the library.
  ///
  /// - Parameters:
  ///   - reason: What the library said last of an error.
  ///   - log: Its last lines.
  /// - Returns: The error.
  func refused(because reason: String?, log: [String]) -> SpeechError {
    SpeechError(
      .malformedModel,
      "PocketSphinx can't load the model in \(acousticModel) with the dictionary "
        + "\(dictionary) and the language model \(languageModel)"
        + (reason.map { ": \($0)" } ?? "."),
      remedy: isDefault && given.allSatisfy(isModels)
        ? "Run: apt install --reinstall pocketsphinx-en-us" : "Use whole copies of these files.",
      engine: engineID, engineLog: log)
  }

  /// The options of the C library that name the files.
  var arguments: [(name: String, value: String)] {
    [("-hmm", acousticModel), ("-dict", dictionary), ("-lm", languageModel)]
  }
}
