import SpeechAudio
import SpeechRecognition

public import Foundation

extension SherpaOnnxEngine {
  /// Which model and library the engine uses, and how it decodes.
  ///
  /// Two engines with equal settings share their workers and models.
  public struct Settings: Sendable, Hashable {
    /// How much computing the text may cost.
    public enum Preset: String, Sendable, Hashable, Codable, CaseIterable {
      /// The best text that the model gives: transducers follow four paths at a time. Partial texts
      /// come after every 0.5 s of sound, or tenth of the utterance where that is longer.
      case accurate
      /// Transducers follow the best path only; partial texts of models that do not stream come half
      /// as often. Final texts of the other kinds of model are the same.
      case fast
    }

    /// The model's folder, or `nil` for an installed model that has the language.
    public var model: URL?
    /// The name of an installed model, or `nil` for any that has the language.
    public var modelName: String?
    /// The library's file or folder, or `nil` for what `SWIFT_SPEECH_SHERPA_ONNX` names, or the one
    /// that `Scripts/install-sherpa-onnx` installed, or the system's.
    ///
    /// The first library that is opened serves the whole process.
    public var library: URL?
    /// How much computing the text may cost.
    public var preset: Preset
    private var receiver: LogReceiver<String>?

    /// Takes what the library logs (errors only), line by line, on a queue of its own; `nil` for
    /// nobody.
    ///
    /// Setting it makes the settings differ from all others, so that each handler gets the lines of
    /// its own models.
    public var log: (@Sendable (String) -> Void)? {
      get { receiver?.handler }
      set { receiver = newValue.map(LogReceiver.init) }
    }

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - model: The model's folder, or `nil` for an installed one.
    ///   - modelName: The name of an installed model; left aside when a folder is given.
    ///   - library: The library's file or folder, or `nil` for the installed one.
    ///   - preset: How much computing the text may cost.
    ///   - log: Takes what the library logs.
    public init(
      model: URL? = nil, modelName: String? = nil, library: URL? = nil,
      preset: Preset = .accurate, log: (@Sendable (String) -> Void)? = nil
    ) {
      self.model = model
      self.modelName = modelName
      self.library = library
      self.preset = preset
      receiver = log.map(LogReceiver.init)
    }

    var logReceiver: LogReceiver<String>? { receiver }
    var modelPath: String? { model?.path(percentEncoded: false) }
    var libraryPath: String? { library?.path(percentEncoded: false) }

    /// `sherpa-onnx`, with a digest of the settings when they are not the default ones.
    var engineID: String {
      guard self != Self() else { return SherpaOnnxEngine.name }
      return EngineIdentifier.make(
        SherpaOnnxEngine.name,
        [
          model?.absoluteString, modelName, library?.absoluteString, preset.rawValue,
          receiver.map { "\($0.id)" },
        ])
    }

    func validate() throws(SpeechError) {
      for (name, url) in [("model", model), ("library", library)] {
        guard let url, !url.isFileURL else { continue }
        throw SpeechError(
          .invalidParameter, "The setting \(name) is \(url), which is not a file's URL.",
          remedy: "Give a file on this machine.", engine: engineID)
      }
    }
  }
}
