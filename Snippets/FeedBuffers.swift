// Give sound piece by piece: with back-pressure, from a callback, or as a sequence.
import PocketSphinxEngine
import SpeechRecognition

func push(_ chunks: [[Int16]], to recognizer: SpeechRecognizer) async throws -> Transcript {
  let request = AudioBufferRecognitionRequest()
  let task = recognizer.recognitionTask(with: request)
  for chunk in chunks {
    try await request.append(AudioBuffer(chunk, sampleRate: 8000))
  }
  request.endAudio()
  return try await task.transcript()
}

// An audio callback can't wait: `offer` refuses instead, and the app decides what that means.
func callback(_ samples: [Float], _ request: AudioBufferRecognitionRequest) {
  if !request.offer(AudioBuffer(samples, sampleRate: 48_000, channels: 2)) {
    print("dropped \(samples.count / 2) frames")
  }
}

// What a web socket hands out: a sequence that is not Sendable.
func call(
  _ frames: some AsyncSequence<[Int16], any Error>, _ recognizer: SpeechRecognizer
) async throws -> String {
  try await recognizer.transcribe(frames.audioBuffers(sampleRate: 8000)).text
}

// A service: two decoders, at most 64 requests in line, each for at most 30 seconds.
func makeService() async throws -> SpeechRecognizer {
  let recognizer = try SpeechRecognizer(
    engine: .pocketSphinx, locale: LocaleID("en-US"),
    limits: EngineLimits(concurrent: 2, waiting: 64, longestWait: .seconds(30)))
  try await recognizer.prepare()
  return recognizer
}
