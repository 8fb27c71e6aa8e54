import Foundation
import SpeechRecognition

/// What there is to say of one engine.
struct EngineSummary: Encodable {
  struct Model: Encodable {
    let name: String
    let path: String
    let locales: [LocaleID]
    let textStyle: TextStyle
    let abilities: [String]
    let problem: String?
  }

  let name: String
  let version: String
  /// Why the engine can't be used; `nil` when it can.
  let problem: String?
  let models: [Model]

  init(_ engine: any SpeechEngine) {
    let descriptor = engine.descriptor
    name = descriptor.id
    version = descriptor.version
    let models = engine.models()
    let usable = models.first { $0.problem == nil } ?? models.first
    let locale = usable?.locales.first ?? LocaleID("en-US")
    problem =
      switch engine.availability(for: EngineConfiguration(locale: locale)) {
      case .available: nil
      case .unavailable(let error): error.description
      }
    self.models = models.map { model in
      let abilities = descriptor.capabilities(
        task: .dictation, locale: model.locales.first ?? locale, modelID: model.id)
      return Model(
        name: model.id, path: model.path, locales: model.locales, textStyle: model.textStyle,
        abilities: abilities.map(\.rawValue).sorted(), problem: model.problem?.description)
    }
  }

  static func json(_ engines: [EngineSummary]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(engines) else { return "" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  static func text(_ engines: [EngineSummary]) -> String {
    engines.map(\.text).joined(separator: "\n")
  }

  private var text: String {
    let state = problem.map { "can't be used: \($0)" } ?? "ready"
    return (["\(name) \(version): \(state)"] + models.flatMap(\.lines)).map { $0 + "\n" }.joined()
  }
}

extension EngineSummary.Model {
  fileprivate var lines: [String] {
    let languages =
      locales.isEmpty ? "language unknown" : locales.map(\.identifier).joined(separator: ", ")
    let can = abilities.isEmpty ? "nothing" : abilities.joined(separator: ", ")
    return ["  \(name) (\(languages)), \(textStyle.rawValue) text: \(path)"]
      + [problem.map { "    can't be used: \($0)" } ?? "    can: \(can)"]
  }
}
