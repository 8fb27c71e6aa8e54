import SpeechAudio
import Testing

@testable import SpeechRecognition

@Suite struct UtteranceCutterStreamTests {
  @Test func emptyInputGivesNothing() {
    var cutter = UtteranceCutter.adaptive()
    #expect(cutter.push([]).isEmpty)
    #expect(cutter.finish().isEmpty)
    #expect(cutter.push([0.5]).isEmpty)
    #expect(cutter.finish().isEmpty)
  }

  @Test func afterFinishTheCutterIsLikeNew() {
    let sound = SyntheticSound.sentences()
    var cutter = UtteranceCutter.adaptive()
    let first = cutter.utterances(of: sound)
    #expect(cutter.finish().isEmpty)
    #expect(cutter.position == 0)
    #expect(cutter.decidedThrough == 0)
    let second = cutter.utterances(of: sound)
    #expect(first.utterances == second.utterances)
    #expect(first.utterances.count == 3)
  }

  @Test func soundComesWhileTheUtteranceGoesOn() {
    var sound = SyntheticSound()
    sound.noise(1, level: -60)
    sound.speech(3)
    var cutter = UtteranceCutter.adaptive()
    var given: Int64 = 0
    for action in cutter.push(sound.samples) {
      if case .begin(let position) = action { given = position }
      if case .audio(let samples) = action { given += Int64(samples.count) }
    }
    #expect(Int64(sound.samples.count) - given <= 1600)
  }

  @Test func aPauseIsToldWhenAllOfTheUtteranceIsHandedOut() {
    let sound = SyntheticSound.sentences()
    var cutter = UtteranceCutter.adaptive()
    var since: [String] = []
    var start = 0
    while start < sound.count {
      for action in cutter.push(Array(sound[start..<min(start + 160, sound.count)])) {
        switch action {
        case .begin: since = []
        case .audio: since.append("audio")
        case .pause: since.append("pause")
        case .end: #expect(since.last == "pause")
        }
      }
      start += 160
    }
    #expect(since.contains("pause"))
    // Once for each stop of the speech, not for each frame of the silence.
    #expect(zip(since, since.dropFirst()).allSatisfy { $0 != ("pause", "pause") })
  }

  @Test func nothingBeginsBeforeWhatIsDecided() {
    let sound = SyntheticSound.sentences()
    var cutter = UtteranceCutter.adaptive()
    var decided: Int64 = 0
    var start = 0
    while start < sound.count {
      let actions = cutter.push(Array(sound[start..<min(start + 100, sound.count)]))
      for case .begin(let position) in actions { #expect(position >= decided) }
      #expect(cutter.decidedThrough >= decided)
      #expect(cutter.decidedThrough <= cutter.position)
      decided = cutter.decidedThrough
      start += 100
    }
    for case .begin(let position) in cutter.finish() { #expect(position >= decided) }
  }

  @Test(.timeLimit(.minutes(20))) func anHourOfSoundIsNotKept() {
    let pieces: [[Float]] = [
      SyntheticSound.sentences(), [Float](repeating: 0, count: 160_000),
      {
        var noise = SyntheticSound()
        noise.noise(5, level: -40)
        return noise.samples
      }(),
      {
        var speech = SyntheticSound()
        speech.speech(30)
        return speech.samples
      }(),
    ]
    var cutter = UtteranceCutter.adaptive()
    var most = 0
    var utterances = 0
    var index = 0
    while cutter.position < Int64(3600 * SyntheticSound.rate) {
      for case .end in cutter.push(pieces[index % pieces.count]) { utterances += 1 }
      most = max(most, cutter.retainedSamples)
      index += 1
    }
    #expect(utterances > 100)
    #expect(most <= 6 * SyntheticSound.rate)
  }

  @Test func limitsThatMakeNoSenseDoNoHarm() {
    let negative = AudioTime(samples: -5, rate: 1)
    let huge = AudioTime(samples: .max, rate: 1)
    let sound = SyntheticSound.sentences()
    for time in [negative, .zero, huge] {
      let limits = Endpointing(
        pause: time, shortest: time, longest: time, searchWindow: time, padding: time)
      var cutter = UtteranceCutter.adaptive(limits)
      let (utterances, faults) = cutter.utterances(of: sound, pieces: 1000)
      #expect(faults.isEmpty)
      #expect(time == huge || !utterances.isEmpty)
    }
  }

  @Test func aDetectorOfOnesOwnPlugsIn() {
    var cutter = UtteranceCutter(
      detector: LoudnessDetector(frameLength: 100),
      endpointing: Endpointing(
        pause: AudioTime(samples: 300, rate: 1000), padding: .zero),
      sampleRate: 1000)
    let quiet = [Float](repeating: 0.01, count: 1000)
    let loud = [Float](repeating: 0.5, count: 500)
    let (utterances, faults) = cutter.utterances(of: quiet + loud + quiet, pieces: 33)
    #expect(faults.isEmpty)
    #expect(utterances.map(\.begin) == [900])
    #expect(utterances.map(\.end) == [1500])
  }

  @Test func aDetectorThatIsNeverQuietStopsAtDigitalSilence() {
    var cutter = UtteranceCutter(
      detector: LoudnessDetector(frameLength: 100, threshold: -200), endpointing: Endpointing(),
      sampleRate: 1000)
    let loud = [Float](repeating: 0.5, count: 2000)
    let silence = [Float](repeating: 0, count: 1000)
    let (utterances, faults) = cutter.utterances(of: silence + loud + silence)
    #expect(faults.isEmpty)
    #expect(utterances.map(\.begin) == [1000])
    #expect(utterances.map(\.end) == [3000])
  }
}

/// Takes each loud frame, and the one before, for speech.
private struct LoudnessDetector: VoiceActivityDetector {
  var frameLength: Int
  var threshold: Float = -20

  mutating func observe(_ frame: ArraySlice<Float>) -> VoiceActivity {
    let peak = frame.max() ?? 0
    let level: Float = peak > 0.1 ? -6 : peak > 0 ? -40 : -160
    return VoiceActivity(isSpeech: level > threshold, leadIn: 1, level: level)
  }

  mutating func reset() {}
}
