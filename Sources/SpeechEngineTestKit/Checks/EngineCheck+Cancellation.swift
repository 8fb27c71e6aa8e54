internal import SpeechRecognition

extension EngineCheck {
  /// A cancelled utterance is left within the engine's stated step and a second of sound, a
  /// cancelled task ends at once with no result behind it, and the session then takes the next
  /// utterance as if nothing had been.
  public static let cancellation = EngineCheck(name: "Cancelling works") { bench in
    let samples = try await bench.samples()
    try await bench.checkAbandoning(samples)
    try await bench.checkCancelledSession(samples)
    for sample in samples { try await bench.checkCancelledTask(sample) }
  }
}

extension CheckBench {
  /// An utterance that is dropped, in whatever state, leaves nothing behind.
  fileprivate func checkAbandoning(_ samples: [Sample]) async throws {
    try await drive { driver in
      for sample in samples {
        let reference = try driver.take(sample.sound).heard
        try requireText(of: sample, reference, "\(sample.fixture) before anything is dropped")
        for share in [0.0, 0.5] {
          let dropped = DrivenUtterance(driver, partials: true)
          try dropped.begin()
          let heard = Int(Double(sample.sound.frameCount) * share)
          for piece in sample.sound[0..<heard].cut(into: 1600) { try dropped.accept(piece) }
          dropped.abandon()
          try requireSame(
            try driver.take(sample.sound).heard, as: reference,
            "\(sample.fixture), behind an utterance that was dropped after \(share) of it",
            reference: "the same before it")
        }
      }
    }
  }

  fileprivate func checkCancelledSession(_ samples: [Sample]) async throws {
    try await drive { driver in
      for sample in samples where !words(in: sample.fixture.expectedText).isEmpty {
        let reference = try driver.take(sample.sound).heard
        try cancel(driver, try longSound(of: sample, driver), sample)
        try requireSame(
          try driver.take(sample.sound).heard, as: reference,
          "\(sample.fixture), behind an utterance that was cancelled", reference: "before it")
      }
    }
  }

  /// How far an engine may go on when it is told to stop.
  fileprivate var allowance: AudioTime {
    engine.descriptor.longestStep + AudioTime(samples: 1, rate: 1)
  }

  /// A fixture over and over, much longer than a cancelled engine may go on.
  fileprivate func longSound(
    of sample: Sample, _ driver: SessionDriver
  ) throws(SpeechError) -> AudioBuffer {
    // The sound is given twice in one utterance.
    let longest = (driver.session.segmentation.longest?.seconds ?? 120) / 2
    let length = AudioTime(seconds: min(8 * allowance.seconds, longest))
    let frames = Int(length.samples(rate: driver.format.sampleRate))
    let count = max(frames / max(sample.sound.frameCount, 1), 0) + 1
    let sound = try AudioBuffer.joined(
      [AudioBuffer](repeating: sample.sound, count: count), format: driver.format)
    return sound[0..<frames]
  }

  /// Cancels from within the first update, or after the first call when none comes in it.
  fileprivate func cancel(
    _ driver: SessionDriver, _ sound: AudioBuffer, _ sample: Sample
  ) throws {
    let utterance = DrivenUtterance(driver, partials: true)
    let cancellation = utterance.cancellation
    let input = "\(sample.fixture) over and over in one call, cancelled at the first update"
    defer { utterance.abandon() }
    try utterance.begin()
    var limit = sound.duration + allowance
    do throws(SpeechError) {
      try utterance.accept(sound) { _ in cancellation.set() }
      cancellation.set()
      if let first = utterance.take.marks.first {
        limit = first.update.processedThrough + allowance
      }
      try utterance.accept(sound)
      try utterance.end()
    } catch {
      try require(
        error.isCancellation, input,
        expected: "No error, or one of code `cancelled`.", actual: "\(error)")
    }
    for mark in utterance.take.marks where !mark.update.words.isEmpty {
      try require(
        mark.update.processedThrough <= limit, input,
        expected: "No words of sound behind \(limit), \(allowance) behind the cancelling.",
        actual: "\(mark.update.summary) through \(mark.update.processedThrough).")
    }
  }

  fileprivate func checkCancelledTask(_ sample: Sample) async throws {
    // One worker: the next task needs the one that the cancelled task had.
    let recognizer = try recognizer(
      limits: EngineLimits(concurrent: 1, longestWait: .seconds(60)))
    let reference = try await hear([sample.sound], partials: true, by: recognizer)
    try requireText(of: sample, reference, "\(sample.fixture) to a task")
    let input = "\(sample.fixture), half of it taken, then cancelled"
    do {
      let request = AudioBufferRecognitionRequest()
      let task = recognizer.recognitionTask(with: request)
      try await request.append(sample.sound[0..<sample.sound.frameCount / 2])
      for await _ in task.progress { break }
      task.cancel()
      var endings: [RecognitionEvent.Outcome] = []
      for await event in task.events {
        try require(
          endings.isEmpty, input, expected: "Nothing behind the end.", actual: "\(event)")
        if case .ended(let outcome) = event { endings.append(outcome) }
      }
      var isCancelled = false
      if case .cancelled? = endings.first { isCancelled = true }
      try require(
        isCancelled, input, expected: "The outcome “cancelled”.", actual: "\(endings)")
    }
    try requireSame(
      try await hear([sample.sound], partials: true, by: recognizer), as: reference,
      "\(sample.fixture) to a task behind one that was cancelled", reference: "the task before")
  }
}
