// The analyzer: modules over one input after the other, results as async sequences.
import Foundation
import PocketSphinxEngine
import SpeechRecognition

func analyze(_ url: URL) async throws -> Transcript {
  let transcriber = SpeechTranscriber(engine: .pocketSphinx)
  let analyzer = SpeechAnalyzer(modules: [transcriber])
  async let transcript = transcriber.results.reduce(into: Transcript()) { $0.append($1) }
  try await analyzer.analyzeSequence(from: url)
  try await analyzer.finalizeAndFinishThroughEndOfInput()
  return try await transcript
}

func showLiveText(_ sound: some AsyncSequence<AudioBuffer, any Error> & Sendable) async throws {
  let transcriber = SpeechTranscriber(engine: .pocketSphinx, preset: .progressive)
  let analyzer = SpeechAnalyzer(modules: [transcriber])
  try await analyzer.start(inputSequence: sound)
  async let finished: Void = analyzer.finalizeAndFinishThroughEndOfInput()
  for try await result in transcriber.results {
    print(result.isFinal ? "\n" : "\r", String(result.text.characters), terminator: "")
  }
  try await finished
}

/// A module of one's own: tells where it is loud.
final class ClapDetector: SpeechModule {
  struct Clap: SpeechModuleResult {
    let range: AudioTimeRange
    let resultsFinalizationTime: AudioTime
    let peak: Float
  }

  private let channel = ResultChannel<Clap>(timeRange: \.range)
  var results: ResultSequence<Clap, SpeechError> { channel.results }
  func makeProcessor() -> any ModuleProcessor { Processor(channel) }
  func finish(throwing error: SpeechError?) { channel.finish(throwing: error) }

  private final class Processor: ModuleProcessor {
    private let channel: ResultChannel<Clap>
    private(set) var finalizedThrough = AudioTime.zero

    init(_ channel: ResultChannel<Clap>) { self.channel = channel }

    func process(_ audio: AudioBuffer) {
      let start = audio.start ?? finalizedThrough
      finalizedThrough = start + audio.duration
      let peak = audio.floatSamples.reduce(0) { max($0, abs($1)) }
      guard peak > 0.5 else { return }
      let range = AudioTimeRange(start: start, end: finalizedThrough)
      channel.send(Clap(range: range, resultsFinalizationTime: range.end, peak: peak))
    }

    func finalize() {}
  }
}
