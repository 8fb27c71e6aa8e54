import Testing

@testable import SpeechRecognition

@Suite struct UtteranceListTests {
  private func utterance(_ start: Int64, channel: Int) -> Transcription.Utterance {
    let start = AudioTime(samples: start, rate: 1)
    return Transcription.Utterance(
      Hypothesis(words: [Hypothesis.Word("\(start)")]),
      timeRange: AudioTimeRange(start: start, duration: AudioTime(samples: 1, rate: 1)),
      channel: channel)
  }

  @Test(arguments: [1, 7, 63, 64, 65, 130, 200])
  func utterancesAreKeptInTheOrderOfTimeHoweverLateTheyCome(lateness: Int) {
    var list = UtteranceList()
    let count = 300
    // The second channel's come behind later ones of the first.
    var copies: [(UtteranceList, [Transcription.Utterance])] = []
    for index in 0..<count + lateness {
      if index < count { list.insert(utterance(Int64(index), channel: 0)) }
      if index >= lateness { list.insert(utterance(Int64(index - lateness), channel: 1)) }
      if index % 50 == 0 { copies.append((list, list.all)) }
    }
    let expected = (0..<Int64(count)).flatMap {
      [utterance($0, channel: 0), utterance($0, channel: 1)]
    }
    #expect(list.all == expected)
    for (copy, all) in copies { #expect(copy.all == all) }
  }
}
