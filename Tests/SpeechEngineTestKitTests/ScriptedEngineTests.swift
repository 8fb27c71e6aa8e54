import SpeechEngineTestKit
import SpeechRecognition
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ScriptedEngineTests {
  let light: [ScriptedEngine.Step] = [
    .partial("turn", at: 0.4), .partial("turn on", at: 0.8), .final("turn on the light", at: 2),
  ]

  private func events(
    _ recognizer: ScriptedRecognizer, _ sound: [AudioBuffer], chunk: Int?, partials: Bool = true
  ) async -> [String] {
    let request = AudioBufferRecognitionRequest(
      options: RecognitionOptions(reportsPartialResults: partials, resultScope: .utterance))
    let task = recognizer.recognitionTask(with: request)
    var seen: [String] = []
    async let feeding: Void = {
      for await buffer in SoundSequence(sound, chunk: chunk) { try? await request.append(buffer) }
      request.endAudio()
    }()
    for await event in task.events {
      switch event {
      case .final(let result): seen.append("final \(result.bestTranscription.formattedString)")
      case .warning(let warning): seen.append("warning \(warning.message)")
      case .ended(let outcome): seen.append("\(outcome)")
      case .speechDetected, .hypothesis, .finishedReadingAudio: break
      }
    }
    await feeding
    return seen
  }

  @Test(arguments: [1600, 4096, nil])
  func aScriptPlaysInAudioTime(chunk: Int?) async throws {
    let recognizer = try ScriptedRecognizer(ScriptedEngine(light))
    let seen = await events(recognizer, [.speechLike(2), .silence(1)], chunk: chunk)
    #expect(seen == ["final turn on the light", "finished"])
    #expect(recognizer.journal.counts.samplesHeard == 48_000)
  }

  @Test func whatTheSoundDoesNotReachIsNotSaid() async throws {
    let recognizer = try ScriptedRecognizer(ScriptedEngine(light))
    let seen = await events(recognizer, [.speechLike(1)], chunk: 160)
    #expect(seen == ["final turn on", "finished"])
  }

  @Test func silenceAloneCanSayNothing() async throws {
    let recognizer = try ScriptedRecognizer()
    let seen = await events(recognizer, [.silence(1)], chunk: nil)
    #expect(seen == ["final ", "nothingHeard"])
  }

  @Test func warningsAndFailuresComeOnCue() async throws {
    let recognizer = try ScriptedRecognizer(
      .warning("hot", at: 0.1), .final("one", at: 0.2),
      .fail(SpeechError(.engineFailed, "boom"), at: 0.3), .final("two", at: 0.4))
    let seen = await events(recognizer, [.speechLike(1)], chunk: 800)
    #expect(seen.prefix(2) == ["warning hot", "final one"])
    #expect(seen.count == 3)
    #expect(seen.last?.contains("boom") == true)
  }

  @Test func wordsAreSpreadEvenlyOverWhatWasHeard() async throws {
    let recognizer = try ScriptedRecognizer(.final("a b", at: 1), .final("c", at: 1.5))
    let transcript = try await recognizer.transcribe(SoundSequence(.speechLike(2)))
    let ends = transcript.words.compactMap(\.timeRange).map { [$0.start.seconds, $0.end.seconds] }
    #expect(ends == [[0, 0.5], [0.5, 1], [1, 1.5]])
    #expect(transcript.utterances.map(\.text) == ["a b", "c"])
  }

  @Test func wordsHaveNoTimesWhereTheEngineTellsNone() async throws {
    var engine = ScriptedEngine(.final("It’s 5.", at: 1))
    engine.settings.abilities = [.punctuation]
    engine.settings.textStyle = .written
    let transcript = try await ScriptedRecognizer(engine)
      .transcribe(SoundSequence(.speechLike(2)))
    #expect(transcript.text == "It’s 5.")
    #expect(transcript.spokenText == "it's five")
    #expect(transcript.utterances.map(\.textStyle) == [.written])
    #expect(transcript.words.count == 2)
    #expect(transcript.words.allSatisfy { $0.timeRange == nil })
  }

  @Test func eachUtteranceHasItsOwnText() async throws {
    let recognizer = try ScriptedRecognizer(ScriptedEngine(utterances: ["one two", "three"]))
    let sound = SoundSequence(
      .speechLike(1), .silence(2), .speechLike(1), .silence(2), .speechLike(1))
    let transcript = try await recognizer.transcribe(sound)
    #expect(transcript.utterances.map(\.text) == ["one two", "three"])
    #expect(recognizer.journal.counts[.end] == 3)
  }

  @Test func partialsAreKeptForThoseWhoAskForThem() async throws {
    for wanted in [true, false] {
      let recognizer = try ScriptedRecognizer(ScriptedEngine(light))
      let request = AudioBufferRecognitionRequest(
        options: RecognitionOptions(reportsPartialResults: wanted))
      let task = recognizer.recognitionTask(with: request)
      var partials: Set<String> = []
      var results = task.results.makeAsyncIterator()
      if wanted {
        try await request.append(.speechLike(0.5))
        partials.insert(try await results.next()?.bestTranscription.formattedString ?? "")
        #expect(partials == ["turn"])
      }
      try await request.append(.speechLike(2))
      request.endAudio()
      #expect(try await task.transcript().text == "turn on the light")
    }
  }

  @Test(
    arguments: [ScriptedEngine.Call.loadModel, .makeSession, .begin, .accept, .end])
  func everyCallFailsOnCue(_ call: ScriptedEngine.Call) async throws {
    let engine = ScriptedEngine(light).failing(
      in: call, number: 1, with: SpeechError(.engineFailed, "boom"))
    let recognizer = try ScriptedRecognizer(engine)
    let error = await #expect(throws: SpeechError.self) {
      try await recognizer.transcribe(SoundSequence(.speechLike(3)))
    }
    #expect(error?.message == "boom")
    let transcript = try await recognizer.transcribe(SoundSequence(.speechLike(3)))
    #expect(transcript.text == "turn on the light")
  }

  @Test func validationFailsOnCue() {
    let engine = ScriptedEngine().failing(in: .validate, with: SpeechError(.modelNotFound, "gone"))
    #expect(throws: SpeechError.self) { try ScriptedRecognizer(engine) }
    #expect(!engine.availability(for: EngineConfiguration(locale: LocaleID("en"))).isAvailable)
  }

  @Test func aGateHoldsACallUntilItIsOpened() async throws {
    let gate = ScriptedEngine.Gate()
    let recognizer = try ScriptedRecognizer(ScriptedEngine(light).waiting(in: .end, at: gate))
    let sound = SoundSequence(.speechLike(3))
    async let transcript = recognizer.transcribe(sound)
    await gate.arrival()
    #expect(recognizer.journal.counts[.end] == 1)
    #expect(recognizer.journal.counts.samplesHeard == 48_000)
    gate.open()
    #expect(try await transcript.text == "turn on the light")
  }

  @Test func aGateLetsCallsThroughOneByOne() async throws {
    let gate = ScriptedEngine.Gate()
    let recognizer = try ScriptedRecognizer(ScriptedEngine(light).waiting(in: .accept, at: gate))
    let sound = SoundSequence([.speechLike(3)], chunk: 16_000)
    async let transcript = recognizer.transcribe(sound)
    await gate.arrival(1)
    gate.letThrough(2)
    await gate.arrival(3)
    #expect(recognizer.journal.counts.samplesHeard <= 24_000)
    gate.open()
    #expect(try await transcript.text == "turn on the light")
  }

  @Test func sessionsAreUsedAndFreedOnTheThreadThatMadeThem() async throws {
    let engine = ScriptedEngine(light)
    do {
      let recognizer = try ScriptedRecognizer(engine)
      #expect(try await recognizer.transcribe(SoundSequence(.speechLike(3))).words.count == 4)
    }
    await engine.journal.until { $0.sessionsFreed == 1 && $0.modelsFreed == 1 }
    for session in engine.journal.sessions {
      #expect(session.usedOn == [session.madeOn])
      #expect(session.freedOn == session.madeOn)
    }
    #expect(engine.journal.counts.sessionsMade == 1)
    #expect(engine.journal.counts.modelsLoaded == 1)
  }

  @Test func enginesThatDifferShareNothing() {
    let engine = ScriptedEngine(light)
    let same = engine
    var changed = engine
    changed.settings.sharing = .oneSession
    let cued = engine.waiting(in: .end, at: ScriptedEngine.Gate())
    #expect(same.descriptor.id == engine.descriptor.id)
    let others = [changed, cued, ScriptedEngine(light)]
    #expect(Set(others.map(\.descriptor.id) + [engine.descriptor.id]).count == 4)
  }
}
