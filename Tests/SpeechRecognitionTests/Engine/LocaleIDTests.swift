import Foundation
import Testing

@testable import SpeechRecognition

@Suite struct LocaleIDTests {
  @Test(arguments: [
    ("en-US", "en-US"), ("en_US.UTF-8", "en-US"), ("EN_us", "en-US"), ("zh-hans-cn", "zh-Hans-CN"),
    ("en_US@rg=gbzzzz", "en-US"), ("es-419", "es-419"), ("de", "de"), ("C", "und"), ("", "und"),
    ("de-DE-u-co-phonebk", "de-DE"), ("123-456", "und"),
  ])
  func readsLanguageScriptAndRegion(identifier: String, expected: String) {
    #expect(LocaleID(identifier).identifier == expected)
  }

  @Test func prefersTheRegionThenNoRegionThenTheFirst() {
    let candidates = ["fr-FR", "en-AU", "en", "en-US"].map { LocaleID($0) }
    #expect(LocaleID("en-US").bestMatch(among: candidates) == LocaleID("en-US"))
    #expect(LocaleID("en-GB").bestMatch(among: candidates) == LocaleID("en"))
    #expect(LocaleID("fr-CA").bestMatch(among: candidates) == LocaleID("fr-FR"))
  }

  @Test func neverMatchesAnotherLanguageOrScript() {
    let candidates = [LocaleID("en-US"), LocaleID("sr-Latn-RS")]
    #expect(LocaleID("de-DE").bestMatch(among: candidates) == nil)
    #expect(LocaleID("sr-Cyrl").bestMatch(among: candidates) == nil)
    #expect(LocaleID("").bestMatch(among: candidates) == nil)
  }

  @Test func codesAsItsIdentifier() throws {
    let data = try JSONEncoder().encode([LocaleID("pt_BR")])
    #expect(String(decoding: data, as: UTF8.self) == #"["pt-BR"]"#)
    #expect(try JSONDecoder().decode([LocaleID].self, from: data) == [LocaleID("pt-BR")])
  }
}
