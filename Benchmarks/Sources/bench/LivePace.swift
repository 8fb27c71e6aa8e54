import Foundation
import SpeechRecognition

/// Sound that is fed at the pace at which it is spoken, in blocks of 100 ms.
enum LivePace {
  private static let blockFrames = 1600

  /// What a person waits for, in seconds of wall time.
  struct Taken {
    var firstPartial: Double?
    var final: Double
    var length: Double
    /// The length of the last utterance, which the final result had to wait for.
    var lastUtterance: Double
  }

  /// Feeds a file of 16 kHz.
  static func feed(
    _ url: URL, to recognizer: SpeechRecognizer, partials: Bool
  ) async throws -> Taken {
    let file = try AudioFile(url)
    var blocks: [AudioBuffer] = []
    while let block = try file.read(frames: blockFrames) { blocks.append(block) }

    let request = AudioBufferRecognitionRequest(
      options: RecognitionOptions(reportsPartialResults: partials))
    let task = recognizer.recognitionTask(with: request)
    let started = ContinuousClock.now
    let watching = Task {
      var speech = 0.0
      var partial: Double?
      var last = 0.0
      for await event in task.events {
        let now = started.duration(to: .now) / .seconds(1)
        switch event {
        case .speechDetected(let time): speech = time.seconds
        case .hypothesis: partial = partial ?? (now - speech)
        case .final(let result):
          last =
            result.timeRange.end.seconds
            - (result.bestTranscription.segments.isEmpty
              ? 0 : result.bestTranscription.utterances.last?.timeRange.start.seconds ?? 0)
        case .ended: return (partial, now, last)
        case .finishedReadingAudio, .warning: break
        }
      }
      return (partial, started.duration(to: .now) / .seconds(1), last)
    }
    var fed = 0.0
    for block in blocks {
      fed += block.duration.seconds
      try await Task.sleep(until: started + .seconds(fed))
      try await request.append(block)
    }
    let allFed = started.duration(to: .now) / .seconds(1)
    request.endAudio()
    let (partial, ended, last) = await watching.value
    return Taken(
      firstPartial: partial, final: ended - allFed, length: fed, lastUtterance: max(last, 0.1))
  }
}
