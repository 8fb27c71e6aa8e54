import Foundation
import SpeechEngineTestKit
import Testing

@testable import SpeechRecognition

/// Which channels are recognised, by a task and by an analyzer.
@Suite(.timeLimit(.minutes(20)))
struct ChannelTests {
  private static let rate = 8000

  /// Tones that begin at stated seconds, among silence.
  private static func line(_ tones: [(start: Double, frequency: Double)], seconds: Double)
    -> [Float]
  {
    var samples = [Float](repeating: 0, count: Int(seconds * Double(rate)))
    for tone in tones {
      let first = Int(tone.start * Double(rate))
      for index in 0..<rate / 5 {
        samples[first + index] = Float(
          0.3 * sin(2 * .pi * tone.frequency * Double(index) / Double(rate)))
      }
    }
    var seed: UInt32 = 7
    for index in samples.indices {
      seed = seed &* 1_664_525 &+ 1_013_904_223
      samples[index] += 0.0005 * (Float(seed >> 16) / 32_768 - 1)
    }
    return samples
  }

  /// A call: the first side says “low”, the other “high”, in turn and once at the same time.
  private static func call() throws -> AudioBuffer {
    try AudioBuffer(
      channels: [
        line([(0.5, 300), (4, 300), (6, 300)], seconds: 8),
        line([(2.2, 2000), (6, 2000)], seconds: 8),
      ], sampleRate: rate)
  }

  private func recognizer() throws -> SpeechRecognizer {
    try SpeechRecognizer(engine: ToneEngine(), limits: EngineLimits(concurrent: 1))
  }

  private func options(_ channels: AudioChannels) -> RecognitionOptions {
    RecognitionOptions(
      reportsPartialResults: false, resultScope: .utterance, channels: channels)
  }

  private func said(_ transcript: Transcript) -> [String] {
    transcript.utterances.map { "\($0.channel.map { "\($0)" } ?? "-") \($0.text)" }
  }

  private static let turns = ["0 low", "1 high", "0 low", "0 low", "1 high"]

  @Test(arguments: [1601, 8000, 64_000])
  func eachSideOfACallIsHeardForItselfInTheOrderOfTime(chunk: Int) async throws {
    let sound = SoundSequence([try Self.call()], chunk: chunk)
    let transcript = try await recognizer().transcribe(sound, options: options(.separate))
    #expect(said(transcript) == Self.turns)
    #expect(transcript.text == "low high low low high")
    let starts = transcript.utterances.map(\.timeRange.start)
    #expect(starts == starts.sorted())
    #expect(
      transcript.words.compactMap(\.timestamp).map { ($0 * 10).rounded() } == [5, 22, 40, 60, 60])
  }

  @Test(arguments: [RecognitionOptions.ResultScope.utterance, .cumulative])
  func everyResultSaysItsChannel(scope: RecognitionOptions.ResultScope) async throws {
    let request = AudioBufferRecognitionRequest(
      options: RecognitionOptions(
        reportsPartialResults: false, resultScope: scope, channels: .separate))
    let task = try recognizer().recognitionTask(with: request)
    try await request.append(Self.call())
    request.endAudio()
    let results = try await task.results.reduce(into: [RecognitionResult]()) { $0.append($1) }
    if scope == .utterance {
      #expect(results.map(\.channel).sorted { $0 ?? 2 < $1 ?? 2 } == [0, 0, 0, 1, 1])
      for result in results {
        #expect(result.bestTranscription.utterances.map(\.channel) == [result.channel])
      }
    } else {
      let all = try #require(results.last?.bestTranscription)
      #expect(said(Transcript(utterances: all.utterances)) == Self.turns)
    }
    #expect(said(task.finalizedTranscript) == Self.turns)
  }

  @Test func aFileOfTwoSidesIsHeardForItsChannels() async throws {
    let call = try Self.call()
    let samples = call.int16Samples
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    let length = UInt32(samples.count * 2)
    var file = Array("RIFF".utf8) + bytes(length + 36) + Array("WAVEfmt ".utf8)
    file += bytes(UInt32(16)) + bytes(UInt16(1)) + bytes(UInt16(2)) + bytes(UInt32(8000))
    file += bytes(UInt32(32_000)) + bytes(UInt16(4)) + bytes(UInt16(16))
    file += Array("data".utf8) + bytes(length) + samples.flatMap { bytes($0) }
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).wav")
    try Data(file).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let recognizer = try recognizer()
    #expect(try await said(recognizer.transcribe(url, options: options(.separate))) == Self.turns)
    let second = try await recognizer.transcribe(url, options: options(.channel(1)))
    #expect(said(second) == ["1 high", "1 high"])
    let error = await #expect(throws: SpeechError.self) {
      try await recognizer.transcribe(url, options: self.options(.channel(2)))
    }
    #expect(error?.code == .invalidParameter)
    #expect(error?.message.contains("2 channels") == true)
  }

  @Test func aMixSaysNoChannel() async throws {
    let transcript = try await recognizer().transcribe(
      SoundSequence(try Self.call()), options: options(.mixed))
    #expect(!transcript.isEmpty)
    #expect(transcript.utterances.allSatisfy { $0.channel == nil })
  }

  @Test func soundWithoutTheChannelIsRefusedAndTheSessionLivesOn() async throws {
    let request = AudioBufferRecognitionRequest(options: options(.channel(1)))
    let task = try recognizer().recognitionTask(with: request)
    let mono = AudioBuffer(Self.line([(0.5, 300)], seconds: 2), sampleRate: Self.rate)
    try await request.append(Self.call())
    let error = await #expect(throws: SpeechError.self) { try await request.append(mono) }
    #expect(error?.code == .invalidParameter)
    #expect(error?.message.contains("1 channel") == true)
    #expect(error?.timeRange?.start == AudioTime(samples: 8, rate: 1))
    try await request.append(Self.call())
    request.endAudio()
    let transcript = try await task.transcript()
    #expect(said(transcript) == Array(repeating: "1 high", count: 4))
    #expect(transcript.diagnostics?.refusedBuffers == 1)
  }

  @Test func channelsMayComeAndGo() async throws {
    let mono = AudioBuffer(Self.line([(0.5, 300)], seconds: 2), sampleRate: Self.rate)
    let sound = SoundSequence([mono, try Self.call(), mono, try Self.call()], chunk: 4000)
    let transcript = try await recognizer().transcribe(sound, options: options(.separate))
    #expect(said(transcript) == ["0 low"] + Self.turns + ["0 low"] + Self.turns)
    let lastTurn = try #require(transcript.words.last?.timestamp)
    #expect(abs(lastTurn - 18) < 0.02)
  }

  @Test func separateChannelsTellThatTheyGiveNoPartialResults() async throws {
    let request = AudioBufferRecognitionRequest(
      options: RecognitionOptions(channels: .separate))
    let engine = ScriptedEngine(utterances: ["one", "two"], repeats: true)
    let task = try SpeechRecognizer(engine: engine, limits: EngineLimits(concurrent: 1))
      .recognitionTask(with: request)
    let voice = AudioBuffer.speechLike(1).floatSamples
    // Both speak at once, and one worker serves them.
    try await request.append(AudioBuffer(channels: [voice, voice], sampleRate: 16_000))
    request.endAudio()
    var (warnings, partials) = (0, 0)
    for await event in task.events {
      if case .warning(let warning) = event, warning.message.contains("partial") { warnings += 1 }
      if case .hypothesis = event { partials += 1 }
    }
    #expect(warnings == 1)
    #expect(partials == 0)
    #expect(task.finalizedTranscript.utterances.map(\.channel) == [0, 1])
  }

  // MARK: The analyzer

  private func transcriber(_ channels: AudioChannels) -> SpeechTranscriber {
    SpeechTranscriber(
      engine: ToneEngine(), preset: SpeechTranscriber.Preset(channels: channels),
      limits: EngineLimits(concurrent: 1))
  }

  @Test(arguments: [1601, 64_000])
  func anAnalyzerHearsEachSideOfACall(chunk: Int) async throws {
    let transcriber = transcriber(.separate)
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    try await analyzer.analyzeSequence(SoundSequence([try Self.call()], chunk: chunk))
    let range = await analyzer.volatileRange
    #expect(range?.start == AudioTime(samples: 8, rate: 1))
    try await analyzer.finalizeAndFinish()
    let results = try await transcriber.results.reduce(into: [SpeechTranscriber.Result]()) {
      $0.append($1)
    }
    #expect(results.allSatisfy { $0.isFinal })
    for result in results {
      #expect(result.transcription.utterances.map(\.channel) == [result.channel])
    }
    var transcript = Transcript()
    for result in results { transcript.append(result) }
    #expect(said(transcript) == Self.turns)
  }

  @Test func anAnalyzerRefusesSoundWithoutTheChannelAndGoesOn() async throws {
    let transcriber = transcriber(.channel(1))
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    let mono = AudioBuffer(Self.line([(0.5, 300)], seconds: 2), sampleRate: Self.rate)
    try await analyzer.analyzeSequence(SoundSequence(mono, try Self.call(), mono))
    try await analyzer.finalizeAndFinish()
    let refused = await analyzer.refusedInput.reduce(into: [SpeechError]()) { $0.append($1) }
    #expect(refused.map(\.code) == [.invalidParameter, .invalidParameter])
    #expect(refused.last?.timeRange?.start == AudioTime(samples: 8, rate: 1))
    let results = try await transcriber.results.reduce(into: [SpeechTranscriber.Result]()) {
      $0.append($1)
    }
    #expect(results.map(\.transcription.formattedString) == ["high", "high"])
    #expect(results.allSatisfy { $0.channel == 1 })
    #expect(await analyzer.diagnostics.refusedBuffers == 2)
  }
}
