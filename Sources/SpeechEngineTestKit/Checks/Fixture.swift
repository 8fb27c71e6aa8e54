internal import Foundation
public import SpeechRecognition

/// Sound whose words are known, to check an engine with.
public struct Fixture: Sendable, CustomStringConvertible {
  /// What failures call it.
  public let name: String
  /// One utterance, in any format, no longer than the engine takes at once.
  public let sound: AudioBuffer
  /// What is said in it; without words, an engine must hear nothing.
  public let expectedText: String
  /// The most word errors that are accepted, by ``WordErrors/count(reference:hypothesis:locale:)``.
  public let maximumWordErrors: Int

  /// Creates a fixture.
  ///
  /// - Parameters:
  ///   - sound: One utterance, in any format.
  ///   - expectedText: What is said in it.
  ///   - maximumWordErrors: The most word errors that are accepted.
  ///   - name: What failures call it; `nil` takes the text.
  public init(
    sound: AudioBuffer, expectedText: String, maximumWordErrors: Int = 0, name: String? = nil
  ) {
    self.sound = sound
    self.expectedText = expectedText
    self.maximumWordErrors = max(maximumWordErrors, 0)
    self.name = name ?? "“\(expectedText)”"
  }

  /// The name.
  public var description: String { name }

  /// Reads the English sentences of Debian's package `pocketsphinx-testdata` (LibriVox, 16 kHz),
  /// shortest first.
  ///
  /// - Parameters:
  ///   - maximumWordErrorRate: The share of each sentence's words, from 0 to 1, that may be wrong.
  ///   - folder: Where the package keeps its data.
  /// - Returns: The sentences that are there; none when the package isn't installed.
  public static func bundled(
    maximumWordErrorRate: Double = 0.5, folder: String = "/usr/share/pocketsphinx/test/data"
  ) -> [Fixture] {
    let folder = URL(filePath: folder).appending(path: "librivox")
    let transcription = folder.appending(path: "transcription")
    guard let lines = try? String(contentsOf: transcription, encoding: .utf8) else { return [] }
    let rate = maximumWordErrorRate.isNaN ? 0 : min(max(maximumWordErrorRate, 0), 1)
    let fixtures = lines.split(separator: "\n").compactMap { line -> Fixture? in
      // A line is `<s> words </s> (name)`.
      let words = line.split(separator: " ")
      guard let last = words.last, last.hasPrefix("("), last.hasSuffix(")") else { return nil }
      let name = String(last.dropFirst().dropLast())
      let spoken = words.dropLast().filter { $0 != "<s>" && $0 != "</s>" }
      guard let sound = read(folder.appending(path: name + ".wav")) else { return nil }
      return Fixture(
        sound: sound, expectedText: spoken.joined(separator: " "),
        maximumWordErrors: Int(Double(spoken.count) * rate), name: name)
    }
    return fixtures.sorted { $0.sound.duration < $1.sound.duration }
  }

  private static func read(_ url: URL) -> AudioBuffer? {
    guard let file = try? AudioFile(url) else { return nil }
    var samples: [Float] = []
    while let block = try? file.read(frames: 1 << 16) { samples += block.floatSamples }
    guard !samples.isEmpty else { return nil }
    return AudioBuffer(
      samples, sampleRate: file.format.sampleRate, channels: file.format.channels)
  }
}
