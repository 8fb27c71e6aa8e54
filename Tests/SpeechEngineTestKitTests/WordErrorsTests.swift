import SpeechEngineTestKit
import SpeechRecognition
import Testing

struct WordErrorsTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "a b", 2), ("a b c", "a b c", 0), ("a b c", "a x c", 1),
    ("a b c", "b c", 1), ("a b c", "a b b c d", 2), ("a b", "b a", 2), ("a b c d", "x", 4),
    ("Don't stop, Mr. Smith!", "don’t stop mr smith", 0), ("rock 'n' roll", "rock n roll", 0),
    ("2 o'clock", "two o'clock", 0), ("In 1996, $5.", "in nineteen ninety six five dollars", 0),
    ("3 o'clock", "two o'clock", 1),
  ])
  func countsTheLeastChanges(_ reference: String, _ hypothesis: String, _ expected: Int) {
    #expect(WordErrors.count(reference: reference, hypothesis: hypothesis) == expected)
  }

  @Test func figuresOfOtherLanguagesAreComparedAsTheyStand() {
    let german = LocaleID("de")
    #expect(WordErrors.count(reference: "5 Äpfel!", hypothesis: "5 äpfel", locale: german) == 0)
    #expect(WordErrors.count(reference: "5 Äpfel", hypothesis: "five äpfel", locale: german) == 1)
  }
}
