import EngineTestSupport
import Foundation
import SpeechAudio
import SpeechEngineTestKit
import SpeechRecognition
import Testing

@testable import SherpaOnnxEngine

@Suite(
  "Moonshine tiny on real speech",
  .enabled(if: Installed.moonshine && DebianSpeech.isThere, Installed.moonshineReason))
struct MoonshineTests {
  private func session() throws -> any EngineSession {
    try SherpaOnnxEngine.sherpaOnnx.loadModel(Installed.configuration)
      .makeSession(Installed.configuration)
  }

  @Test("Few words of five sentences are wrong, in written text, through the task API")
  func wordErrors() async throws {
    let recognizer = try SpeechRecognizer(engine: .sherpaOnnx)
    let said = try DebianSpeech.transcription()
    var errors = 0
    var words = 0
    for id in DebianSpeech.ids {
      let transcript = try await recognizer.transcribe(DebianSpeech.url(id))
      let reference = try #require(said[id])
      errors += WordErrors.count(reference: reference, hypothesis: transcript.text)
      words += WordErrors.words(in: reference).count
      #expect(transcript.utterances.allSatisfy { $0.textStyle == .written })
      #expect(transcript.words.allSatisfy { $0.timeRange == nil && $0.confidence == nil })
      #expect(transcript.text.contains { $0.isUppercase })
      #expect(!transcript.spokenText.contains { $0.isUppercase || $0 == "." })
    }
    #expect(words == 71)
    #expect(errors * 100 <= words * 12, "\(errors) of \(words)")
  }

  @Test("The analyzer gives the same text, and volatile results on the way")
  func analyzer() async throws {
    let recognizer = try SpeechRecognizer(engine: .sherpaOnnx)
    let whole = try await recognizer.transcribe(DebianSpeech.url("0920"))
    let transcriber = SpeechTranscriber(engine: .sherpaOnnx, preset: .progressive)
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    async let results = transcriber.results.reduce(into: [SpeechTranscriber.Result]()) {
      $0.append($1)
    }
    try await analyzer.analyzeSequence(from: DebianSpeech.url("0920"))
    try await analyzer.finalizeAndFinishThroughEndOfInput()
    let final = try await results.filter(\.isFinal)
    #expect(final.map(\.transcription.formattedString).joined(separator: " ") == whole.text)
  }

  @Test("Pieces, partial texts, pauses and what came before change no final text")
  func determinism() throws {
    let samples = try DebianSpeech.samples("0930")
    let session = try session()
    let whole = try hear(samples, in: session)
    #expect(whole.finals.first??.words.isEmpty == false)
    _ = try hear(try DebianSpeech.samples("0880"), in: session, pieces: 1600, wants: [.partials])
    for pieces in [7, 160, 4096, 44_100] {
      let again = try hear(
        samples, in: session, pieces: pieces, wants: pieces == 4096 ? [.partials] : [],
        pauses: pieces == 160)
      #expect(again.finals == whole.finals, "pieces of \(pieces)")
    }
  }

  @Test("Partial texts grow at a bounded rate, and the words that settle are in the final text")
  func partials() throws {
    let samples = try DebianSpeech.samples("0920")
    let updates = try hear(samples, in: session(), pieces: 1600, wants: [.partials])
    let partials = updates.partials
    #expect(partials.count >= 4)
    #expect(partials.count <= samples.count / 8000)
    let final = try #require(updates.finals.first ?? nil).words.map(\.text)
    let kept = partials.filter { partial in
      let settled = partial.hypothesis.words.prefix(partial.stableWords).map(\.text)
      return Array(final.prefix(settled.count)) == settled
    }
    #expect(kept.count >= partials.count - 1)
    #expect(partials.map(\.stableWords).max() ?? 0 >= 5)
  }

  @Test("A pause tells the text so far, and the end then has it already")
  func pause() throws {
    let samples = try DebianSpeech.samples("0930")
    let updates = try hear(samples, in: session(), wants: [.partials], pauses: true)
    #expect(updates.partials.last?.hypothesis.text == updates.finals.first??.text)
  }

  @Test("Utterances are where the speech is")
  func utteranceTimes() async throws {
    let samples = try DebianSpeech.samples("0930")
    let sound = Sounds.silence(2) + samples + Sounds.silence(3) + samples
    let recognizer = try SpeechRecognizer(engine: .sherpaOnnx)
    let transcript = try await recognizer.transcribe(
      AudioBuffer(sound, sampleRate: 16_000).stream)
    let length = Double(samples.count) / 16_000
    let starts = transcript.utterances.map(\.timeRange.start.seconds)
    #expect(starts.contains { abs($0 - 2) < 0.3 })
    #expect(starts.contains { abs($0 - 5 - length) < 0.3 })
    #expect(transcript.formatted(.srt()).contains("-->"))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(transcript.formatted(.json).utf8))
        as? [String: Any])
    #expect(json["text"] as? String == transcript.text)
  }

  @Test(
    "What is no speech gives no words",
    arguments: ["silence", "tone", "noise", "music", "nothing", "10 ms"],
    [false, true])
  func noInventedText(sound: String, bySilero: Bool) async throws {
    let samples =
      switch sound {
      case "silence": Sounds.silence(8)
      case "tone": Sounds.tone(440, 8)
      case "noise": Sounds.noise(8)
      case "music": Sounds.music(8)
      case "10 ms": Sounds.noise(0.01)
      default: [Float]()
      }
    let recognizer = try SpeechRecognizer(
      engine: .sherpaOnnx, detection: bySilero ? nil : .adaptiveEnergy())
    let transcript = try await recognizer.transcribe(
      AudioBuffer(samples, sampleRate: 16_000).stream)
    #expect(transcript.text == "")
  }

  @Test("Three minutes without a pause are cut and recognised whole")
  func longStretch() async throws {
    let sentence = try DebianSpeech.samples("0920")
    let sound = (0..<30).flatMap { _ in sentence }
    let recognizer = try SpeechRecognizer(
      engine: .sherpaOnnx, detection: AlwaysSpeech.detection)
    let transcript = try await recognizer.transcribe(
      AudioBuffer(sound, sampleRate: 16_000).stream)
    #expect(transcript.utterances.count >= 8)
    #expect(transcript.utterances.allSatisfy { $0.timeRange.duration.seconds < 25 })
    // "amiable" stands once in each; cuts may fall into some of them.
    let heard = transcript.spokenText.split(separator: " ").count { $0 == "amiable" }
    #expect(heard >= 24, "\(heard)")
  }

  @Test("An utterance that nobody cuts is refused, and the session goes on")
  func uncut() throws {
    let session = try session()
    #expect(throws: SpeechError.self) { try hear(Sounds.silence(121), in: session) }
    let samples = try DebianSpeech.samples("0930")
    #expect(try hear(samples, in: session).finals.first??.words.isEmpty == false)
  }

  @Test("Cancelled work tells nothing more")
  func cancellation() throws {
    let updates = Updates()
    let flag = CancellationFlag()
    let session = try session()
    let context = EngineContext(cancellation: flag) { updates.add($0) }
    try session.begin(UtteranceRequest(wants: [.partials]), context)
    flag.set()
    try session.accept(
      AudioBuffer(try DebianSpeech.samples("0930"), sampleRate: 16_000), context)
    try session.end(context)
    #expect(updates.all.isEmpty)
  }
}

extension AudioBuffer {
  /// The buffer in pieces of 0.1 s.
  fileprivate var stream: AsyncStream<AudioBuffer> {
    AsyncStream { continuation in
      for start in stride(from: 0, to: frameCount, by: 1600) {
        continuation.yield(self[start..<min(start + 1600, frameCount)])
      }
      continuation.finish()
    }
  }
}

@Suite(
  "The engine kit on Moonshine",
  .enabled(if: Installed.moonshine && DebianSpeech.isThere, Installed.moonshineReason))
struct EngineKitTests {
  @Test(arguments: EngineCheck.all)
  func moonshinePasses(_ check: EngineCheck) async throws {
    try await check.run(
      on: { .sherpaOnnx }, fixtures: Array(Fixture.bundled().prefix(1)), locale: LocaleID("en-US"))
  }
}

@Suite(
  "Sessions at once share a model",
  .enabled(if: Installed.moonshine && DebianSpeech.isThere, Installed.moonshineReason))
struct ConcurrencyTests {
  @Test("Eight tasks on four workers give the text that one gives alone")
  func concurrentTasks() async throws {
    let alone = try await SpeechRecognizer(engine: .sherpaOnnx)
      .transcribe(DebianSpeech.url("0930")).text
    let recognizer = try SpeechRecognizer(
      engine: .sherpaOnnx, limits: EngineLimits(concurrent: 4))
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 {
        group.addTask { try await recognizer.transcribe(DebianSpeech.url("0930")).text }
      }
      return try await group.reduce(into: [String]()) { $0.append($1) }
    }
    #expect(texts == [String](repeating: alone, count: 8))
  }

  @Test("Detectors at once don't disturb each other")
  func concurrentDetectors() async throws {
    let detection = try VoiceActivityDetection.silero()
    let samples = try DebianSpeech.samples("0930")
    let judgements = await withTaskGroup(of: [Bool].self) { group in
      for _ in 0..<4 {
        group.addTask {
          var detector = detection.makeDetector(16_000)
          return stride(from: 0, through: samples.count - 512, by: 512).map { start in
            detector.observe(samples[start..<start + 512]).isSpeech
          }
        }
      }
      return await group.reduce(into: [[Bool]]()) { $0.append($1) }
    }
    #expect(Set(judgements).count == 1)
    #expect(judgements[0].contains(true) && judgements[0].contains(false))
  }
}
