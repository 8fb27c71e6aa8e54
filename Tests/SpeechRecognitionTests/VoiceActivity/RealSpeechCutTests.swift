import Foundation
import Testing

@testable import SpeechRecognition

/// Debian's pocketsphinx-testdata: 16-bit mono samples at 16 kHz, with and without a WAV header.
private let testData = "/usr/share/pocketsphinx/test/data"

@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: testData + "/goforward.raw"),
    "needs the Debian package pocketsphinx-testdata"))
struct RealSpeechCutTests {
  private func samples(_ name: String) throws -> [Float] {
    let data = try Data(contentsOf: URL(fileURLWithPath: testData).appending(path: name))
    return stride(from: 0, to: data.count - 1, by: 2).map { index in
      let bits = UInt16(data[index]) | UInt16(data[index + 1]) << 8
      return Float(Int16(bitPattern: bits)) / 32768
    }
  }

  /// The share of the energy of a recording that its utterances keep.
  private func keptEnergy(_ sound: [Float], _ utterances: [CutUtterance]) -> Float {
    let all = sound.reduce(0) { $0 + $1 * $1 }
    let kept = utterances.reduce(0) { sum, utterance in
      utterance.samples.reduce(sum) { $0 + $1 * $1 }
    }
    return kept / max(all, .leastNormalMagnitude)
  }

  @Test(arguments: ["goforward.raw", "something.raw", "numbers.raw"])
  func aSentenceIsKept(name: String) throws {
    let sound = try samples(name)
    var cutter = UtteranceCutter.adaptive()
    let (utterances, faults) = cutter.utterances(of: sound, pieces: 1000)
    #expect(faults.isEmpty)
    #expect((1...3).contains(utterances.count))
    #expect(keptEnergy(sound, utterances) > 0.995)
  }
}
