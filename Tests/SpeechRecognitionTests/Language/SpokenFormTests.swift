import SpeechRecognition
import Testing

@Suite struct SpokenFormTests {
  private func spoken(_ text: String, _ locale: String = "en-US") -> String {
    SpokenForm(locale: LocaleID(locale)).words(in: text).joined(separator: " ")
  }

  @Test(arguments: [
    ("Hello, world!", "hello world"), ("“Don’t,” he said — ‘never’.", "don't he said never"),
    ("rock 'n' roll", "rock n roll"),
    ("cold-hearted and/or well–known", "cold hearted and or well known"),
    ("…", ""), ("—", ""), ("", ""), ("AT&T, Q&A", "at and t q and a"),
    ("salt & pepper", "salt and pepper"),
    ("co\u{AD}op\u{FEFF}", "coop"), ("NASA’s FBI", "nasa's fbi"), ("o’clock", "o'clock"),
    ("It’s the U.S. at 5 a.m., e.g. J. Smith", "it's the u s at five a m e g j smith"),
    ("swift.org is here.Now", "swift dot org is here now"),
    ("me@home C++ 1+1=2", "me at home c plus plus one plus one equals two"),
  ])
  func marksAndCaseFallAway(_ text: String, _ expected: String) {
    #expect(spoken(text) == expected)
  }

  @Test(arguments: [
    ("0", "zero"), ("7", "seven"), ("12", "twelve"), ("40", "forty"), ("99", "ninety nine"),
    ("100", "one hundred"), ("205", "two hundred five"), ("1,205", "one thousand two hundred five"),
    ("1066", "one thousand sixty six"), ("12,000,001", "twelve million one"),
    (
      "999,999,999,999,999",
      "nine hundred ninety nine trillion nine hundred ninety nine billion nine hundred ninety nine million nine hundred ninety nine thousand nine hundred ninety nine"
    ),
    ("1000000", "one million"), ("5551234", "five five five one two three four"),
    ("007", "zero zero seven"),
    ("3.14", "three point one four"), (".5", "point five"),
    ("1,000.50", "one thousand point five zero"),
    ("1.2.3", "one point two point three"), ("-5", "minus five"), ("1,2,3", "one two three"),
    ("12,34", "twelve thirty four"), ("MP3 B2B 4K", "mp three b two b four k"),
    ("#5", "number five"),
    ("No. 5. No.", "number five no"), ("5% 20°", "five percent twenty degrees"),
    ("6 × 10 = 60", "six times ten equals sixty"),
  ])
  func numbersAreSpelledOut(_ text: String, _ expected: String) {
    #expect(spoken(text) == expected)
  }

  @Test(arguments: [
    ("1st", "first"), ("2nd", "second"), ("3rd", "third"), ("5th", "fifth"), ("8th", "eighth"),
    ("12th", "twelfth"), ("20th", "twentieth"), ("22nd", "twenty second"),
    ("100th", "one hundredth"),
    ("1,000th", "one thousandth"), ("1900th", "one thousand nine hundredth"),
  ])
  func ordinalsAreSpelledOut(_ text: String, _ expected: String) {
    #expect(spoken(text) == expected)
  }

  @Test(arguments: [
    ("1996", "nineteen ninety six"), ("1905", "nineteen oh five"), ("1900", "nineteen hundred"),
    ("1812", "eighteen twelve"), ("1800", "eighteen hundred"), ("2000", "two thousand"),
    ("2005", "two thousand five"), ("2010", "twenty ten"), ("2026,", "twenty twenty six"),
    ("1990s", "nineteen nineties"), ("1990’s", "nineteen nineties"), ("the 20s", "the twenties"),
    ("1900s", "nineteen hundreds"), ("6s", "sixes"),
    ("1,996", "one thousand nine hundred ninety six"),
    ("1996-97", "nineteen ninety six ninety seven"),
  ])
  func yearsAreReadInPairs(_ text: String, _ expected: String) {
    #expect(spoken(text) == expected)
  }

  @Test(arguments: [
    ("5:30", "five thirty"), ("5:05", "five oh five"), ("5:00.", "five o'clock"),
    ("5:00 PM", "five p m"),
    ("5:00pm", "five p m"), ("5:00 o'clock", "five o'clock"), ("17:00", "seventeen hundred"),
    ("1:02:03", "one oh two oh three"), ("at 5 pm I am", "at five p m i am"), ("3:1", "three one"),
    ("5:99", "five ninety nine"),
  ])
  func timesAreReadAsHoursAndMinutes(_ text: String, _ expected: String) {
    #expect(spoken(text) == expected)
  }

  @Test(arguments: [
    ("$5.20", "five dollars and twenty cents"), ("$1", "one dollar"),
    ("$1.01", "one dollar and one cent"),
    ("$0.50", "fifty cents"), ("$.50", "fifty cents"), ("$5.00", "five dollars"),
    ("$1996", "one thousand nine hundred ninety six dollars"),
    ("£2.50 €3", "two pounds and fifty pence three euros"), ("¥500", "five hundred yen"),
    ("$5 million,", "five million dollars"), ("$5.2 million", "five point two million dollars"),
    ("$5m $3bn $9k", "five million dollars three billion dollars nine thousand dollars"),
    ("5 million", "five million"), ("$5, million", "five dollars million"),
    ("-$5", "minus five dollars"), ("$", ""),
  ])
  func sumsNameTheirUnit(_ text: String, _ expected: String) {
    #expect(spoken(text) == expected)
  }

  @Test(arguments: [
    ("Mr. and Mrs. Smith", "mister and missus smith"),
    ("Dr Jones vs. Prof. X, etc.", "doctor jones versus professor x et cetera"),
    ("St. John lives on Main St. now", "saint john lives on main street now"),
    ("Main St.", "main street"),
    ("Gen. Lee in general", "general lee in general"),
    ("one more rep. and a gen.", "one more rep and a gen"),
    ("Ms. Lee", "ms lee"),
  ])
  func abbreviationsAreSpelledOut(_ text: String, _ expected: String) {
    #expect(spoken(text) == expected)
  }

  @Test func otherLanguagesKeepTheirFigures() {
    #expect(spoken("Es kostet 5,20 €, Dr. Groß – sagt’s!", "de") == "es kostet 5 20 dr groß sagt's")
    #expect(spoken("L’homme est-il là ?", "fr-FR") == "l'homme est il là")
    #expect(spoken("你好，世界。", "zh") == "你好 世界")
    #expect(spoken("मैं ठीक हूँ।", "hi") == "मैं ठीक हूँ")
    #expect(spoken("IŞIK İyi", "tr") == "ışık iyi")
    #expect(spoken("IŞIK", "de") == "işik")
  }

  @Test func spokenWordsStayAsTheyAre() {
    let texts = [
      "In 1996 Dr. Smith paid $5.20 at 5:00 — 22nd of May, 1990s & 50%.", "Don’t stop, U.S.A.!",
    ]
    for text in texts {
      let once = spoken(text)
      #expect(spoken(once) == once)
    }
  }

  /// Every kind of character on its own, and long runs of odd ones together.
  @Test(arguments: ["en", "tr", "und"])
  func anyTextGivesLowerCaseWordsWithoutBlanks(_ locale: String) {
    let form = SpokenForm(locale: LocaleID(locale))
    let odd: [Character] = [
      "'", "’", ".", ",", ":", "-", "−", "$", "€", "%", "#", "0", "1", "9", "٣", "½", "Ⅷ", "st",
      "s",
      "A", "é", "e\u{301}", "\u{301}", "\u{200D}", "\u{AD}", "👩‍👩‍👧", "🇩🇪", "1️⃣", "İ", "ǅ", "漢", "\u{0}",
      "\u{FFFD}", "\u{10FFFF}", "m", " ",
    ].compactMap { $0.first }
    var seed: UInt32 = 1
    func next(_ bound: Int) -> Int {
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return Int(seed >> 8) % bound
    }
    var texts = (0..<0x3000).compactMap { UnicodeScalar($0).map { "\($0)1\($0).\($0)" } }
    for _ in 0..<3000 { texts.append(String((0..<next(12)).map { _ in odd[next(odd.count)] })) }
    texts.append(String(repeating: "9", count: 5000))
    texts.append(String(repeating: "1,000", count: 1000))
    for text in texts {
      let words = form.words(in: text)
      #expect(words == form.words(in: text))
      for word in words {
        #expect(!word.isEmpty && !word.contains(where: \.isWhitespace), "\(text.debugDescription)")
        #expect(word == word.lowercased(), "\(text.debugDescription)")
      }
    }
  }
}
