import SpeechAudio
import Testing

@testable import SpeechRecognition

@Suite struct UtteranceCutterTests {
  private func utterances(
    of sound: [Float], _ endpointing: Endpointing = Endpointing(), pieces: Int = .max
  ) -> [CutUtterance] {
    var cutter = UtteranceCutter.adaptive(endpointing)
    let (utterances, faults) = cutter.utterances(of: sound, pieces: pieces)
    #expect(faults.isEmpty)
    for utterance in utterances {
      let range = Int(utterance.begin)..<Int(utterance.end)
      #expect(utterance.samples == Array(sound[range]))
    }
    return utterances
  }

  private func isNear(_ value: Double, _ expected: Double) -> Bool { abs(value - expected) < 0.09 }

  @Test func eachSentenceIsAnUtteranceWithPadding() {
    let found = utterances(of: SyntheticSound.sentences())
    let spoken = [0.8...2.3, 3.5...5.8, 6.7...7.4]
    #expect(found.count == spoken.count)
    for (utterance, speech) in zip(found, spoken) {
      #expect(isNear(utterance.seconds.lowerBound, speech.lowerBound - 0.25))
      #expect(isNear(utterance.seconds.upperBound, speech.upperBound + 0.25))
      #expect(!utterance.forced)
    }
  }

  @Test func speechInTheFirstAndLastSampleIsKept() {
    var sound = SyntheticSound()
    sound.speech(1.6)
    sound.noise(1, level: -60)
    sound.speech(1.37)
    let found = utterances(of: sound.samples)
    #expect(found.count == 2)
    #expect(found.first?.begin == 0)
    #expect(found.last?.end == Int64(sound.samples.count))
  }

  @Test(arguments: [1, 7, 160, 4096])
  func piecesDoNotChangeWhatIsFound(pieces: Int) {
    let sound = SyntheticSound.sentences()
    let limits = Endpointing(
      longest: AudioTime(samples: 1, rate: 1), searchWindow: AudioTime(samples: 1, rate: 2))
    #expect(utterances(of: sound, pieces: pieces) == utterances(of: sound))
    #expect(utterances(of: sound, limits, pieces: pieces) == utterances(of: sound, limits))
  }

  @Test(arguments: [0.6, 2, 5.00125])
  func digitalSilenceBeforeASoundShiftsItsUtterances(seconds: Double) {
    let sound = SyntheticSound.sentences(seed: 7)
    let limits = Endpointing(
      longest: AudioTime(samples: 1, rate: 1), searchWindow: AudioTime(samples: 1, rate: 2))
    let alone = utterances(of: sound, limits)
    var stream = SyntheticSound()
    stream.append(SyntheticSound.sentences(seed: 3))
    stream.silence(seconds)
    let shift = Int64(stream.samples.count)
    stream.append(sound)
    stream.silence(seconds)
    let later = utterances(of: stream.samples, limits).filter { $0.begin >= shift }
    #expect(alone.contains { $0.forced })
    #expect(later.map { $0.begin - shift } == alone.map(\.begin))
    #expect(later.map { $0.end - shift } == alone.map(\.end))
    #expect(later.map(\.samples) == alone.map(\.samples))
  }

  @Test func tightlyCutSpeechIsTheSameAloneAndBetweenSilences() {
    var speech = SyntheticSound()
    speech.speech(2.213)
    var stream = SyntheticSound()
    stream.silence(1.3)
    stream.append(speech.samples)
    stream.silence(1)
    let alone = utterances(of: speech.samples)
    #expect(alone.count == 1)
    #expect(alone.map(\.samples) == utterances(of: stream.samples).map(\.samples))
  }

  @Test func aShortClipIsHandedOutWhole() {
    var sound = SyntheticSound()
    sound.speech(0.3)
    let found = utterances(of: sound.samples)
    #expect(found.map(\.begin) == [0])
    #expect(found.map(\.end) == [Int64(sound.samples.count)])
  }

  @Test func aClickIsNoUtterance() {
    var sound = SyntheticSound()
    sound.noise(2, level: -60)
    sound.speech(0.03)
    sound.noise(2, level: -60)
    #expect(utterances(of: sound.samples).isEmpty)
  }

  @Test func aShortPauseDoesNotEndAnUtterance() {
    var sound = SyntheticSound()
    sound.noise(1, level: -60)
    sound.speech(1)
    sound.noise(0.4, level: -60)
    sound.speech(1)
    sound.noise(1, level: -60)
    #expect(utterances(of: sound.samples).count == 1)
    let impatient = Endpointing(
      pause: AudioTime(samples: 25, rate: 100), padding: AudioTime(samples: 1, rate: 10))
    #expect(utterances(of: sound.samples, impatient).count == 2)
  }

  @Test func aLongUtteranceIsCutAtTheQuietestPlace() {
    var sound = SyntheticSound()
    sound.noise(0.5, level: -60)
    sound.speech(6)
    sound.noise(0.12, level: -60)
    sound.speech(6)
    sound.noise(1, level: -60)
    let limits = Endpointing(
      longest: AudioTime(samples: 5, rate: 1), searchWindow: AudioTime(samples: 3, rate: 1))
    let found = utterances(of: sound.samples, limits)
    let first = found.first
    #expect(first?.forced == true)
    #expect(isNear(first?.seconds.upperBound ?? 0, 6.56))
    #expect(found.count == 2)
    #expect(found.last?.begin == first?.end)
    #expect(found.last?.forced == false)
  }

  @Test func endlessSpeechIsCutWithoutGaps() {
    var sound = SyntheticSound()
    sound.noise(0.5, level: -60)
    sound.speech(30)
    let limits = Endpointing(
      longest: AudioTime(samples: 5, rate: 1), searchWindow: AudioTime(samples: 1, rate: 1))
    let found = utterances(of: sound.samples, limits)
    #expect(found.count >= 5)
    for (left, right) in zip(found, found.dropFirst()) { #expect(left.end == right.begin) }
    for utterance in found { #expect(utterance.samples.count <= 6 * SyntheticSound.rate) }
    #expect(found.last?.end == Int64(sound.samples.count))
  }

  @Test func aPauseInTheSearchWindowWins() {
    var sound = SyntheticSound()
    sound.noise(0.5, level: -60)
    sound.speech(6)
    sound.noise(0.3, level: -60)
    sound.speech(3)
    sound.noise(1, level: -60)
    let limits = Endpointing(
      longest: AudioTime(samples: 5, rate: 1), searchWindow: AudioTime(samples: 3, rate: 1))
    let found = utterances(of: sound.samples, limits)
    #expect(found.count == 2)
    #expect(found.allSatisfy { !$0.forced })
  }
}
