import Testing

@testable import SpeechRecognition

@Suite struct ResultChannelTests {
  @Test func everyReaderGetsAllFinalsInOrder() async throws {
    let channel = ResultChannel<Int>()
    async let early = channel.results.reduce(into: [Int]()) { $0.append($1) }
    for number in 1...100 { channel.send(number) }
    channel.finish()
    let late = try await channel.results.reduce(into: [Int]()) { $0.append($1) }
    #expect(try await early == Array(1...100))
    #expect(late == Array(1...100))
  }

  @Test func aLateReaderGetsOnlyTheNewestVolatileResult() async throws {
    let channel = ResultChannel<String>()
    channel.send("final 1")
    channel.sendVolatile("volatile 1")
    channel.sendVolatile("volatile 2")
    var reader = channel.results.makeAsyncIterator()
    #expect(try await reader.next() == "final 1")
    #expect(try await reader.next() == "volatile 2")
    channel.send("final 2")
    channel.finish()
    #expect(try await reader.next() == "final 2")
    #expect(try await reader.next() == nil)
  }

  @Test func aFinalResultReplacesTheVolatileOne() async throws {
    let channel = ResultChannel<String>()
    channel.sendVolatile("turn")
    channel.send("turn on")
    channel.finish()
    let all = try await channel.results.reduce(into: [String]()) { $0.append($1) }
    #expect(all == ["turn on"])
  }

  @Test func aVolatileResultThatNothingFollowedEndsWithTheChannel() async throws {
    let channel = ResultChannel<String>()
    channel.sendVolatile("turn")
    channel.finish()
    #expect(try await channel.results.first { _ in true } == nil)
  }

  @Test func finalsComeBeforeTheErrorThatEndedTheChannel() async {
    let channel = ResultChannel<Int>()
    channel.send(1)
    channel.finish(throwing: SpeechError(.engineFailed, "boom"))
    var read: [Int] = []
    let error = await #expect(throws: SpeechError.self) {
      for try await number in channel.results { read.append(number) }
    }
    #expect(read == [1])
    #expect(error?.code == .engineFailed)
  }

  @Test func nothingIsTakenAfterTheEnd() async throws {
    let channel = ResultChannel<Int>()
    channel.finish()
    channel.send(1)
    channel.sendVolatile(2)
    channel.finish(throwing: SpeechError(.engineFailed, "late"))
    #expect(try await channel.results.first { _ in true } == nil)
  }

  @Test func aReaderTooFarBehindIsToldTheRangeThatWasGivenUp() async {
    let channel = ResultChannel<Int>(capacity: 8) { number in
      AudioTimeRange(
        start: AudioTime(samples: Int64(number), rate: 1),
        duration: AudioTime(samples: 1, rate: 1))
    }
    for number in 0..<100 { channel.send(number) }
    var reader = channel.results.makeAsyncIterator()
    let error = await #expect(throws: SpeechError.self) { try await reader.next() }
    #expect(error?.code == .resultsDropped)
    #expect(error?.timeRange?.start == .zero)
    #expect((error?.timeRange?.end.seconds ?? 0) >= 90)
  }

  @Test func aCancelledReaderEndsWithoutAResult() async {
    let channel = ResultChannel<Int>()
    let reading = Task {
      try await channel.results.first { _ in true }
    }
    reading.cancel()
    let error = await #expect(throws: SpeechError.self) { try await reading.value }
    #expect(error?.isCancellation == true)
  }

  @Test func aCancelledReaderStopsAlsoWhenResultsAreReady() async {
    let channel = ResultChannel<Int>()
    for number in 1...1000 { channel.send(number) }
    let reading = Task {
      var read = 0
      for try await _ in channel.results {
        read += 1
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return read
    }
    let error = await #expect(throws: SpeechError.self) { try await reading.value }
    #expect(error?.isCancellation == true)
  }

  @Test func aReaderThatCannotFailGoesOnBehindWhatWasGivenUp() async {
    let channel = ResultChannel<Int>(capacity: 8)
    for number in 0..<100 { channel.send(number) }
    channel.finish()
    let sequence = ResultSequence<Int, Never>(unfailing: channel)
    let read = await sequence.reduce(into: []) { $0.append($1) }
    #expect(read.last == 99)
    #expect(read.count >= 8)
  }

  @Test func aCancelledReaderOfASequenceThatCannotThrowEnds() async {
    let channel = ResultChannel<Int>()
    let sequence = ResultSequence<Int, Never>(unfailing: channel)
    let reading = Task { await sequence.first { _ in true } }
    reading.cancel()
    #expect(await reading.value == nil)
  }

  @Test func sequencesKeepTheirProducerAlive() async throws {
    final class Producer: Sendable {}
    let channel = ResultChannel<Int>()
    weak var producer: Producer?
    var iterator: ResultSequence<Int, SpeechError>.AsyncIterator?
    do {
      let strong = Producer()
      producer = strong
      iterator = ResultSequence(channel, producer: strong).makeAsyncIterator()
    }
    #expect(producer != nil)
    channel.send(1)
    #expect(try await iterator?.next() == 1)
    iterator = nil
    #expect(producer == nil)
  }
}
