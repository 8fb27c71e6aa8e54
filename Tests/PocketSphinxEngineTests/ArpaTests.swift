import EngineTestSupport
import PocketSphinxEngine
import SpeechRecognition
import Testing

@Suite(.enabled(if: DebianSpeech.isThere, Comment(rawValue: DebianSpeech.reason)))
struct ArpaTests {
  private static let whole = """
    \\data\\
    ngram 1=6
    ngram 2=5

    \\1-grams:
    -1.0 <s> -0.3
    -1.0 </s>
    -1.0 go -0.3
    -1.0 forward -0.3
    -1.0 ten -0.3
    -1.0 meters -0.3

    \\2-grams:
    -0.1 <s> go
    -0.1 go forward
    -0.1 forward ten
    -0.1 ten meters
    -0.1 meters </s>

    \\end\\

    """

  private func load(_ text: String) throws {
    let copy = try ModelCopy()
    try copy.replace("own.lm", with: text)
    let engine = PocketSphinxEngine(
      .init(model: copy.folder, languageModel: copy.url("own.lm")))
    let model = try engine.loadModel(DebianSpeech.configuration)
    let session = try model.makeSession(DebianSpeech.configuration)
    let finals = try hear(DebianSpeech.goForward(), in: session).finals
    #expect(finals.map { $0?.text } == ["go forward ten meters"])
  }

  @Test func aWholeTextModelIsUsed() throws { try load(Self.whole) }

  @Test func aTextModelThatIsCutAnywhereIsRefused() throws {
    let lines = Self.whole.split(separator: "\n", omittingEmptySubsequences: false)
    for count in 0..<lines.count - 2 {
      let error = #expect(throws: SpeechError.self) {
        try load(lines.prefix(count).map { $0 + "\n" }.joined())
      }
      #expect(error?.code == .malformedModel)
    }
  }

  @Test(arguments: [
    ("ngram 2=5", "ngram 2=50"), ("ngram 1=6", "ngram 1=0"), ("-1.0 ten", "nan ten"),
    ("-1.0 ten", "7.0 ten"), ("-1.0 <s>", "-1.0 <x>"), ("-1.0 </s>", "-1.0 </x>"),
    ("\\2-grams:", "\\3-grams:"), ("-0.1 go forward", "-0.1 go"),
  ])
  func aWrongLineIsRefused(right: String, wrong: String) throws {
    let text = Self.whole.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(right) ? wrong + $0.dropFirst(right.count) : String($0) }
      .joined(separator: "\n")
    #expect(text != Self.whole)
    let error = #expect(throws: SpeechError.self) { try load(text) }
    #expect(error?.code == .malformedModel)
  }
}
