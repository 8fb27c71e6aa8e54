import SpeechAudio
import SpeechRecognition

/// A loaded model, which any number of sessions share.
final class Model: EngineModel {
  let sharing = ModelSharing.concurrentSessions
  private let recognizer: Recognizer
  private let folder: ModelFolder
  private let settings: SherpaOnnxEngine.Settings

  init(_ recognizer: Recognizer, folder: ModelFolder, settings: SherpaOnnxEngine.Settings) {
    self.recognizer = recognizer
    self.folder = folder
    self.settings = settings
  }

  func makeSession(_ configuration: EngineConfiguration) throws(SpeechError) -> any EngineSession {
    let decoding: any Decoding =
      folder.kind.isStreaming
      ? StreamDecoding(recognizer)
      : WholeDecoding(recognizer, isFrugal: settings.preset == .fast)
    return Session(
      decoding, folder: folder, tasks: Set(configuration.tasks.keys), engineID: settings.engineID)
  }
}
