import Foundation
import SpeechAudio

/// Real speech for the tests of this folder.
enum Recordings {
  /// Five sentences that Debian's pocketsphinx-testdata brings.
  static let sentences: [URL] = ["0870", "0880", "0890", "0920", "0930"].map { number in
    URL(
      filePath: "/usr/share/pocketsphinx/test/data/librivox/"
        + "sense_and_sensibility_01_austen_64kb-\(number).wav")
  }

  static let haveSentences =
    sentences.allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
    && FileManager.default.fileExists(atPath: "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin")

  static let sentencesReason = """
    needs Debian's packages pocketsphinx-testdata and pocketsphinx-en-us
    """

  /// Twenty recordings of 10 s and more, where the shared audio folder is there.
  static let long: [URL] = {
    let folder = sharedAudio
    let reading = folder.appending(path: "librispeech/train-clean-100")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: reading.path)) ?? []
    let files = names.sorted().map { reading.appending(path: $0) }
    let long = files.filter { ((try? duration(of: $0)) ?? 0) >= 10 }
    let other = folder.appending(path: "misc/jfk-44k1-stereo.flac")
    guard long.count >= 19, FileManager.default.fileExists(atPath: other.path) else { return [] }
    return [other] + (0..<19).map { long[$0 * long.count / 19] }
  }()

  static let longReason = """
    needs recordings in ../shared/audio, or in the folder that SPEECH_TEST_AUDIO names
    """

  private static var sharedAudio: URL {
    if let path = ProcessInfo.processInfo.environment["SPEECH_TEST_AUDIO"] {
      return URL(filePath: path)
    }
    return URL(filePath: #filePath).appending(path: "../../../../../shared/audio")
      .standardizedFileURL
  }

  /// Reads a whole file.
  static func sound(_ url: URL) throws -> AudioBuffer {
    let file = try AudioFile(url)
    var samples: [Float] = []
    while let block = try file.read(frames: 65_536) { samples += block.floatSamples }
    return AudioBuffer(
      samples, sampleRate: file.format.sampleRate, channels: file.format.channels)
  }

  /// Three sentences one after the other, with a second of silence behind each; about 14 s.
  static func passage() throws -> AudioBuffer {
    var samples: [Float] = []
    for sentence in sentences[1...3] {
      samples += try sound(sentence).floatSamples + [Float](repeating: 0, count: 16_000)
    }
    return AudioBuffer(samples, sampleRate: 16_000)
  }

  private static func duration(of url: URL) throws -> Double {
    let file = try AudioFile(url)
    return Double(file.declaredFrameCount ?? 0) / Double(file.format.sampleRate)
  }
}

extension AudioBuffer {
  /// The buffer in pieces of a number of frames.
  func pieces(of frames: Int) -> [AudioBuffer] {
    stride(from: 0, to: frameCount, by: frames).map { self[$0..<min($0 + frames, frameCount)] }
  }

  /// The same sound, mono, at another rate.
  func resampled(to rate: Int) throws -> AudioBuffer {
    let converter = try AudioConverter(
      from: format, to: AudioFormat(.float32, sampleRate: rate))
    let samples = try converter.convert(self).floatSamples + converter.flush().floatSamples
    return AudioBuffer(samples, sampleRate: rate)
  }
}
