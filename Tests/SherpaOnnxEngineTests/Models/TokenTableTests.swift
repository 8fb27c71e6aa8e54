import Testing

@testable import SherpaOnnxEngine

struct TokenTableTests {
  private func table(_ text: String) throws -> TokenTable {
    try TokenTable(FileBytes(Array(text.utf8)))
  }

  @Test(arguments: [
    ("a 0\nb 1\n", 2),
    ("a 0\nb 1", 2),
    ("b 1\r\na 0\r\n", 2),
    ("IQ== 0\nIg== 1\n", 2),
    ("<blk> 0\n 1\n2\n\u{3000} 3\n▁ 4\n", 5),
    ("two words 0\na\t1\n", 2),
    ("a 0\nb 1\n\n\n", 2),
    ("a 0\na 1\n", 2),
  ])
  func tokensAreCounted(_ text: String, _ count: Int) throws {
    #expect(try table(text).count == count)
  }

  @Test(arguments: [
    ("", "empty"), ("\n\n", "no tokens"), ("this is a text\nof two lines\n", "line 1"),
    ("a 0\nb one\n", "line 2"), ("a 0\nb\n", "line 2"), ("a 0\nb -1\n", "line 2"),
    ("a 0\nb 0\n", "line 2"), ("a 0\nb 2\n", "index 1"), ("b 1\nc 2\n", "index 0"),
    ("a 0\nb 1.5\n", "line 2"), ("a 0\nb 99999999999999999999\n", "line 2"),
    ("a 0\nb 999999999\n", "too large"), ("a 0\n\0\0\0 1\n", "isn't text"),
    ("{\"a\": 0}\n", "line 1"),
  ])
  func aLineThatIsNoTokenIsNamed(_ text: String, _ reason: String) throws {
    let error = try #require(#expect(throws: GraphFault.self) { try table(text) })
    #expect(error.reason.contains(reason))
  }

  @Test func aCutFileIsRefusedOrHasFewerTokens() throws {
    let bytes = (0..<120).map { "token\($0) \($0)\n" }.joined().utf8
    for length in 0..<bytes.count - 1 {
      let cut = try? TokenTable(FileBytes(Array(bytes.prefix(length))))
      #expect((cut?.count ?? 0) < 120, "\(length) of \(bytes.count) bytes")
    }
    #expect(try TokenTable(FileBytes(Array(bytes))).count == 120)
  }

  @Test func changedBytesNeverTrap() {
    let bytes = Array((0..<50).map { "token\($0) \($0)\n" }.joined().utf8)
    var random = SplitMix(seed: 3)
    var refused = 0
    for _ in 0..<300 {
      var changed = bytes
      let place = Int.random(in: 0..<bytes.count, using: &random)
      changed[place] = .random(in: 0...255, using: &random)
      if (try? TokenTable(FileBytes(changed))) == nil { refused += 1 }
    }
    #expect(refused > 0)
  }

  @Test func sentenceMarksAndBothCasesMakeWrittenText() throws {
    let letters = (0..<26).flatMap { index in
      [65, 97].map { String(UnicodeScalar(UInt8($0 + index))) }
    }
    func writes(_ tokens: [String]) throws -> Bool {
      try table(tokens.enumerated().map { "\($1) \($0)\n" }.joined()).writesText
    }
    #expect(try writes(["<blk>"] + letters + [".", ",", "?"]))
    #expect(try !writes(["<blk>"] + letters))
    #expect(try !writes(letters.map { $0.uppercased() } + [".", ","]))
    #expect(try !writes(letters.map { $0.lowercased() } + [".", ","]))
  }
}
