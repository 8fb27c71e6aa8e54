import PocketSphinxEngine
import SpeechRecognition
import Testing

@testable import transcribe

struct ArgumentsTests {
  private func parse(_ words: String...) throws -> Arguments {
    guard case .transcribe(let arguments) = try Arguments.parse(words.map { Array($0.utf8) })
    else { throw Unexpected() }
    return arguments
  }

  private func mistake(_ words: String...) -> String? {
    do throws(Arguments.Mistake) {
      _ = try Arguments.parse(words.map { Array($0.utf8) })
      return nil
    } catch {
      return error.message
    }
  }

  private struct Unexpected: Error {}

  @Test func filesAreKeptInOrderWithTheirOptionsAnywhere() throws {
    let arguments = try parse("a.wav", "--json", "b.wav", "-", "--quiet", "--partials")
    #expect(arguments.inputs.map(\.name) == ["a.wav", "b.wav", "standard input"])
    #expect(arguments.format == .json)
    #expect(arguments.isQuiet && arguments.showsPartials && !arguments.isVerbose)
  }

  @Test func valuesStandBehindAnEqualsSignOrInTheNextWord() throws {
    let joined = try parse("--model=m=1", "--dict=d", "--lm=l", "--preset=fast", "--locale=de", "x")
    let apart = try parse(
      "--model", "m=1", "--dict", "d", "--lm", "l", "--preset", "fast", "--locale", "de", "x")
    #expect(joined == apart)
    #expect(joined.model == "m=1")
    #expect(joined.dictionary == "d")
    #expect(joined.languageModel == "l")
    #expect(joined.preset == .fast)
    #expect(joined.locale == LocaleID("de"))
  }

  @Test func twoDashesEndTheOptions() throws {
    let arguments = try parse("--quiet", "--", "--json", "-")
    #expect(arguments.inputs.map(\.name) == ["--json", "standard input"])
    #expect(arguments.format == .text)
  }

  @Test func fileNamesKeepBytesThatAreNotUTF8() throws {
    let name: [UInt8] = [0x61, 0xFF, 0x2E, 0x77]
    let command = try Arguments.parse([name])
    var expected = Arguments()
    expected.inputs = [Input(path: name)]
    #expect(command == .transcribe(expected))
    #expect(Input(path: name).nameBytes == name)
  }

  @Test func helpAndVersionGoBeforeOtherMistakes() throws {
    #expect(try Arguments.parse([Array("--help".utf8)]) == .help)
    #expect(try Arguments.parse(["--quiet", "-h"].map { Array($0.utf8) }) == .help)
    #expect(try Arguments.parse([Array("--version".utf8)]) == .version)
  }

  @Test func rawFormatsHaveDefaults() throws {
    #expect(try parse("--raw", "8000", "x").rawFormat == AudioFormat(.int16, sampleRate: 8000))
    #expect(
      try parse("--raw=44100:2", "x").rawFormat
        == AudioFormat(.int16, sampleRate: 44100, channels: 2))
    #expect(
      try parse("--raw=48000:1:float32", "x").rawFormat
        == AudioFormat(.float32, sampleRate: 48000))
  }

  @Test(arguments: [
    "", "x", "16000:", "16000:x", "16000:1:mp3", "16000:1:int16:1", "0", "-1", "16000:0",
    "16000:65535", "99999999999999999999",
  ])
  func rawFormatsThatMeanNothingAreRefused(_ value: String) {
    #expect(mistake("--raw=\(value)", "x")?.hasPrefix("--raw") == true)
  }

  @Test func channelsAreMixedOneOrSeparate() throws {
    #expect(try parse("x").channels == .mixed)
    #expect(try parse("--channel", "1", "x").channels == .channel(1))
    #expect(try parse("--channels=separate", "x").channels == .separate)
    #expect(try parse("--channels=mixed", "x").channels == .mixed)
    #expect(try parse("--diagnose", "x").diagnoses)
    for wrong in ["-1", "64", "left", "1.0", "9223372036854775807"] {
      #expect(mistake("--channel=\(wrong)", "x")?.hasPrefix("--channel is a number") == true)
    }
    #expect(mistake("--channels=2", "x") == "--channels is mixed or separate, not \"2\".")
    #expect(mistake("--channel=0", "--channels=separate", "x") != nil)
  }

  @Test func mistakesNameTheOption() {
    #expect(mistake("--jsn", "x") == "There is no option --jsn.")
    #expect(mistake("-x", "x") == "There is no option -x.")
    #expect(mistake("--quiet=yes", "x") == "--quiet takes no value.")
    #expect(mistake("x", "--model") == "--model needs a value.")
    #expect(mistake("x", "--model=") == "--model needs a value.")
    #expect(mistake("--preset=best", "x") == "--preset is accurate or fast, not \"best\".")
    #expect(mistake("--locale=!", "x")?.contains("\"!\"") == true)
  }

  @Test func whatCannotGoTogetherIsRefused() {
    #expect(mistake("--json", "--srt", "x") == "--json and --srt can't be used together.")
    #expect(mistake("--json", "--json", "x") == nil)
    #expect(mistake("--srt", "x", "y") == "--srt takes one FILE; 2 are given.")
    #expect(mistake("-", "-") == "Standard input (-) can be read only once.")
    #expect(mistake() == "No FILE is given.")
  }

  @Test func timesBesideJSONChangeNothing() throws {
    #expect(try parse("--json", "--times", "x") == parse("--json", "x"))
    #expect(try parse("--times", "--json", "x") == parse("--json", "x"))
    #expect(mistake("--times", "--srt", "x") == "--times and --srt can't be used together.")
    #expect(mistake("--times", "--json", "--srt", "x") != nil)
  }

  @Test func everyOptionStandsInTheHelp() {
    let options = [
      "--times", "--json", "--srt", "--partials", "--model", "--dict", "--lm", "--preset",
      "--locale", "--raw", "--quiet", "--verbose", "--help", "--version",
      "--diagnose", "--channel", "--channels",
    ]
    for option in options { #expect(Help.text.contains("  \(option) "), "\(option)") }
    #expect(Help.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }
}
