import Foundation
import SpeechEngineTestKit
import Testing

@testable import SpeechRecognition

/// Sound that is wrong in part or in whole, given to a task and to an analyzer.
@Suite(.timeLimit(.minutes(20)))
struct SoundFaultTests {
  private let tones = ToneEngineTests.tones([300, 2000])
  private let impossible = [
    AudioBuffer([1, 2] as [Float], sampleRate: 0),
    AudioBuffer([1, 2] as [Float], sampleRate: 16_000, channels: 0),
    AudioBuffer([1, 2, 3] as [Float], sampleRate: 16_000, channels: 2),
    AudioBuffer([1] as [Int16], sampleRate: -8000),
  ]

  private func recognizer() throws -> SpeechRecognizer {
    try SpeechRecognizer(engine: ToneEngine(), limits: EngineLimits(concurrent: 1))
  }

  private func analyzed(
    _ sound: SoundSequence
  ) async throws -> (texts: [String], refused: [SpeechError], diagnostics: AudioDiagnostics) {
    let transcriber = SpeechTranscriber(
      engine: ToneEngine(), limits: EngineLimits(concurrent: 1))
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    try await analyzer.analyzeSequence(sound)
    try await analyzer.finalizeAndFinish()
    let texts = try await transcriber.results.reduce(into: [String]()) {
      $0.append($1.transcription.formattedString)
    }
    let refused = await analyzer.refusedInput.reduce(into: [SpeechError]()) { $0.append($1) }
    return (texts, refused, await analyzer.diagnostics)
  }

  // MARK: Refused buffers

  @Test func buffersThatAreRefusedCostNothingThatWasHeard() async throws {
    let late = tones.placed(at: .zero)
    let sound = SoundSequence([impossible[0], tones] + impossible + [late, tones], chunk: nil)
    let transcript = try await recognizer().transcribe(sound)
    #expect(transcript.text == "low high low high")
    #expect(transcript.diagnostics?.refusedBuffers == 6)
    #expect(
      transcript.diagnostics?.advice.contains { $0.contains("6 buffers were refused") } == true)
    let found = try await analyzed(sound)
    #expect(found.texts.joined(separator: " ") == "low high low high")
    #expect(found.refused.count == 6)
    #expect(found.refused.last?.code == .audioDisordered)
    #expect(found.refused.last?.timeRange == AudioTimeRange(start: .zero, duration: tones.duration))
    #expect(found.diagnostics.refusedBuffers == 6)
  }

  @Test func refusedBuffersAreAWarningOfTheTask() async throws {
    let request = AudioBufferRecognitionRequest()
    let task = try recognizer().recognitionTask(with: request)
    try await request.append(tones)
    for buffer in impossible {
      let error = await #expect(throws: SpeechError.self) { try await request.append(buffer) }
      #expect(error?.code == .unexpectedAudioFormat)
      #expect(error?.timeRange?.start == tones.duration)
      #expect(request.offer(buffer) == false)
    }
    request.endAudio()
    var warnings: [String] = []
    for await event in task.events {
      if case .warning(let warning) = event { warnings.append(warning.message) }
    }
    #expect(warnings.filter { $0.contains("8 buffers were refused") }.count == 1)
    #expect(task.finalizedTranscript.text == "low high")
  }

  @Test func soundOfWhichEveryBufferIsRefusedIsAnError() async throws {
    for buffer in impossible {
      let error = await #expect(throws: SpeechError.self) {
        try await self.recognizer().transcribe(SoundSequence(buffer, buffer))
      }
      #expect(error?.code == .unexpectedAudioFormat)
      #expect(error?.remedy != nil)
    }
  }

  @Test func whatFindsNoRoomIsCounted() async throws {
    let request = AudioBufferRecognitionRequest()
    let minute = AudioBuffer([Int16](repeating: 0, count: 80_000), sampleRate: 16_000)
    #expect(request.offer(minute))
    #expect(request.offer(minute) == false)
    let task = try recognizer().recognitionTask(with: request)
    request.endAudio()
    let found = try #require(try await task.transcript().diagnostics)
    #expect(found.droppedFrames == 80_000)
    #expect(found.duration == AudioTime(samples: 5, rate: 1))
    #expect(found.advice.contains { $0.contains("80000 frames") })
  }

  // MARK: Samples

  @Test func soundOfWhichNoSampleIsANumberIsAnError() async throws {
    let nothing = AudioBuffer([Float](repeating: .nan, count: 16_000), sampleRate: 16_000)
    let error = await #expect(throws: SpeechError.self) {
      try await self.recognizer().transcribe(SoundSequence(nothing, nothing))
    }
    #expect(error?.code == .unreadableAudio)
    #expect(error?.message.contains("32000") == true)
    let found = try await analyzed(SoundSequence(nothing))
    #expect(found.refused.map(\.code) == [.unreadableAudio])
    #expect(found.refused.first?.timeRange?.duration == nothing.duration)
    #expect(found.diagnostics.notANumberCount == 16_000)
    // Where something else was heard, that is kept.
    let transcript = try await recognizer().transcribe(SoundSequence(nothing, tones))
    #expect(transcript.text == "low high")
    #expect(transcript.diagnostics?.notANumberCount == 16_000)
  }

  @Test func soundInOppositePhaseIsHeardAndTold() async throws {
    let samples = tones.floatSamples
    let opposite = try AudioBuffer(
      channels: [samples, samples.map { -$0 }], sampleRate: tones.format.sampleRate)
    let request = AudioBufferRecognitionRequest()
    let task = try recognizer().recognitionTask(with: request)
    try await request.append(opposite)
    request.endAudio()
    var warnings: [String] = []
    for await event in task.events {
      if case .warning(let warning) = event { warnings.append(warning.message) }
    }
    #expect(warnings.contains { $0.contains("channel 0") && $0.contains("cancel each other") })
    #expect(task.finalizedTranscript.text == "low high")
    #expect(task.diagnostics.cancelledShare > 0.9)
  }

  @Test func fullScaleAndSilenceOfEveryTypeTrapNothing() async throws {
    let buffers = [
      AudioBuffer([Int16](repeating: .min, count: 4000), sampleRate: 8000),
      AudioBuffer([Int16](repeating: .max, count: 4000), sampleRate: 8000, channels: 2),
      AudioBuffer([Int32](repeating: .min, count: 4000), sampleRate: 44_100, channels: 2),
      AudioBuffer([Float](repeating: -.infinity, count: 4000), sampleRate: 16_000),
      AudioBuffer([Double](repeating: .greatestFiniteMagnitude, count: 4000), sampleRate: 96_000),
      AudioBuffer([Float](repeating: 0, count: 4000), sampleRate: 11_025, channels: 4),
    ]
    for channels in [AudioChannels.mixed, .separate, .channel(0)] {
      let transcript = try await recognizer().transcribe(
        SoundSequence(buffers + buffers.reversed(), chunk: 700),
        options: RecognitionOptions(reportsPartialResults: false, channels: channels))
      #expect(transcript.diagnostics?.overCount == 16_000)
      #expect(transcript.diagnostics?.formats.count == 6)
    }
  }

  // MARK: Bare bytes

  @Test(arguments: [SampleEncoding.int16, .int16.bigEndian, .int8, .float32, .float64.bigEndian])
  func bytesInOddPiecesAreHeardAndTheirRestIsTold(encoding: SampleEncoding) async throws {
    let bytes = Self.encoded(tones.floatSamples, encoding) + (encoding == .int8 ? [] : [1])
    let (packets, feed) = AsyncStream.makeStream(of: [UInt8].self)
    for first in stride(from: 0, to: bytes.count, by: 333) {
      feed.yield(Array(bytes[first..<min(first + 333, bytes.count)]))
    }
    feed.finish()
    let sound = packets.audioBuffers(encoding, sampleRate: tones.format.sampleRate)
    let transcript = try await recognizer().transcribe(sound)
    #expect(transcript.text == "low high")
    #expect(transcript.diagnostics?.unfinishedByteCount == (encoding == .int8 ? 0 : 1))
    #expect(transcript.diagnostics?.duration == tones.duration)
  }

  @Test func bytesThatAreLeftOverAreTold() async throws {
    var decoder = RawAudioDecoder(.int16, sampleRate: 8000)
    let sound = decoder.decode(Self.encoded(tones.floatSamples, .int16) + [7])
    let found = try await analyzed(SoundSequence(sound, decoder.finish()))
    #expect(found.texts == ["low high"])
    #expect(found.refused.count == 1)
    #expect(found.refused.first?.message.contains("1 byte is left over") == true)
    // In line together, small buffers are joined.
    let request = AudioBufferRecognitionRequest()
    var again = RawAudioDecoder(.int16, sampleRate: 8000)
    try await request.append(again.decode([1, 2, 3]))
    try await request.append(again.finish())
    try await request.append(again.decode([1, 2, 3, 4]))
    request.endAudio()
    let task = try recognizer().recognitionTask(with: request)
    var warnings: [String] = []
    for await event in task.events {
      if case .warning(let warning) = event { warnings.append(warning.message) }
    }
    #expect(warnings.contains { $0.contains("1 byte is left over") })
    #expect(task.diagnostics.duration == AudioTime(samples: 3, rate: 8000))
  }

  private static func encoded(_ samples: [Float], _ encoding: SampleEncoding) -> [UInt8] {
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value) { Array($0) }
    }
    return samples.flatMap { sample -> [UInt8] in
      switch encoding {
      case .int8: bytes(Int8(sample * 100))
      case .int16.bigEndian: bytes(Int16(sample * 30_000).bigEndian)
      case .float32: bytes(sample.bitPattern.littleEndian)
      case .float64.bigEndian: bytes(Double(sample).bitPattern.bigEndian)
      default: bytes(Int16(sample * 30_000).littleEndian)
      }
    }
  }

  // MARK: Diagnostics

  @Test(arguments: [1, 250, 100_000])
  func diagnosticsDoNotDependOnTheChunks(chunk: Int) async throws {
    let sound = SoundSequence([tones], chunk: chunk)
    var meter = AudioDiagnosticsMeter()
    meter.add(tones)
    let expected = meter.diagnostics
    let transcript = try await recognizer().transcribe(sound)
    #expect(transcript.diagnostics == expected)
    #expect(try await analyzed(sound).diagnostics == expected)
    #expect(expected.duration == tones.duration)
  }

  @Test func gapsAreMissingSound() async throws {
    let later = tones.placed(at: tones.duration + AudioTime(samples: 1, rate: 4))
    let transcript = try await recognizer().transcribe(SoundSequence(tones, later, chunk: 100))
    #expect(transcript.diagnostics?.missing == AudioTime(samples: 1, rate: 4))
  }
}
