import FuzzSupport
import SpeechEngineTestKit
import SpeechRecognition

/// Plays a plan on the analyzer API and holds it to its contract.
struct AnalyzerRun {
  private static let refusals: Set<SpeechError.Code> = [.unexpectedAudioFormat, .audioDisordered]
  private let plan: Plan

  init(_ plan: Plan) { self.plan = plan }

  func run() async {
    let transcriber = SpeechTranscriber(
      engine: plan.engine,
      preset: .init(
        reportsVolatileResults: plan.options.reportsPartialResults,
        reportsAlternatives: plan.options.reportsAlternatives,
        endpointing: plan.options.endpointing),
      limits: EngineLimits(concurrent: 1))
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    async let results: Void = follow(transcriber)
    async let refused: Void = followRefusals(analyzer)
    await play(on: analyzer)
    await analyzer.cancelAndFinishNow()
    await results
    await refused
  }

  /// One input after the other; a step that isn't sound ends the input before it.
  private func play(on analyzer: SpeechAnalyzer) async {
    var sound: [AudioBuffer] = []
    var isOver = false
    for step in plan.steps {
      switch step {
      case .append(let buffer), .offer(let buffer): sound.append(buffer)
      case .pieces(let buffer, let frames):
        for first in stride(from: 0, to: min(buffer.frameCount, 64 * frames), by: frames) {
          sound.append(buffer[first..<first + frames])
        }
      default:
        await analyze(sound, with: analyzer, isOver: isOver)
        sound = []
      }
      switch step {
      case .finalize(let time):
        await expect(isOver) { () async throws(SpeechError) -> Void in
          try await analyzer.finalize(through: time)
        }
      case .finish:
        await expect(isOver) { () async throws(SpeechError) -> Void in
          try await analyzer.finalizeAndFinish()
        }
        isOver = true
      case .cancel:
        await analyzer.cancelAndFinishNow()
        isOver = true
      default: break
      }
      let range = await analyzer.volatileRange
      Finding.unless(
        range.map { $0.start <= $0.end && $0.start >= .zero } ?? true,
        "volatile range \(String(describing: range))")
    }
    await analyze(sound, with: analyzer, isOver: isOver)
    await expect(isOver) { () async throws(SpeechError) -> Void in
      try await analyzer.finalizeAndFinishThroughEndOfInput()
    }
  }

  private func analyze(
    _ sound: [AudioBuffer], with analyzer: SpeechAnalyzer, isOver: Bool
  ) async {
    let sequence = SoundSequence(sound, chunk: nil)
    await expect(isOver) { () async throws(SpeechError) -> Void in
      _ = try await analyzer.analyzeSequence(sequence, isolation: nil)
    }
  }

  /// A call has to throw when the session is over, and not to before.
  private func expect(_ isOver: Bool, _ call: () async throws(SpeechError) -> Void) async {
    do throws(SpeechError) {
      try await call()
      Finding.unless(!isOver, "a call did nothing after the end")
    } catch {
      Finding.unless(
        plan.mayFail || isOver && error.code == .sessionFinished,
        "\(isOver ? "over" : "open"), but \(error.code.rawValue): \(error)")
    }
  }

  private func follow(_ transcriber: SpeechTranscriber) async {
    var through = AudioTime.zero
    var finalized = AudioTime.zero
    do throws(SpeechError) {
      for try await result in transcriber.results {
        let isFinal = result.isFinal
        Finding.unless(
          result.range.start + Plan.rounding >= through,
          "\(result.range), final \(isFinal), begins "
            + "\((through - result.range.start).seconds) s before \(through)")
        Finding.unless(
          result.resultsFinalizationTime + Plan.rounding >= finalized,
          "finalised \(result.resultsFinalizationTime) after \(finalized)")
        finalized = result.resultsFinalizationTime
        if isFinal { through = result.range.end }
      }
    } catch {
      Finding.unless(plan.mayFail || error.isCancellation, "results failed: \(error)")
    }
  }

  private func followRefusals(_ analyzer: SpeechAnalyzer) async {
    // Sound of which no sample is a number is told as unreadable.
    for await error in analyzer.refusedInput where error.code != .unreadableAudio {
      Finding.unless(
        Self.refusals.contains(error.code), "refused by \(error.code.rawValue): \(error)")
      Finding.unless(error.timeRange != nil, "no range: \(error)")
    }
  }
}
