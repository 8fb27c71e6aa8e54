internal import SpeechRecognition

/// The model of a ``ScriptedEngine``: nothing but a note of its life.
final class ScriptedModel: EngineModel {
  private let engine: ScriptedEngine
  private let number: Int

  init(_ engine: ScriptedEngine) {
    self.engine = engine
    number = engine.journal.noteModelLoaded()
  }

  deinit { engine.journal.noteModelFreed(number) }

  var sharing: ModelSharing { engine.settings.sharing }

  func makeSession(_ configuration: EngineConfiguration) throws(SpeechError) -> any EngineSession {
    try engine.perform(.makeSession)
    return ScriptedSession(engine)
  }
}

/// Plays the script of a ``ScriptedEngine`` as sound comes.
final class ScriptedSession: EngineSession {
  private let engine: ScriptedEngine
  private let number: Int
  private var steps: ArraySlice<ScriptedEngine.Step> = []
  private var isLibraryCutting = false
  private var wantsPartials = false
  private var wantsAlternatives = false
  private var start = AudioTime.zero
  private var samples: Int64 = 0
  /// Where the words begin that are not final yet.
  private var segmentStart = AudioTime.zero
  private var openText: String?
  private var hasFinal = false

  init(_ engine: ScriptedEngine) {
    self.engine = engine
    number = engine.journal.noteSessionMade()
  }

  deinit { engine.journal.noteSessionFreed(number) }

  var inputFormat: AudioFormat { engine.settings.inputFormat }
  var segmentation: Segmentation { engine.segmentation }

  private var heardThrough: AudioTime {
    start + AudioTime(samples: samples, rate: inputFormat.sampleRate)
  }

  func begin(_ request: UtteranceRequest, _ context: borrowing EngineContext) throws(SpeechError) {
    let utterance = try engine.perform(.begin, session: number)
    start = request.start
    segmentStart = start
    samples = 0
    openText = nil
    hasFinal = false
    wantsPartials = request.wants.contains(.partials)
    wantsAlternatives = request.wants.contains(.alternatives)
    switch engine.script {
    case .stream(let all):
      isLibraryCutting = false
      steps = all.filter { ($0.time ?? .zero) > start || $0.time == nil || start == .zero }[...]
    case .utterances(let scripts, let repeats):
      isLibraryCutting = true
      let index = repeats && !scripts.isEmpty ? (utterance - 1) % scripts.count : utterance - 1
      steps = scripts.indices.contains(index) ? scripts[index][...] : []
    }
    try play(context)
  }

  func accept(_ audio: AudioBuffer, _ context: borrowing EngineContext) throws(SpeechError) {
    samples += Int64(audio.frameCount)
    engine.journal.noteSound(audio.frameCount)
    try engine.perform(.accept, session: number)
    try play(context)
  }

  func end(_ context: borrowing EngineContext) throws(SpeechError) {
    try engine.perform(.end, session: number)
    guard !context.isCancelled else {
      throw SpeechError(.cancelled, "The utterance at \(start) was cancelled.")
    }
    let end = heardThrough
    // Without sound there are no words.
    if samples == 0 { steps = [] }
    if let last = steps.last(where: \.isFinal), isLibraryCutting || last.time == nil {
      let time = min(last.time.map { start + $0 } ?? end, end)
      tellFinal(last, lastWordAt: time, end: end, context)
    } else if let openText {
      tellFinal(.final(openText), lastWordAt: end, end: end, context)
    } else if !hasFinal {
      tellFinal(.final(""), lastWordAt: end, end: end, context)
    }
    steps = []
  }

  func abandon() {
    engine.journal.note(.abandon, session: number)
    steps = []
  }

  /// Does what is due by the sound that was heard.
  private func play(_ context: borrowing EngineContext) throws(SpeechError) {
    let heard = heardThrough
    var waiting: [ScriptedEngine.Step] = []
    while let step = steps.popFirst() {
      guard let stepTime = step.time, !(isLibraryCutting && step.isFinal) else {
        waiting.append(step)
        continue
      }
      let time = isLibraryCutting ? start + stepTime : stepTime
      guard time <= heard else {
        waiting.append(step)
        break
      }
      guard !context.isCancelled else { return }
      switch step.action {
      case .partial(let text, let stableWords):
        openText = text
        guard wantsPartials else { continue }
        let range = AudioTimeRange(start: segmentStart, end: time)
        let hypothesis = Hypothesis(
          words: words(text, over: range), textStyle: engine.settings.textStyle)
        context.emit(
          EngineUpdate(
            .partial(hypothesis, stableWords: stableWords), range: range, processedThrough: time))
      case .final: tellFinal(step, lastWordAt: time, end: time, context)
      case .warning(let warning):
        let range = AudioTimeRange(start: time, end: time)
        context.emit(EngineUpdate(.warning(warning), range: range, processedThrough: time))
      case .fail(let error): throw error
      }
    }
    steps = (waiting + steps)[...]
  }

  private func tellFinal(
    _ step: ScriptedEngine.Step, lastWordAt time: AudioTime, end: AudioTime,
    _ context: borrowing EngineContext
  ) {
    guard case .final(let text, let alternatives) = step.action else { return }
    let words = words(text, over: AudioTimeRange(start: segmentStart, end: time))
    let hypothesis = Hypothesis(
      words: words, alternatives: wantsAlternatives ? alternatives : [],
      textStyle: engine.settings.textStyle)
    let range = AudioTimeRange(start: segmentStart, end: end)
    context.emit(
      EngineUpdate(.final(words.isEmpty ? nil : hypothesis), range: range, processedThrough: end))
    if !isLibraryCutting {
      context.emit(
        EngineUpdate(
          .boundary(end), range: AudioTimeRange(start: end, end: end), processedThrough: end))
    }
    hasFinal = true
    openText = nil
    segmentStart = end
  }

  /// The words of a text, each with an equal share of a stretch, to the sample, if times are told.
  private func words(_ text: String, over range: AudioTimeRange) -> [Hypothesis.Word] {
    let texts = text.split(separator: " ")
    guard engine.settings.abilities.contains(.wordTimes) else {
      return texts.map { Hypothesis.Word(String($0)) }
    }
    let rate = inputFormat.sampleRate
    let length = range.duration.samples(rate: rate)
    return texts.enumerated().map { index, text in
      let first = length * Int64(index) / Int64(texts.count)
      let last = length * Int64(index + 1) / Int64(texts.count)
      return Hypothesis.Word(
        String(text),
        range: AudioTimeRange(
          start: range.start + AudioTime(samples: first, rate: rate),
          end: range.start + AudioTime(samples: last, rate: rate)))
    }
  }
}

extension ScriptedEngine.Step {
  fileprivate var isFinal: Bool {
    if case .final = action { true } else { false }
  }
}
