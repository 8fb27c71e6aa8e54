import FuzzSupport
import SpeechEngineTestKit
import SpeechRecognition

/// What one input says: an engine, options, and what is done with a session.
struct Plan: Sendable {
  enum Step: Sendable {
    case append(AudioBuffer)
    case offer(AudioBuffer)
    /// The buffer in pieces of a number of frames.
    case pieces(AudioBuffer, Int)
    case endInput
    case finalize(AudioTime?)
    case finish
    case cancel
  }

  /// The most samples in all buffers of a plan, so that one input takes well under a second.
  private static let mostSamples = 1_500_000
  /// The longest that all buffers of a plan may last, in seconds.
  private static let longest = 120.0

  /// How far two results may overlap: two samples of the slowest engine, to which the ends of a
  /// stretch of another rate is rounded.
  static let rounding = AudioTime(samples: 2, rate: 8_000)

  let usesAnalyzer: Bool
  let options: RecognitionOptions
  let engine: ScriptedEngine
  /// Whether the script has the engine fail, so that the session may.
  let mayFail: Bool
  private(set) var steps: [Step] = []

  init(_ input: UnsafeRawBufferPointer) {
    var input = InputReader(input)
    usesAnalyzer = input.flag()
    options = RecognitionOptions(
      reportsPartialResults: input.flag(), reportsAlternatives: input.flag(),
      resultScope: input.flag() ? .utterance : .cumulative, endpointing: Self.endpointing(&input))
    mayFail = input.byte() > 240
    engine = Self.engine(&input, fails: mayFail)
    var maker = BufferMaker()
    while !input.isAtEnd, steps.count < 200, maker.samples < Self.mostSamples,
      maker.seconds < Self.longest
    {
      switch input.byte() % 32 {
      case 0...17: steps.append(.append(maker.buffer(&input)))
      case 18...21: steps.append(.offer(maker.buffer(&input)))
      case 22...25: steps.append(.pieces(maker.buffer(&input), Int(input.byte()) + 1))
      case 26...27: steps.append(.endInput)
      case 28: steps.append(.finalize(nil))
      case 29: steps.append(.finalize(maker.time(&input)))
      case 30: steps.append(.finish)
      default: steps.append(.cancel)
      }
    }
  }

  private static func endpointing(_ input: inout InputReader) -> Endpointing {
    guard input.flag() else { return Endpointing() }
    func time() -> AudioTime { AudioTime(samples: Int64(input.number(Int16.self)), rate: 4_000) }
    return Endpointing(
      pause: time(), shortest: time(), longest: time(), searchWindow: time(), padding: time())
  }

  private static func engine(_ input: inout InputReader, fails: Bool) -> ScriptedEngine {
    var engine =
      input.flag()
      ? ScriptedEngine(utterances: ["one two three", "", "four"], repeats: true)
      : ScriptedEngine(
        .partial("one", at: 0.1), .partial("one two", at: 0.7), .final("one two three", at: 1.5),
        .final("", at: 2), .warning("something", at: 2.5), .final("four"))
    engine.settings.inputFormat = AudioFormat(
      input.pick(AudioFormat.SampleType.allCases), sampleRate: input.pick([16_000, 8_000, 48_000]),
      channels: 1)
    if input.flag() { engine.settings.sharing = .oneSession }
    if input.flag() { engine.settings.longest = AudioTime(samples: 1, rate: 2) }
    guard fails else { return engine }
    let call = input.pick(ScriptedEngine.Call.allCases.filter { $0 != .abandon && $0 != .validate })
    return engine.failing(
      in: call, number: Int(input.byte() % 4) + 1,
      with: SpeechError(.engineFailed, "The script has the engine fail."))
  }
}
