import SpeechEngineTestKit
import SpeechRecognition
import Synchronization

/// Names beeps by their pitch, frame by frame as sound comes: an engine that passes every check, and
/// with one flaw one that must not.
struct BeepEngine: SpeechEngine {
  /// The one thing that a broken engine does otherwise.
  enum Flaw: CaseIterable {
    /// Nothing is ever said.
    case neverSpeaks
    /// What is left of a piece of sound behind its last whole frame is thrown away.
    case dropsRestOfPiece
    /// The loudness that was learnt in an utterance goes on into the next.
    case remembersLoudness
    /// Sessions of one model that run at once learn the loudness together.
    case sharesLoudness
    /// Partial results change what is heard.
    case isSwayedByPartials
    /// A beep that no silence follows is not told.
    case losesTail
    /// The end gives no result.
    case givesNoFinal
    /// The end gives two results.
    case givesTwoFinals
    /// Times count from the start of the utterance.
    case forgetsStart
    /// Times count from the start of the session.
    case countsFromSessionStart
    /// The last word may end behind the sound.
    case countsWholeFrames
    /// Every word begins with the utterance.
    case givesOneTime
    /// Words lack their times.
    case givesNoTimes
    /// Partial results say that more was heard than was.
    case looksAhead
    /// Sound is worked on to its end when nobody wants the result any more.
    case ignoresCancellation
    /// Cancelling is told as a failure of the engine.
    case failsWhenCancelled
    /// Sound of an utterance that was dropped goes into the next.
    case keepsDroppedSound
    /// The final result is about the first sample only.
    case givesShortRange
    /// The final result is about the second half of the sound only.
    case startsLate
    /// Text is called what it is not.
    case swapsStyles
    /// Every word is written in capitals.
    case shouts
    /// The spoken words are told with blanks between them.
    case joinsSpokenWords
  }

  let flaw: Flaw?
  /// Whether words come as people write, and without times.
  let isWriter: Bool

  init(_ flaw: Flaw? = nil, isWriter: Bool = false) {
    self.flaw = flaw
    self.isWriter = isWriter
  }

  var descriptor: EngineDescriptor {
    EngineDescriptor(
      id: "beep-\(flaw.map { "\($0)" } ?? "sound")\(isWriter ? "-written" : "")", version: "1",
      capabilities: [
        EngineCapabilities(
          task: .dictation, abilities: [.partialResults, isWriter ? .punctuation : .wordTimes])
      ])
  }

  func locales() -> [LocaleID] { [LocaleID("en-US")] }
  func loadModel(_: EngineConfiguration) -> any EngineModel { Model(flaw, isWriter) }

  final class Model: EngineModel {
    let sharing = ModelSharing.concurrentSessions
    let flaw: Flaw?
    let isWriter: Bool
    let loudest = Mutex<Float>(0)

    init(_ flaw: Flaw?, _ isWriter: Bool) {
      self.flaw = flaw
      self.isWriter = isWriter
    }

    func makeSession(_: EngineConfiguration) -> any EngineSession { Session(self) }
  }

  final class Session: EngineSession {
    private struct Beep {
      var samples: Range<Int64>
      var level: Float
      var change: Float

      var text: String { change < 0.3 * level ? "bop" : "beep" }
    }

    let inputFormat = AudioFormat(.int16, sampleRate: 16_000)
    let segmentation = Segmentation(.cutAtPauses, longest: AudioTime(samples: 20, rate: 1))
    private let model: Model
    private let flaw: Flaw?
    private var request = UtteranceRequest()
    private var rest: [Float] = []
    private var loudest: Float = 0
    private var position: Int64 = 0
    private var fed: Int64 = 0
    private var beeps: [Beep] = []
    private var isInBeep = false
    private static let frame = 160

    init(_ model: Model) {
      self.model = model
      flaw = model.flaw
    }

    func begin(_ request: UtteranceRequest, _: borrowing EngineContext) {
      self.request = request
    }

    func accept(_ audio: AudioBuffer, _ context: borrowing EngineContext) throws(SpeechError) {
      rest += audio.floatSamples
      fed += Int64(audio.frameCount)
      var first = 0
      while rest.count - first >= Self.frame {
        if context.isCancelled, flaw != .ignoresCancellation {
          if flaw == .failsWhenCancelled { throw SpeechError(.engineFailed, "Stopped.") }
          throw SpeechError(.cancelled, "Stopped.")
        }
        hear(rest[first..<first + Self.frame], context)
        first += Self.frame
      }
      rest.removeFirst(first)
      if flaw == .dropsRestOfPiece { rest = [] }
    }

    func end(_ context: borrowing EngineContext) {
      if !rest.isEmpty { hear(rest[...], context) }
      if flaw == .losesTail, isInBeep { beeps.removeLast() }
      let words = flaw == .neverSpeaks ? [] : words
      let about =
        switch flaw {
        case .givesShortRange: 0..<min(fed, 1)
        case .startsLate: fed / 2..<fed
        default: 0..<fed
        }
      let final = EngineUpdate(
        .final(words.isEmpty ? nil : hypothesis(words)), range: range(about),
        processedThrough: range(0..<fed).end)
      if flaw != .givesNoFinal { context.emit(final) }
      if flaw == .givesTwoFinals { context.emit(final) }
      reset()
    }

    func abandon() {
      if flaw == .keepsDroppedSound { return }
      reset()
    }

    private func reset() {
      rest = []
      beeps = []
      isInBeep = false
      if flaw != .remembersLoudness { loudest = 0 }
      if flaw == .sharesLoudness { model.loudest.withLock { $0 = 0 } }
      if flaw != .countsFromSessionStart { (position, fed) = (0, 0) }
    }

    /// Takes a frame for a beep when it is within 20 dB of the loudest so far.
    private func hear(_ frame: ArraySlice<Float>, _ context: borrowing EngineContext) {
      let sum = frame.reduce(0) { $0 + abs($1) }
      let level = sum / Float(frame.count)
      let change = zip(frame, frame.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) }
      loudest = max(loudest, level)
      if flaw == .sharesLoudness {
        loudest = model.loudest.withLock { shared in
          shared = max(shared, level)
          return shared
        }
      }
      let end = position + Int64(flaw == .countsWholeFrames ? Self.frame : frame.count)
      defer { position = end }
      let isBeep = level > 0.001 && level > 0.1 * loudest
      defer { isInBeep = isBeep }
      guard isBeep else { return }
      if isInBeep {
        let last = beeps.count - 1
        beeps[last].samples = beeps[last].samples.lowerBound..<end
        beeps[last].level += sum
        beeps[last].change += change
      } else {
        beeps.append(Beep(samples: position..<end, level: sum, change: change))
      }
      guard wantsPartials, flaw != .neverSpeaks else { return }
      let heard = range(0..<(flaw == .looksAhead ? end + 800 : end))
      context.emit(
        EngineUpdate(
          .partial(hypothesis(words), stableWords: beeps.count - 1), range: heard,
          processedThrough: heard.end))
    }

    private var wantsPartials: Bool { request.wants.contains(.partials) }

    private func hypothesis(_ words: [Hypothesis.Word]) -> Hypothesis {
      let isWritten = model.isWriter != (flaw == .swapsStyles)
      return Hypothesis(words: words, textStyle: isWritten ? .written : .spoken)
    }

    private var words: [Hypothesis.Word] {
      beeps.enumerated().map { index, beep in
        let samples = flaw == .givesOneTime ? 0..<Int64(1) : beep.samples
        let ending = flaw == .isSwayedByPartials && wantsPartials ? "s" : ""
        var text = beep.text + ending
        if model.isWriter {
          if index == 0 { text = text.prefix(1).uppercased() + text.dropFirst() }
          text += index == beeps.count - 1 ? "." : ","
        }
        if flaw == .shouts { text = text.uppercased() }
        return Hypothesis.Word(
          text, range: flaw == .givesNoTimes || model.isWriter ? nil : range(samples),
          spokenWords: flaw == .joinsSpokenWords ? [beep.text + " "] : nil)
      }
    }

    private func range(_ samples: Range<Int64>) -> AudioTimeRange {
      var request = request
      if flaw == .forgetsStart { request.start = .zero }
      return request.range(ofSamples: samples, rate: inputFormat.sampleRate)
    }
  }
}

extension BeepEngine {
  /// Beeps of 0.2 s with pauses of 0.1 s between them, at one loudness, in a faint hiss.
  static func fixture(_ text: String, loudness: Float) -> Fixture {
    let periods: [Substring: Int] = ["bop": 80, "beep": 16]
    var samples = [Float](repeating: 0, count: 8000)
    for word in text.split(separator: " ") {
      let period = periods[word] ?? 1
      samples += (0..<3200).map { index in
        // A triangle wave, so that the sound is the same on every machine.
        let phase = Float(index % period) / Float(period)
        return loudness * (phase < 0.5 ? 4 * phase - 1 : 3 - 4 * phase)
      }
      samples += [Float](repeating: 0, count: 1600)
    }
    // An end that is no whole frame.
    samples += [Float](repeating: 0, count: 4877)
    var seed: UInt32 = 7
    for index in samples.indices {
      seed = seed &* 1_664_525 &+ 1_013_904_223
      samples[index] += 0.0002 * (Float(seed >> 16) / 32_768 - 1)
    }
    return Fixture(sound: AudioBuffer(samples, sampleRate: 16_000), expectedText: text)
  }

  /// A loud one, one that is too soft to be heard behind it, and one of a single word.
  static let fixtures = [
    fixture("bop beep bop", loudness: 0.5), fixture("beep bop", loudness: 0.03),
    fixture("beep", loudness: 0.3),
  ]
}
