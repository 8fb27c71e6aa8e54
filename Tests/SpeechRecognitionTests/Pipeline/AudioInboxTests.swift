import Testing

@testable import SpeechRecognition

@Suite struct AudioInboxTests {
  private func second(at start: AudioTime? = nil) -> AudioBuffer {
    AudioBuffer([Int16](repeating: 1, count: 8000), sampleRate: 8000, start: start)
  }

  @Test func buffersComeOutInOrderWithTheirPlaces() async throws {
    let inbox = AudioInbox()
    for _ in 0..<3 { try await inbox.append(second()) }
    inbox.end()
    var starts: [Double?] = []
    while let buffer = await inbox.next() { starts.append(buffer.start?.seconds) }
    #expect(starts == [0, 1, 2])
  }

  @Test func offerRefusesWhenFullAndTakesAgainWhenThereIsRoom() async throws {
    let inbox = AudioInbox()
    var taken = 0
    while try inbox.offer(second()) { taken += 1 }
    #expect(Double(taken) == AudioInbox.capacity)
    _ = await inbox.next()
    #expect(try inbox.offer(second()))
  }

  @Test func appendWaitsWhileFullAndGoesOnWhenTheConsumerReads() async throws {
    let inbox = AudioInbox()
    let appending = Task {
      for _ in 0..<50 { try await inbox.append(second()) }
      inbox.end()
    }
    var count = 0
    while await inbox.next() != nil { count += 1 }
    try await appending.value
    #expect(count == 50)
  }

  @Test func smallBuffersThatWaitAreJoinedWithoutLosingASample() async throws {
    let inbox = AudioInbox()
    let samples = (0..<20_000).map { Int16(truncatingIfNeeded: $0) }
    for sample in samples { try await inbox.append(AudioBuffer([sample], sampleRate: 16_000)) }
    inbox.end()
    var heard: [Int16] = []
    var count = 0
    while let buffer = await inbox.next() {
      #expect(buffer.start == AudioTime(samples: Int64(heard.count), rate: 16_000))
      heard += buffer.int16Samples
      count += 1
    }
    #expect(heard == samples)
    #expect(count < 10)
  }

  @Test func buffersAroundAGapAndOfDifferentFormatsStayApart() async throws {
    let inbox = AudioInbox()
    let tenth = AudioBuffer([Int16](repeating: 1, count: 1600), sampleRate: 16_000)
    try await inbox.append(tenth)
    try await inbox.append(tenth.placed(at: AudioTime(samples: 1, rate: 1)))
    try await inbox.append(AudioBuffer([Float](repeating: 1, count: 1600), sampleRate: 16_000))
    inbox.end()
    var counts: [Int] = []
    while let buffer = await inbox.next() { counts.append(buffer.frameCount) }
    #expect(counts == [1600, 1600, 1600])
  }

  @Test func oneBufferLongerThanTheLineIsTaken() throws {
    let inbox = AudioInbox()
    let long = AudioBuffer([Int16](repeating: 0, count: 80_000), sampleRate: 4000)
    #expect(try inbox.offer(long))
  }

  @Test func anOverlappingBufferIsRefusedWithItsRangeAndTheNextIsTaken() async throws {
    let inbox = AudioInbox()
    try await inbox.append(second())
    let early = AudioTime(samples: 1, rate: 2)
    let error = await #expect(throws: SpeechError.self) {
      try await inbox.append(self.second(at: early))
    }
    #expect(error?.code == .audioDisordered)
    #expect(error?.timeRange?.start == early)
    try await inbox.append(second(at: AudioTime(samples: 2, rate: 1)))
    _ = await inbox.next()
    #expect(await inbox.next()?.start?.seconds == 2)
  }

  @Test(arguments: [
    AudioBuffer([Int16](), sampleRate: 0), AudioBuffer([Int16(1)], sampleRate: 8000, channels: 0),
    AudioBuffer([Float(0)], sampleRate: 8000, channels: 2),
    AudioBuffer([Float(0)], sampleRate: 1_000_000),
    AudioBuffer([Int16(1)], sampleRate: 8000, channels: -3),
  ])
  func aBufferOfAnImpossibleFormatIsRefused(buffer: AudioBuffer) async {
    let inbox = AudioInbox()
    let error = await #expect(throws: SpeechError.self) { try await inbox.append(buffer) }
    #expect(error?.code == .unexpectedAudioFormat)
  }

  @Test func soundAfterTheEndIsRefused() async {
    let inbox = AudioInbox()
    inbox.end()
    let error = await #expect(throws: SpeechError.self) { try await inbox.append(self.second()) }
    #expect(error?.code == .sessionFinished)
  }

  @Test func closingWakesAWaitingProducerWithItsReason() async throws {
    let inbox = AudioInbox()
    while try inbox.offer(second()) {}
    let appending = Task { try await inbox.append(second()) }
    inbox.close(SpeechError(.engineFailed, "boom"))
    let error = await #expect(throws: SpeechError.self) { try await appending.value }
    #expect(error?.code == .engineFailed)
  }

  @Test func cancellingWakesAWaitingProducer() async throws {
    let inbox = AudioInbox()
    while try inbox.offer(second()) {}
    let appending = Task { try await inbox.append(second()) }
    appending.cancel()
    let error = await #expect(throws: SpeechError.self) { try await appending.value }
    #expect(error?.isCancellation == true)
  }

  @Test func cancellingWakesAWaitingConsumer() async {
    let inbox = AudioInbox()
    let reading = Task { await inbox.next() == nil }
    reading.cancel()
    #expect(await reading.value)
  }
}

@Suite struct AudioTimelineTests {
  @Test func startsThatAreRoundedToMillisecondsFollowOn() throws {
    var timeline = AudioTimeline()
    let buffer = AudioBuffer([Int16](repeating: 0, count: 1024), sampleRate: 44_100)
    for index in 0..<200 {
      let exact = AudioTime(samples: Int64(index) * 1024, rate: 44_100)
      let rounded = AudioTime(samples: exact.samples(rate: 1000), rate: 1000)
      #expect(try timeline.place(buffer.placed(at: rounded)).start == exact)
    }
  }

  @Test func moreThanTheToleranceIsAGapOrAnOverlap() throws {
    var timeline = AudioTimeline()
    let second = AudioBuffer([Int16](repeating: 0, count: 8000), sampleRate: 8000)
    _ = try timeline.place(second)
    let late = AudioTime(samples: 1003, rate: 1000)
    #expect(try timeline.place(second.placed(at: late)).start == late)
    let error = #expect(throws: SpeechError.self) {
      try timeline.place(second.placed(at: AudioTime(samples: 2, rate: 1)))
    }
    #expect(error?.code == .audioDisordered)
  }
}
