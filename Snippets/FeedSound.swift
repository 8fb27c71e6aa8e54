// Sound in: files that need help, bare telephone bytes, channels, and how good the sound was.
import Foundation
import PocketSphinxEngine
import SpeechRecognition

// What is missing of a damaged file is told; what is there is read.
func read(_ url: URL) throws -> [AudioBuffer] {
  let file = try AudioFile(url)
  var sound: [AudioBuffer] = []
  while let buffer = try file.read(frames: 4096) { sound.append(buffer) }
  for warning in file.warnings { print(warning) }
  return sound
}

// Standard input, or any pipe: WAV is read as it arrives.
func openStandardInput() throws -> AudioFile {
  try AudioFile(fileDescriptor: 0, name: "standard input")
}

// Samples without a header say nothing of themselves.
func openBare(_ url: URL) throws -> AudioFile {
  try AudioFile(url, rawFormat: AudioFormat(.int16, sampleRate: 8000))
}

// A buffer that is refused does not end the session.
func give(_ buffer: AudioBuffer, to request: AudioBufferRecognitionRequest) async throws {
  do throws(SpeechError) {
    try await request.append(buffer)
  } catch {
    guard [.audioDisordered, .unexpectedAudioFormat].contains(error.code) else { throw error }
    print("refused:", error, error.timeRange?.description ?? "")
  }
}

// Telephone sound in bare bytes, cut anywhere.
func call(
  _ packets: some AsyncSequence<[UInt8], any Error>, _ recognizer: SpeechRecognizer
) async throws -> Transcript {
  try await recognizer.transcribe(packets.audioBuffers(.muLaw, sampleRate: 8000))
}

// The two sides of a call.
func sides(_ url: URL, _ recognizer: SpeechRecognizer) async throws {
  let options = RecognitionOptions(reportsPartialResults: false, channels: .separate)
  for utterance in try await recognizer.transcribe(url, options: options).utterances {
    print(utterance.channel == 0 ? "caller:" : "agent:", utterance.text)
  }
}

// Why was the text poor?
func explain(_ transcript: Transcript) {
  for line in transcript.diagnostics?.advice ?? [] { print(line) }
}

// What libsndfile can't read, where ffmpeg is installed.
func openAnything(_ url: URL) throws -> AudioFile {
  try AudioFile(url, decodingWith: .ffmpeg)
}

// A recording is whole or not there.
func record(_ sound: [AudioBuffer], to url: URL) throws {
  let writer = try AudioFileWriter(url, container: .flac, sampleRate: 16_000)
  for buffer in sound { try writer.write(buffer) }
  try writer.close()
}
