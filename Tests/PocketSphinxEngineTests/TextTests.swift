import EngineTestSupport
import PocketSphinxEngine
import SpeechRecognition
import Testing

@Suite(.enabled(if: DebianSpeech.isThere, Comment(rawValue: DebianSpeech.reason)))
struct TextTests {
  @Test func fewWordsOfReadSpeechAreWrong() throws {
    let session = try DebianSpeech.session()
    var errors = 0
    var count = 0
    for utterance in try DebianSpeech.librivox() {
      let updates = try hear(utterance.samples, in: session)
      let words = updates.finals.first.flatMap { $0 }?.words.map(\.text) ?? []
      #expect(updates.all.count == 1)
      errors += DebianSpeech.errors(utterance.words, words)
      count += utterance.words.count
    }
    #expect(count == 71)
    // pocketsphinx_batch makes 19 to 25 errors here, by its settings.
    #expect(errors <= 23, "\(errors) of \(count) words are wrong")
  }

  @Test func theFastPresetHearsTheSameSpeech() throws {
    let session = try DebianSpeech.session(.init(preset: .fast))
    var errors = 0
    for utterance in try DebianSpeech.librivox() {
      let final = try hear(utterance.samples, in: session).finals.first.flatMap { $0 }
      errors += DebianSpeech.errors(utterance.words, final?.words.map(\.text) ?? [])
    }
    #expect(errors <= 27, "\(errors) words are wrong")
  }

  @Test func wordsHaveConfidenceAndTimesInOrder() throws {
    let samples = try DebianSpeech.goForward()
    let updates = try hear(samples, in: DebianSpeech.session())
    let final = try #require(updates.finals.first.flatMap { $0 })
    #expect(final.text == "go forward ten meters")
    #expect(final.alternatives.isEmpty)
    let length = AudioTime(samples: Int64(samples.count), rate: DebianSpeech.rate)
    #expect(updates.all.first?.range == AudioTimeRange(start: .zero, end: length))
    #expect(updates.all.first?.processedThrough == length)
    var last = AudioTime.zero
    for word in final.words {
      let range = try #require(word.range)
      #expect(range.start >= last && range.end <= length && !range.isEmpty)
      last = range.end
      let confidence = try #require(word.confidence)
      #expect((0...1).contains(confidence))
    }
  }

  @Test func timesFollowAPauseAndTheStartOfTheUtterance() throws {
    let session = try DebianSpeech.session()
    let samples = try DebianSpeech.goForward()
    let plain = try #require(try hear(samples, in: session).finals.first.flatMap { $0 })
    let start = AudioTime(samples: 12_345, rate: 1000)
    let moved = try #require(
      try hear(samples, in: session, start: start).finals.first.flatMap { $0 })
    #expect(moved.words.map(\.range) == plain.words.map { $0.range?.shifted(by: start) })

    // The same words again behind 4 s of near silence, in one utterance.
    let hush = (0..<64_000).map { Int16($0 % 7 - 3) }
    let twice = try #require(
      try hear(samples + hush + samples, in: session).finals.first.flatMap { $0 })
    #expect(twice.text == "go forward ten meters go forward ten meters")
    let gap = AudioTime(samples: Int64(samples.count + hush.count), rate: DebianSpeech.rate)
    for (first, second) in zip(twice.words.prefix(4), twice.words.dropFirst(4)) {
      let expected = try #require(first.range?.shifted(by: gap))
      let found = try #require(second.range)
      #expect(abs(expected.start.seconds - found.start.seconds) <= 0.05)
      #expect(abs(expected.end.seconds - found.end.seconds) <= 0.05)
    }
  }

  @Test func alternativesAreDistinctAndNoneIsTheBest() throws {
    let session = try DebianSpeech.session()
    let utterance = try #require(try DebianSpeech.librivox().first)
    let final = try #require(
      try hear(utterance.samples, in: session, wants: [.alternatives]).finals.first.flatMap { $0 })
    #expect((1...10).contains(final.alternatives.count))
    #expect(Set(final.alternatives).count == final.alternatives.count)
    #expect(!final.alternatives.contains(final.text))
    for text in final.alternatives {
      #expect(!text.contains { "<>[]()".contains($0) } && !text.isEmpty)
    }
  }

  @Test func partialTextsGrowTowardsTheFinalOne() throws {
    let session = try DebianSpeech.session()
    let utterance = try #require(try DebianSpeech.librivox().first)
    let updates = try hear(utterance.samples, in: session, wants: [.partials])
    #expect(updates.partials.count > 3)
    #expect(updates.finals.count == 1)
    #expect(updates.partials.allSatisfy { $0.stableWords <= $0.hypothesis.words.count })
    #expect(updates.partials.contains { $0.stableWords > 0 })
    #expect(updates.partials.allSatisfy { $0.hypothesis.words.allSatisfy { $0.confidence == nil } })
    let through = updates.all.map(\.processedThrough)
    #expect(through == through.sorted())
    #expect(updates.all.allSatisfy { $0.range.end == $0.processedThrough })
    let last = try #require(updates.partials.last?.hypothesis.words.map(\.text))
    #expect(DebianSpeech.errors(utterance.words, last) < utterance.words.count / 2)
  }

  @Test(arguments: [0, 1, 160, 410, 1599, 1600, 2000, 4000])
  func veryShortSoundGivesNothing(count: Int) throws {
    let session = try DebianSpeech.session()
    let noise = (0..<count).map { Int16($0 * 7919 % 101 - 50) }
    let updates = try hear(noise, in: session, wants: [.partials, .alternatives])
    #expect(updates.finals.count == 1)
    #expect(updates.finals.allSatisfy { $0 == nil })
    #expect(
      try hear(DebianSpeech.goForward(), in: session).finals.map { $0?.text }
        == ["go forward ten meters"])
  }

  @Test func silenceGivesNothing() throws {
    let silence = [Int16](repeating: 0, count: 48_000)
    let updates = try hear(silence, in: DebianSpeech.session(), wants: [.partials, .alternatives])
    #expect(updates.finals.count == 1)
    #expect(updates.finals.allSatisfy { $0 == nil })
  }
}
