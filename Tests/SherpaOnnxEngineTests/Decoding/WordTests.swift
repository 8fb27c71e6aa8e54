import SpeechAudio
import SpeechRecognition
import Testing

@testable import SherpaOnnxEngine

@Suite("Words from tokens")
struct WordTests {
  private let utterance = AudioTimeRange(
    start: AudioTime(samples: 10, rate: 1), end: AudioTime(samples: 14, rate: 1))

  private func recognized(_ text: String, _ tokens: [(String, Double)]) -> Recognized {
    Recognized(text: text, tokens: tokens.map { Recognized.Token(text: $0, start: $1) })
  }

  @Test("A word begins with its first token and ends where the next begins")
  func times() {
    let words = recognized(
      "good morning all", [("▁go", 0.5), ("od", 0.7), ("▁morn", 1), ("ing", 1.2), ("▁all", 2)]
    ).words(in: utterance)
    #expect(words.map(\.text) == ["good", "morning", "all"])
    #expect(words.map { $0.range?.start.seconds } == [10.5, 11, 12])
    #expect(words.map { $0.range?.end.seconds } == [11, 12, 14])
  }

  @Test("A duration that is given ends a word")
  func durations() {
    var found = recognized("a b", [("a", 0), (" b", 2)])
    found.tokens[0].duration = 0.25
    #expect(found.words(in: utterance).map { $0.range?.end.seconds } == [10.25, 14])
  }

  @Test("Times that don't make sense stay inside the utterance")
  func wildTimes() {
    for start in [-5.0, 3.9999, 100, 1e300] {
      let words = recognized("a b", [("a", start), ("b", 1)]).words(in: utterance)
      for range in words.compactMap(\.range) {
        #expect(range.start >= utterance.start && range.end <= utterance.end)
        #expect(range.start <= range.end)
      }
    }
  }

  @Test("Tokens that don't spell the text give no times")
  func otherText() {
    let words = recognized("Hello there.", [("hel", 0), ("lo", 1), ("there", 2)])
      .words(in: utterance)
    #expect(words.map(\.text) == ["Hello", "there."])
    #expect(words.allSatisfy { $0.range == nil && $0.confidence == nil })
  }

  @Test("Pieces marked as going on make one word")
  func goingOn() {
    let words = recognized("believe", [("be@@", 0), ("lieve", 0.5)]).words(in: utterance)
    #expect(words.map(\.text) == ["believe"])
    #expect(words.first?.range?.start.seconds == 10)
  }

  @Test("Each character is a word where no blanks are written, and the text stays as it was")
  func noBlanks() {
    let words = recognized("今天 OK吗。", []).words(in: utterance)
    #expect(words.map(\.text) == ["今", "天", "OK", "吗。"])
    #expect(words.map(\.joinsPrevious) == [false, true, false, true])
    #expect(Hypothesis(words: words).text == "今天 OK吗。")
  }

  @Test("Confidence is the geometric mean of the tokens' probabilities")
  func confidence() throws {
    var found = recognized("ab", [("a", 0), ("b", 1)])
    found.tokens[0].probability = 0.9
    #expect(found.words(in: utterance)[0].confidence == nil)
    found.tokens[1].probability = 0.4
    let confidence = try #require(found.words(in: utterance)[0].confidence)
    #expect(abs(confidence - 0.6) < 1e-9)
  }

  @Test("Two texts in a row settle the words that they share, but for the last")
  func settling() {
    var partials = PartialTexts()
    #expect(partials.take(["How", "do"]) == 0)
    #expect(partials.take(["Had", "he", "married?"]) == 0)
    #expect(partials.take(["Had", "he", "married", "a"]) == 2)
    #expect(partials.take(["Had", "he", "married", "a"]) == nil)
    #expect(partials.take(["Had", "he"]) == 1)
  }
}
