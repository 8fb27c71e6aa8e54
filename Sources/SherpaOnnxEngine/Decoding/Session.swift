import SpeechAudio
import SpeechRecognition

/// A model at work on one utterance after another.
final class Session: EngineSession {
  let inputFormat: AudioFormat
  let segmentation: Segmentation
  let detection: VoiceActivityDetection?

  private let decoding: any Decoding
  private let textStyle: TextStyle
  private let tasks: Set<String>
  private let engineID: String

  private var isInUtterance = false
  private var request = UtteranceRequest()
  private var sampleCount: Int64 = 0
  private var partials = PartialTexts()

  /// The utterance length in seconds up to which the session takes sound, whoever cuts it.
  private static let longestUtterance = 120

  init(
    _ decoding: any Decoding, detection: VoiceActivityDetection?, folder: ModelFolder,
    tasks: Set<String>, engineID: String
  ) {
    self.decoding = decoding
    self.detection = detection
    self.tasks = tasks
    self.engineID = engineID
    inputFormat = AudioFormat(.float32, sampleRate: ModelFolder.sampleRate)
    segmentation = folder.segmentation
    textStyle = folder.isWritten ? .written : .spoken
  }

  func begin(
    _ request: UtteranceRequest, _ context: borrowing EngineContext
  ) throws(SpeechError) {
    guard !isInUtterance else { throw misuse("begin", "inside an utterance") }
    guard tasks.contains(request.task) else {
      throw .unknownTask(request.task, among: tasks, engine: engineID)
    }
    self.request = request
    sampleCount = 0
    partials = PartialTexts()
    try decoding.start(wantsPartials: wantsPartials)
    isInUtterance = true
  }

  func accept(_ audio: AudioBuffer, _ context: borrowing EngineContext) throws(SpeechError) {
    guard isInUtterance else { throw misuse("accept", "outside an utterance") }
    guard audio.format == inputFormat else {
      abandon()
      throw .otherFormat(audio.format, needed: inputFormat, engine: engineID)
    }
    sampleCount += Int64(audio.frameCount)
    guard sampleCount <= Self.longestUtterance * inputFormat.sampleRate else {
      abandon()
      throw SpeechError(
        .invalidParameter,
        "An utterance goes on for more than \(Self.longestUtterance) s; models take far less.",
        remedy: "Cut the sound as the session's segmentation says.", engine: engineID)
    }
    do throws(SpeechError) {
      let samples = audio.floatSamples[...]
      guard let found = try decoding.hear(samples, isCancelled: { context.isCancelled }) else {
        return
      }
      tellPartial(found, context)
    } catch {
      abandon()
      throw error
    }
  }

  func pause(_ context: borrowing EngineContext) throws(SpeechError) {
    guard isInUtterance else { throw misuse("pause", "outside an utterance") }
    guard !context.isCancelled else { return }
    do throws(SpeechError) {
      guard let found = try decoding.pause(), wantsPartials else { return }
      tellPartial(found, context)
    } catch {
      abandon()
      throw error
    }
  }

  func end(_ context: borrowing EngineContext) throws(SpeechError) {
    guard isInUtterance else { throw misuse("end", "outside an utterance") }
    defer { abandon() }
    guard let found = try decoding.finish(isCancelled: { context.isCancelled }),
      !context.isCancelled
    else { return }
    let hypothesis = hypothesis(found)
    // Marks alone are nothing that was said.
    let isSaid = hypothesis.text.contains { $0.isLetter || $0.isNumber }
    context.emit(
      EngineUpdate(
        .final(isSaid ? hypothesis : nil), range: range,
        processedThrough: range.end))
  }

  func abandon() {
    decoding.abandon()
    isInUtterance = false
  }

  private var wantsPartials: Bool { request.wants.contains(.partials) }

  private var range: AudioTimeRange {
    request.range(ofSamples: 0..<sampleCount, rate: inputFormat.sampleRate)
  }

  private func tellPartial(_ found: Recognized, _ context: borrowing EngineContext) {
    let hypothesis = hypothesis(found)
    guard let stableWords = partials.take(hypothesis.words.map(\.text)) else { return }
    context.emit(
      EngineUpdate(
        .partial(hypothesis, stableWords: stableWords), range: range, processedThrough: range.end))
  }

  private func hypothesis(_ found: Recognized) -> Hypothesis {
    Hypothesis(words: found.words(in: range), textStyle: textStyle)
  }

  private func misuse(_ call: String, _ place: String) -> SpeechError {
    .misuse(call, place, of: SherpaOnnxEngine.name, engine: engineID)
  }
}
