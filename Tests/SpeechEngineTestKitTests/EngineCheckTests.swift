import SpeechEngineTestKit
import SpeechRecognition
import Testing

@Suite(.timeLimit(.minutes(20)))
struct EngineCheckTests {
  @Test(arguments: EngineCheck.all)
  func anEngineThatDoesEverythingRightPasses(_ check: EngineCheck) async throws {
    try await check.run(on: { BeepEngine() }, fixtures: BeepEngine.fixtures)
  }

  @Test(arguments: EngineCheck.all)
  func anEngineThatWritesMarksAndTellsNoWordTimesPasses(_ check: EngineCheck) async throws {
    try await check.run(on: { BeepEngine(isWriter: true) }, fixtures: BeepEngine.fixtures)
  }

  @Test(arguments: EngineCheck.all)
  func anEngineThatNeverSpeaksFails(_ check: EngineCheck) async throws {
    await expectFailure(of: check, for: .neverSpeaks)
    await expectFailure(of: check, for: .neverSpeaks, isWriter: true)
  }

  @Test(arguments: [BeepEngine.Flaw.dropsRestOfPiece, .isSwayedByPartials])
  func chunkingFinds(_ flaw: BeepEngine.Flaw) async {
    await expectFailure(of: .chunking, for: flaw)
  }

  @Test(arguments: [
    BeepEngine.Flaw.remembersLoudness, .sharesLoudness, .isSwayedByPartials,
  ])
  func determinismFinds(_ flaw: BeepEngine.Flaw) async {
    await expectFailure(of: .determinism, for: flaw)
  }

  @Test(arguments: [
    BeepEngine.Flaw.losesTail, .givesNoFinal, .givesTwoFinals,
  ])
  func tailFinds(_ flaw: BeepEngine.Flaw) async {
    await expectFailure(of: .tail, for: flaw)
  }

  @Test(arguments: [
    BeepEngine.Flaw.forgetsStart, .countsFromSessionStart, .countsWholeFrames, .givesOneTime,
    .givesNoTimes, .looksAhead, .givesShortRange, .startsLate,
  ])
  func timesFinds(_ flaw: BeepEngine.Flaw) async {
    await expectFailure(of: .times, for: flaw)
  }

  @Test(arguments: [
    BeepEngine.Flaw.forgetsStart, .countsFromSessionStart, .countsWholeFrames, .looksAhead,
    .givesShortRange, .startsLate,
  ])
  func timesFindsWithoutWordTimes(_ flaw: BeepEngine.Flaw) async {
    await expectFailure(of: .times, for: flaw, isWriter: true)
  }

  @Test(arguments: [
    BeepEngine.Flaw.losesTail, .givesNoFinal, .givesTwoFinals,
  ])
  func tailFindsInWrittenText(_ flaw: BeepEngine.Flaw) async {
    await expectFailure(of: .tail, for: flaw, isWriter: true)
  }

  @Test(arguments: [BeepEngine.Flaw.swapsStyles, .shouts, .joinsSpokenWords])
  func textFinds(_ flaw: BeepEngine.Flaw) async {
    await expectFailure(of: .text, for: flaw)
  }

  @Test(arguments: [BeepEngine.Flaw.swapsStyles, .joinsSpokenWords])
  func textFindsInWrittenText(_ flaw: BeepEngine.Flaw) async {
    await expectFailure(of: .text, for: flaw, isWriter: true)
  }

  @Test(arguments: [
    BeepEngine.Flaw.ignoresCancellation, .failsWhenCancelled, .keepsDroppedSound,
  ])
  func cancellationFinds(_ flaw: BeepEngine.Flaw) async {
    await expectFailure(of: .cancellation, for: flaw)
  }

  @Test func aFailureSaysWhatWentInAndWhatCame() async {
    let failure = await expectFailure(of: .times, for: .givesNoTimes)
    #expect(failure?.input.contains("bop beep bop") == true)
    #expect(failure?.actual == "None for “bop”.")
    #expect(failure?.description.contains("Expected: A time for each word") == true)
  }

  @Test func anExpectedFailureIsAcceptedAsLongAsItFails() async throws {
    let reasons: [EngineCheck: String] = [.tail: "It can't hear the end."]
    try await EngineCheck.tail.run(
      on: { BeepEngine(.losesTail) }, fixtures: BeepEngine.fixtures, expectedFailures: reasons)
    let failure = await #expect(throws: EngineCheckFailure.self) {
      try await EngineCheck.tail.run(
        on: { BeepEngine() }, fixtures: BeepEngine.fixtures, expectedFailures: reasons)
    }
    #expect(failure?.input.contains("It can't hear the end.") == true)
  }

  @Test func withoutWordsNothingCanBeChecked() async {
    let silence = Fixture(sound: .silence(1), expectedText: "")
    for fixtures in [[], [silence]] {
      await #expect(throws: EngineCheckFailure.self) {
        try await EngineCheck.chunking.run(on: { BeepEngine() }, fixtures: fixtures)
      }
    }
  }

  @Test(arguments: EngineCheck.all)
  func silenceMayBeAFixtureToo(_ check: EngineCheck) async throws {
    let silence = Fixture(sound: .silence(1), expectedText: "", name: "silence")
    try await check.run(on: { BeepEngine() }, fixtures: [silence, BeepEngine.fixtures[0]])
  }

  @Test func fixturesComeInAnyFormat() async throws {
    let voice = BeepEngine.fixtures[0].sound.floatSamples
    let stereo = AudioBuffer(voice.flatMap { [$0, $0] }, sampleRate: 32_000, channels: 2)
    let fixture = Fixture(sound: stereo, expectedText: "bop beep bop", name: "an octave up")
    try await EngineCheck.times.run(on: { BeepEngine() }, fixtures: [fixture])
  }

  @Test(arguments: EngineCheck.all)
  func aScriptedEnginePasses(_ check: EngineCheck) async throws {
    let engine = ScriptedEngine(utterances: ["turn on the light"], repeats: true)
    let fixture = Fixture(sound: .speechLike(1.5), expectedText: "turn on the light")
    try await check.run(on: { engine }, fixtures: [fixture])
  }

  @Test(arguments: EngineCheck.all)
  func aScriptedEngineThatWritesPasses(_ check: EngineCheck) async throws {
    var engine = ScriptedEngine(
      utterances: ["It’s $5, Mr. Smith — on the 22nd of May, 1996!"], repeats: true)
    engine.settings.textStyle = .written
    engine.settings.abilities = [.partialResults, .punctuation]
    let scripted = engine
    let fixture = Fixture(
      sound: .speechLike(1.5),
      expectedText:
        "it's five dollars mister smith on the twenty second of may nineteen ninety six")
    try await check.run(on: { scripted }, fixtures: [fixture])
  }

  @Test(arguments: EngineCheck.all)
  func aScriptedEngineThatCutsByItselfPasses(_ check: EngineCheck) async throws {
    let engine = ScriptedEngine(.partial("turn", at: 0.3), .final("turn on the light"))
    let fixture = Fixture(sound: .speechLike(1.5), expectedText: "turn on the light")
    try await check.run(on: { engine }, fixtures: [fixture])
  }

  @Test func anErrorOfTheEngineIsAFailureOfTheCheck() async {
    let engine = ScriptedEngine(utterances: ["one"], repeats: true)
      .failing(in: .end, number: 3, with: SpeechError(.engineFailed, "boom"))
    let fixture = Fixture(sound: .speechLike(1.5), expectedText: "one")
    let failure = await #expect(throws: EngineCheckFailure.self) {
      try await EngineCheck.chunking.run(on: { engine }, fixtures: [fixture])
    }
    #expect(failure?.actual == "boom")
  }

  @discardableResult
  private func expectFailure(
    of check: EngineCheck, for flaw: BeepEngine.Flaw, isWriter: Bool = false
  ) async -> EngineCheckFailure? {
    await #expect(throws: EngineCheckFailure.self) {
      try await check.run(
        on: { BeepEngine(flaw, isWriter: isWriter) }, fixtures: BeepEngine.fixtures)
    }
  }
}
