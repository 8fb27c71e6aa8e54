import SpeechEngineTestKit
import SpeechRecognition
import Testing

struct SoundTests {
  @Test func soundsHaveTheLengthThatWasAskedFor() {
    #expect(AudioBuffer.speechLike(1.5).frameCount == 24_000)
    #expect(
      AudioBuffer.silence(AudioTime(samples: 7, rate: 8000), sampleRate: 8000).frameCount == 7)
    for wrong in [-1, .nan, -Double.infinity] { #expect(AudioBuffer.speechLike(wrong).isEmpty) }
    #expect(AudioBuffer.silence(0.5).floatSamples.allSatisfy { $0 == 0 })
  }

  @Test(arguments: [8000, 16_000, 44_100])
  func speechLikeSoundIsSpeechToTheDetector(sampleRate: Int) {
    var detector = AdaptiveEnergyDetector(sampleRate: sampleRate)
    let frame = detector.frameLength
    let samples =
      AudioBuffer.silence(0.5, sampleRate: sampleRate).floatSamples
      + AudioBuffer.speechLike(2, sampleRate: sampleRate).floatSamples
    let speech = stride(from: 0, to: samples.count - frame, by: frame)
      .filter { detector.observe(samples[$0..<$0 + frame]).isSpeech }
    #expect(speech.count * frame > sampleRate)
    #expect(speech.allSatisfy { $0 >= sampleRate / 2 - frame })
    #expect(samples.allSatisfy { abs($0) < 1 })
  }

  @Test func aSequenceGivesItsSoundInPieces() async {
    let sound = AudioBuffer([1, 2, 3, 4, 5] as [Int16], sampleRate: 8000)
    var pieces: [[Int16]] = []
    for await piece in SoundSequence(sound, sound, chunk: 3) { pieces.append(piece.int16Samples) }
    #expect(pieces == [[1, 2, 3], [4, 5], [1, 2, 3], [4, 5]])
  }
}
