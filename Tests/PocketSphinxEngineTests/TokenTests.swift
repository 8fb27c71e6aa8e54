import Testing

@testable import PocketSphinxEngine

struct TokenTests {
  @Test(arguments: [
    "<s>", "</s>", "<sil>", "[NOISE]", "[SPEECH]", "++BREATH++", "(NULL)", "", "[NOISE](2)",
    "<sil>(3)",
  ])
  func fillersAreNoWords(token: String) {
    #expect(Token.word(token) == nil)
  }

  @Test(arguments: [
    ("go", "go"), ("the(2)", "the"), ("a(12)", "a"), ("'em", "'em"), ("c++", "c++"),
    ("(2)", "(2)"), ("smile:)", "smile:)"), ("f(x)", "f(x)"), ("a()", "a()"), ("++", "++"),
    ("<", "<"), ("größe(2)", "größe"),
  ])
  func wordsKeepTheirSpelling(token: String, word: String) {
    #expect(Token.word(token) == word)
  }

  @Test func aLineOfTokensGivesItsWords() {
    #expect(Token.words(inLine: "<s> go  forward(2) <sil> ten </s>") == ["go", "forward", "ten"])
  }
}
