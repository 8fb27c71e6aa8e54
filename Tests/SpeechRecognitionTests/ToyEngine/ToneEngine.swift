import SpeechRecognition

/// A whole engine: says “low” and “high” for tones below and above 1 kHz.
struct ToneEngine: SpeechEngine {
  let descriptor = EngineDescriptor(
    id: "tone", version: "1", capabilities: [.init(task: .dictation, abilities: [.wordTimes])])
  func locales() -> [LocaleID] { [LocaleID("en")] }
  func loadModel(_: EngineConfiguration) -> any EngineModel { Model() }
  final class Model: EngineModel {
    let sharing = ModelSharing.concurrentSessions
    func makeSession(_: EngineConfiguration) -> any EngineSession { Session() }
  }
  final class Session: EngineSession {
    let inputFormat = AudioFormat(.float32, sampleRate: 8000)
    let segmentation = Segmentation(.cutAtPauses)
    private var (request, heard) = (UtteranceRequest(), [Float]())
    func begin(_ new: UtteranceRequest, _: borrowing EngineContext) { (request, heard) = (new, []) }
    func accept(_ audio: AudioBuffer, _ context: borrowing EngineContext) {
      if !context.isCancelled { heard += audio.floatSamples }
    }
    func end(_ context: borrowing EngineContext) {
      var (words, last): ([Hypothesis.Word], String) = ([], "")
      for first in stride(from: 0, to: context.isCancelled ? 0 : heard.count, by: 80) {
        let frame = heard[first..<min(first + 80, heard.count)]
        let level = frame.reduce(0) { $0 + abs($1) }
        let change = zip(frame, frame.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) }
        let text = level < 8 ? "" : change < 0.7 * level ? "low" : "high"
        let range = request.range(ofSamples: Int64(first)..<Int64(frame.endIndex), rate: 8000)
        let start = text == last ? words.last?.range?.start : nil
        if text != "", start != nil { words.removeLast() }
        if text != "" {
          words.append(.init(text, range: .init(start: start ?? range.start, end: range.end)))
        }
        last = text
      }
      let all = request.range(ofSamples: 0..<Int64(heard.count), rate: 8000)
      context.emit(.init(.final(.init(words: words)), range: all, processedThrough: all.end))
    }
    func abandon() {}
  }
}
