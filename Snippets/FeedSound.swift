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
