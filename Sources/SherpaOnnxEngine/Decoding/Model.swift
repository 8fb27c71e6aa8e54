import SpeechAudio
import SpeechRecognition

/// A loaded model, which any number of sessions share.
final class Model: EngineModel {
  let sharing = ModelSharing.concurrentSessions
  private let recognizer: Recognizer
  private let folder: ModelFolder
  private let settings: SherpaOnnxEngine.Settings
  private let detector: SileroModel?

  init(
    _ recognizer: Recognizer, detector: SileroModel?, folder: ModelFolder,
    settings: SherpaOnnxEngine.Settings
  ) {
    self.recognizer = recognizer
    self.detector = detector
    self.folder = folder
    self.settings = settings
  }

  func makeSession(_ configuration: EngineConfiguration) throws(SpeechError) -> any EngineSession {
    let decoding: any Decoding
    if folder.kind.isStreaming {
      decoding = StreamDecoding(recognizer)
    } else {
      // Models that write a symbol for each moment of sound don't invent.
      let detector = folder.kind.inventsText ? detector : nil
      let gate = try detector.flatMap { detector throws(SpeechError) in
        try SpeechGate(detector, rate: ModelFolder.sampleRate)
      }
      decoding = WholeDecoding(recognizer, gate: gate, isFrugal: settings.preset == .fast)
    }
    return Session(
      decoding, detection: detector.map { VoiceActivityDetection($0) }, folder: folder,
      tasks: Set(configuration.tasks.keys), engineID: settings.engineID)
  }
}
