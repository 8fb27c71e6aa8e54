import Testing

@testable import SpeechRecognition

@Suite struct AdaptiveEnergyDetectorTests {
  private func speechFrames(
    in sound: [Float], sensitivity: AdaptiveEnergyDetector.Sensitivity = .medium
  ) -> [Bool] {
    var detector = AdaptiveEnergyDetector(
      sampleRate: SyntheticSound.rate, sensitivity: sensitivity)
    return judgements(of: sound, by: &detector).map(\.isSpeech)
  }

  private func judgements(
    of sound: [Float], by detector: inout AdaptiveEnergyDetector
  ) -> [VoiceActivity] {
    let length = detector.frameLength
    return stride(from: 0, to: sound.count - length + 1, by: length).map { start in
      detector.observe(sound[start..<start + length])
    }
  }

  @Test(arguments: [-75, -50, -30, -12] as [Float])
  func steadyNoiseIsNoSpeech(level: Float) {
    var sound = SyntheticSound()
    sound.noise(10, level: level)
    #expect(!speechFrames(in: sound.samples).contains(true))
  }

  @Test(arguments: [50, 440, 3000] as [Float])
  func aToneIsNoSpeech(frequency: Float) {
    var sound = SyntheticSound()
    sound.tone(10, frequency: frequency, level: -15)
    #expect(!speechFrames(in: sound.samples).contains(true))
  }

  @Test func silenceIsNoSpeechAndHasTheLowestLevel() {
    var detector = AdaptiveEnergyDetector(sampleRate: 8000)
    let found = judgements(of: [Float](repeating: 0, count: 16000), by: &detector)
    #expect(found.allSatisfy { !$0.isSpeech && $0.level == -160 })
  }

  @Test func louderNoiseIsSoonTakenForTheFloor() {
    var sound = SyntheticSound()
    sound.noise(5, level: -60)
    sound.noise(10, level: -35)
    let speech = speechFrames(in: sound.samples)
    #expect(speech.filter { $0 }.count <= 200)
    #expect(!speech.suffix(700).contains(true))
  }

  @Test func noiseThatStopsIsNoSpeech() {
    var sound = SyntheticSound()
    sound.noise(5, level: -35)
    sound.noise(5, level: -60)
    #expect(!speechFrames(in: sound.samples).contains(true))
  }

  @Test func speechAfterAStepOfNoiseIsFound() {
    var sound = SyntheticSound()
    sound.noise(3, level: -60)
    sound.noise(5, level: -40)
    sound.speech(2, level: -20, noise: -40)
    #expect(speechFrames(in: sound.samples).suffix(200).filter { $0 }.count >= 120)
  }

  @Test func speechFromTheFirstSampleIsFoundInHindsight() {
    var sound = SyntheticSound()
    sound.speech(1.5)
    sound.noise(0.5, level: -60)
    var detector = AdaptiveEnergyDetector(sampleRate: SyntheticSound.rate)
    let found = judgements(of: sound.samples, by: &detector)
    let first = found.firstIndex(where: \.isSpeech)
    #expect(first.map { $0 - found[$0].leadIn } ?? .max <= 5)
  }

  @Test func sensitivityDecidesOnFaintSpeech() {
    var sound = SyntheticSound()
    for level in stride(from: Float(-46), through: -32, by: 2) {
      sound.noise(2, level: -50)
      sound.speech(1, level: level, noise: -50)
    }
    let counts = [AdaptiveEnergyDetector.Sensitivity.low, .medium, .high].map { sensitivity in
      speechFrames(in: sound.samples, sensitivity: sensitivity).filter { $0 }.count
    }
    #expect(counts == counts.sorted())
    #expect(counts[0] < counts[2])
  }

  @Test func digitalSilenceMakesItLikeNew() {
    var used = AdaptiveEnergyDetector(sampleRate: SyntheticSound.rate)
    var loud = SyntheticSound(seed: 5)
    loud.noise(4, level: -25)
    _ = judgements(of: loud.samples, by: &used)
    _ = judgements(of: [Float](repeating: 0, count: 8000), by: &used)
    var new = AdaptiveEnergyDetector(sampleRate: SyntheticSound.rate)
    var sound = SyntheticSound()
    sound.speech(1.5)
    sound.noise(0.5, level: -60)
    #expect(judgements(of: sound.samples, by: &used) == judgements(of: sound.samples, by: &new))
  }

  @Test func hugeSamplesAndOddRatesDoNoHarm() {
    for rate in [Int.min, 0, 8000, Int.max] {
      var detector = AdaptiveEnergyDetector(sampleRate: rate)
      let frame = [Float](repeating: .greatestFiniteMagnitude, count: detector.frameLength)
      let found = detector.observe(frame[...])
      #expect(found.level == 0)
    }
  }
}
