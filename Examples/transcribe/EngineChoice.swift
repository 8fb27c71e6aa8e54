import Foundation
import PocketSphinxEngine
import SherpaOnnxEngine
import SpeechRecognition

/// The engines that can be asked for.
enum EngineChoice: String, CaseIterable {
  case pocketsphinx
  case sherpa

  /// Makes the recognizer that the command line asks for.
  func makeRecognizer(_ arguments: Arguments) throws(SpeechError) -> SpeechRecognizer {
    switch self {
    case .pocketsphinx:
      var settings = PocketSphinxEngine.Settings(
        model: arguments.model.map { URL(filePath: $0) },
        languageModel: arguments.languageModel.map { URL(filePath: $0) },
        dictionary: arguments.dictionary.map { URL(filePath: $0) }, preset: arguments.preset)
      if arguments.model != nil, let locale = arguments.locale { settings.locale = locale }
      if arguments.isVerbose { settings.log = { Console.log($0.message) } }
      return try SpeechRecognizer(
        engine: .pocketSphinx(settings), locale: arguments.locale ?? settings.locale)
    case .sherpa:
      var settings = SherpaOnnxEngine.Settings(
        preset: arguments.preset == .fast ? .fast : .accurate)
      // A name has no slash; a folder may.
      if let model = arguments.model {
        let isFolder = model.contains("/") || FileManager.default.fileExists(atPath: model)
        if isFolder { settings.model = URL(filePath: model) } else { settings.modelName = model }
      }
      if arguments.isVerbose { settings.log = { Console.log($0) } }
      return try SpeechRecognizer(engine: .sherpaOnnx(settings), locale: arguments.locale)
    }
  }
}
