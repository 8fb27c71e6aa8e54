internal import SpeechRecognition

extension EngineCheck {
  /// Times lie inside the sound that was given, in order, and move exactly with the place of the
  /// sound on the timeline: behind an inserted pause, and on a second input.
  ///
  /// An engine that doesn't say that it tells the times of words is checked by the times of its
  /// utterances, which must hold what was said to 0.25 s.
  public static let times = EngineCheck(name: "Times are right") { bench in
    let samples = try await bench.samples()
    let style = try await bench.drive { $0.session.segmentation.style }
    try await bench.checkUtteranceTimes(samples)
    for sample in samples where style == .cutAtPauses {
      let alone = try await bench.hear([sample.sound], by: try bench.recognizer())
      try bench.requireText(of: sample, alone, "\(sample.fixture) to a task")
      try await bench.checkInsertedPause(sample, alone)
      try await bench.checkSecondInput(sample, alone)
    }
  }
}

extension CheckBench {
  fileprivate func checkUtteranceTimes(_ samples: [Sample]) async throws {
    let isTimed = abilities.contains(.wordTimes)
    try await drive { driver in
      // A start that is no whole number of frames or milliseconds, an hour into the stream.
      let start = AudioTime(
        samples: Int64(3600 * driver.format.sampleRate + 7), rate: driver.format.sampleRate)
      for sample in samples {
        let take = try driver.take(sample.sound, chunk: 160, partials: true)
        try requireText(of: sample, take.heard, "\(sample.fixture) in pieces of 160 samples")
        try checkUpdates(of: take, "\(sample.fixture) at the start of the stream")
        try checkWords(of: take, sample, isTimed: isTimed)
        let tight = sample.sound.endingWithSound
        try checkUpdates(
          of: try driver.take(
            tight[0..<max(tight.frameCount - 37, 0)], chunk: 4096, partials: true),
          "\(sample.fixture), cut 37 samples before the end of its last word")
        let later = try driver.take(sample.sound, chunk: 160, start: start, partials: true)
        try checkUpdates(of: later, "\(sample.fixture) at \(start)")
        try checkUtterances(
          later.spokenRanges, in: [start], of: sample, "\(sample.fixture) at \(start)")
        guard driver.session.segmentation.style != .engineCuts else { continue }
        try requireSame(
          later.heard, as: take.heard.shifted(by: start), "\(sample.fixture) at \(start)",
          reference: "the start of the stream, moved by \(start)")
      }
    }
  }

  /// Every update is about sound that was there when it came.
  fileprivate func checkUpdates(of take: Take, _ input: String) throws(EngineCheckFailure) {
    var through = take.start
    for mark in take.marks {
      let update = mark.update
      let given = AudioTimeRange(start: take.start, end: mark.fedThrough)
      try require(
        given.encloses(update.range), input,
        expected: "Updates about the sound that was given, \(given).",
        actual: "\(update.summary) about \(update.range).")
      try require(
        through <= update.processedThrough && update.processedThrough <= mark.fedThrough, input,
        expected: "`processedThrough` from \(through) to \(mark.fedThrough).",
        actual: "\(update.processedThrough) with \(update.summary).")
      through = update.processedThrough
      for word in update.words {
        guard let range = word.range else { continue }
        try require(
          given.encloses(range), input,
          expected: "Words in the sound that was given, \(given).",
          actual: "“\(word.text)” at \(range) with \(update.summary).")
      }
    }
  }

  /// The final words follow each other and take some time.
  fileprivate func checkWords(
    of take: Take, _ sample: Sample, isTimed: Bool
  ) throws(EngineCheckFailure) {
    let words = take.heard.words
    let input = "\(sample.fixture) at the start of the stream"
    for word in words where isTimed {
      try require(
        word.range != nil, input,
        expected: "A time for each word, since the engine says that it tells them.",
        actual: "None for “\(word.text)”.")
    }
    let ranges = words.compactMap(\.range)
    for (range, next) in zip(ranges, ranges.dropFirst()) {
      try require(
        range.end <= next.start, input, expected: "Words that begin when the last has ended.",
        actual: "\(take.heard)")
    }
    guard ranges.count > 1, let first = ranges.first, let last = ranges.last else { return }
    let least = AudioTime(samples: 3 * Int64(ranges.count), rate: 100)
    try require(
      last.end - first.start >= least, input,
      expected: "\(ranges.count) words that last \(least) together, 30 ms each.",
      actual: "\(take.heard)")
  }

  /// The utterances that have words follow each other and hold what is loud, to 0.25 s, in each
  /// place where the sound stands; none reaches from one place into another.
  fileprivate func checkUtterances(
    _ ranges: [AudioTimeRange], in places: [AudioTime], of sample: Sample, _ input: String
  ) throws(EngineCheckFailure) {
    guard !words(in: sample.fixture.expectedText).isEmpty else { return }
    let said = places.map { sample.sound.loudRange.shifted(by: $0) }
    let tolerance = AudioTime(samples: 1, rate: 4)
    for (range, next) in zip(ranges, ranges.dropFirst()) {
      try require(
        range.end <= next.start, input,
        expected: "Utterances that begin when the last has ended.", actual: "\(ranges)")
    }
    var rest = ranges[...]
    for (index, speech) in said.enumerated() {
      let end = index + 1 < said.count ? said[index + 1].start : AudioTime(seconds: .infinity)
      let own = rest.prefix { $0.start + tolerance < end }
      rest = rest.dropFirst(own.count)
      let first = own.first?.start ?? end
      let last = own.last?.end ?? first
      try require(
        first <= speech.start + tolerance && speech.end <= last + tolerance
          && last <= end + tolerance,
        input,
        expected: "Utterances that hold the speech in \(speech), and nothing from \(end) on.",
        actual: "\(ranges)")
    }
  }

  /// Sound, a pause of digital silence, the same sound: the second is the first, moved.
  fileprivate func checkInsertedPause(_ sample: Sample, _ alone: Heard) async throws {
    let rate = sample.sound.format.sampleRate
    let frame = max(rate / 100, 1)
    let frames = (sample.sound.frameCount + frame - 1) / frame * frame + 3 * rate / frame * frame
    let pause = AudioBuffer(
      [Float](repeating: 0, count: frames - sample.sound.frameCount), sampleRate: rate)
    let offset = AudioTime(samples: Int64(frames), rate: rate)
    var expected = alone
    expected.words += alone.shifted(by: offset).words
    let input = "\(sample.fixture), then silence up to \(offset), then the same again, to a task"
    let both = try await recognizer().transcribe(
      SoundSequence([sample.sound, pause, sample.sound], chunk: 1600)
    ).utterances
    try requireSame(
      Heard(both), as: expected, input, reference: "one alone, and once more moved by \(offset)")
    try checkUtterances(both.map(\.timeRange), in: [.zero, offset], of: sample, input)
  }

  /// The same sound as two inputs of one analyzer.
  fileprivate func checkSecondInput(_ sample: Sample, _ alone: Heard) async throws {
    let transcriber = SpeechTranscriber(
      engine: engine, locale: configuration.locale, preset: .progressive,
      limits: EngineLimits(concurrent: 2))
    let analyzer = SpeechAnalyzer(modules: [transcriber])
    let sound = SoundSequence(sample.sound, chunk: 1600)
    async let reading = transcriber.results.reduce(into: Transcript()) { $0.append($1) }
    try await analyzer.analyzeSequence(sound)
    try await analyzer.analyzeSequence(sound)
    try await analyzer.finalizeAndFinishThroughEndOfInput()
    let both = try await reading.utterances
    var expected = alone
    expected.words += alone.shifted(by: sample.sound.duration).words
    let input = "\(sample.fixture) as two inputs of an analyzer"
    try requireSame(
      Heard(both), as: expected, input,
      reference: "a task, and once more moved by \(sample.sound.duration)")
    try checkUtterances(
      both.map(\.timeRange), in: [.zero, sample.sound.duration], of: sample, input)
  }
}

extension AudioTimeRange {
  fileprivate func encloses(_ other: AudioTimeRange) -> Bool {
    start <= other.start && other.end <= end
  }
}

extension Take {
  /// The stretches that the final results with words are about.
  fileprivate var spokenRanges: [AudioTimeRange] {
    marks.compactMap { mark in
      guard case .final(let hypothesis?) = mark.update.kind, !hypothesis.words.isEmpty
      else { return nil }
      return mark.update.range
    }
  }
}
