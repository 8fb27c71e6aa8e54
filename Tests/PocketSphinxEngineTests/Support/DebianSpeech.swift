import Foundation
import PocketSphinxEngine
import SpeechRecognition

/// The sound and the model that Debian's packages bring, so that everybody can run the tests.
enum DebianSpeech {
  static let data = "/usr/share/pocketsphinx/test/data"
  static let model = "/usr/share/pocketsphinx/model/en-us"
  static let rate = 16_000

  static var isThere: Bool {
    [data + "/librivox/transcription", model + "/en-us/mdef"]
      .allSatisfy(FileManager.default.fileExists)
  }

  static let reason: String = "needs Debian's pocketsphinx-testdata and pocketsphinx-en-us"

  static let configuration = EngineConfiguration(locale: LocaleID("en-US"))

  /// "go forward ten meters", 2.8 s.
  static func goForward() throws -> [Int16] {
    samples(try Data(contentsOf: URL(fileURLWithPath: data + "/goforward.raw")))
  }

  /// The five LibriVox utterances with what is said in them.
  static func librivox() throws -> [(samples: [Int16], words: [String])] {
    let text = try String(contentsOfFile: data + "/librivox/transcription", encoding: .utf8)
    return try text.split(separator: "\n").map { line in
      let fields = line.split(separator: " ").map(String.init)
      let name = (fields.last ?? "").filter { $0 != "(" && $0 != ")" }
      let words = fields.dropLast().filter { !$0.hasPrefix("<") }
      let url = URL(fileURLWithPath: data + "/librivox/\(name).wav")
      // A plain header of 44 bytes: these files are known.
      return (samples(try Data(contentsOf: url).dropFirst(44)), words)
    }
  }

  static func samples(_ data: Data) -> [Int16] {
    let bytes = [UInt8](data)
    return stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
    }
  }

  static func session(
    _ settings: PocketSphinxEngine.Settings = .init()
  ) throws -> any EngineSession {
    try PocketSphinxEngine(settings).loadModel(configuration).makeSession(configuration)
  }

  /// Word errors (substitutions, insertions, deletions) between what was said and what was heard.
  static func errors(_ said: [String], _ heard: [String]) -> Int {
    var row = Array(0...heard.count)
    for (i, word) in said.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in heard.enumerated() {
        let replaced = diagonal + (word == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[heard.count]
  }
}
