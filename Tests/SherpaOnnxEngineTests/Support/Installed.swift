import Foundation
import SpeechRecognition
import Testing

@testable import SherpaOnnxEngine

/// What of the engine is there: the trait, the library, models.
enum Installed {
  /// Why the library can't be used, `nil` when it can.
  static let problem: String? = {
    do {
      try Library.open(nil, engineID: "tests")
      return nil
    } catch {
      return "\(error)"
    }
  }()

  static let engine = problem == nil
  static let moonshine = engine && has("moonshine-tiny-en")
  static let silero = engine && has("silero-vad")

  static let engineReason: Comment = "needs sherpa-onnx: make test ENGINE=sherpa"
  static let moonshineReason: Comment = "needs Moonshine tiny: make test ENGINE=sherpa"

  private static func has(_ model: String) -> Bool {
    (try? ModelSearch.ofUser.folder(model).validate()) != nil
  }

  static let configuration = EngineConfiguration(locale: LocaleID("en"))
}

/// Real speech of Debian's pocketsphinx-testdata.
enum DebianSpeech {
  static let folder = "/usr/share/pocketsphinx/test/data/librivox"
  static let isThere = FileManager.default.fileExists(atPath: folder + "/transcription")
  static let reason: Comment = "needs Debian's pocketsphinx-testdata"

  static func url(_ id: String) -> URL {
    URL(filePath: "\(folder)/sense_and_sensibility_01_austen_64kb-\(id).wav")
  }

  static let ids = ["0870", "0880", "0890", "0920", "0930"]

  /// What is said in each file.
  static func transcription() throws -> [String: String] {
    let text = try String(contentsOfFile: folder + "/transcription", encoding: .utf8)
    let pairs = text.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      let id = (words.last ?? "").filter(\.isNumber).suffix(4)
      let said = words.dropLast().filter { !$0.hasPrefix("<") }
      return (String(id), said.joined(separator: " "))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  static func samples(_ id: String) throws -> [Float] {
    let file = try AudioFile(url(id))
    var samples: [Float] = []
    while let buffer = try file.read(frames: 16_000) { samples += buffer.floatSamples }
    return samples
  }
}
