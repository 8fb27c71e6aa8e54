internal import Foundation
internal import SpeechAudio

/// What the machine's administrator allows.
///
/// The file is JSON, `/etc/swift-speech/policy.json`:
///
/// ```json
/// {
///   "version": 1,
///   "speechRecognition": "allowed",
///   "microphone": "restricted",
///   "applications": { "org.example.notes": { "microphone": "allowed" } }
/// }
/// ```
///
/// What an application's own entry says goes before what is said for all; what isn't said is allowed.
struct ConsentPolicy {
  static let systemPath = "/etc/swift-speech/policy.json"

  private enum Rule: String, Decodable {
    case allowed
    case restricted
  }

  private struct Contents: Decodable {
    let version: Int
    let all: [String: Rule]
    let applications: [String: [String: Rule]]

    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      version = try container.decode(Int.self, forKey: Key(stringValue: "version"))
      applications =
        try container.decodeIfPresent(
          [String: [String: Rule]].self, forKey: Key(stringValue: "applications")) ?? [:]
      var all: [String: Rule] = [:]
      for key in container.allKeys where !["version", "applications"].contains(key.stringValue) {
        all[key.stringValue] = try container.decode(Rule.self, forKey: key)
      }
      self.all = all
    }
  }

  let path: String

  /// Whether the administrator forbids a subject to an application.
  ///
  /// A policy that can't be read or understood forbids everything: it was made to restrict something.
  func restricts(_ subject: ConsentQuestion.Subject, to application: String) -> Bool {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch CocoaError.fileReadNoSuchFile {
      return false
    } catch {
      return true
    }
    guard let contents = try? JSONDecoder().decode(Contents.self, from: data),
      contents.version == 1
    else { return true }
    let rule =
      contents.applications[application]?[subject.rawValue] ?? contents.all[subject.rawValue]
    return rule == .restricted
  }
}
