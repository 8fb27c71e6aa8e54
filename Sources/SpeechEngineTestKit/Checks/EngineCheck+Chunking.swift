internal import SpeechRecognition

extension EngineCheck {
  /// The final words and their times don't depend on the pieces in which the sound comes.
  public static let chunking = EngineCheck(name: "The pieces of sound don't matter") { bench in
    let samples = try await bench.samples()
    try await bench.checkChunksOfSessions(samples)
    try await bench.checkChunksOfTasks(samples)
  }
}

extension CheckBench {
  /// The beginning of the shortest fixture, short enough to be given sample by sample.
  fileprivate func probe(_ samples: [Sample]) -> AudioBuffer? {
    let spoken = samples.filter { !words(in: $0.fixture.expectedText).isEmpty }
    let shortest = spoken.min { $0.sound.frameCount < $1.sound.frameCount }
    return shortest.map { $0.sound[0..<3 * $0.sound.format.sampleRate] }
  }

  fileprivate func checkChunksOfSessions(_ samples: [Sample]) async throws {
    let probe = probe(samples)
    try await drive { driver in
      for sample in samples {
        let whole = try driver.take(sample.sound).heard
        try requireText(of: sample, whole, "\(sample.fixture), whole, to a session")
        for (chunk, partials) in [(160, true), (4096, false)] {
          try requireSame(
            try driver.take(sample.sound, chunk: chunk, partials: partials).heard, as: whole,
            "\(sample.fixture) in pieces of \(chunk) samples to a session, partial results "
              + (partials ? "on" : "off"),
            reference: "the same, whole")
        }
      }
      guard let probe else { return }
      let whole = try driver.take(probe).heard
      for chunk in [1, 7] {
        try requireSame(
          try driver.take(probe, chunk: chunk).heard, as: whole,
          "\(probe.duration) of sound in pieces of \(chunk) samples to a session",
          reference: "the same, whole")
      }
    }
  }

  fileprivate func checkChunksOfTasks(_ samples: [Sample]) async throws {
    let recognizer = try recognizer()
    for sample in samples {
      let whole = try await hear([sample.sound], by: recognizer)
      try requireText(of: sample, whole, "\(sample.fixture), whole, to a recognition task")
      for (chunk, partials) in [(160, true), (4096, false)] {
        try requireSame(
          try await hear([sample.sound], chunk: chunk, partials: partials, by: recognizer),
          as: whole,
          "\(sample.fixture) in pieces of \(chunk) samples to a task, partial results "
            + (partials ? "on" : "off"),
          reference: "the same, whole")
      }
    }
    guard let probe = probe(samples) else { return }
    try requireSame(
      try await hear([probe], chunk: 7, partials: true, by: recognizer),
      as: try await hear([probe], by: recognizer),
      "\(probe.duration) of sound in pieces of 7 samples to a task",
      reference: "the same, whole")
  }
}
