internal import SpeechRecognition

extension EngineCheck {
  /// The same sound gives the same words at the same times: first, last or alone in a session,
  /// beside another session, with and without partial results.
  public static let determinism = EngineCheck(name: "The same sound gives the same words") {
    bench in
    let samples = try await bench.samples()
    var alone: [Heard] = []
    for sample in samples {
      alone.append(try await bench.drive { try $0.take(sample.sound).heard })
      try bench.requireText(of: sample, alone[alone.count - 1], "\(sample.fixture) alone")
    }
    try await bench.checkOrder(samples, alone)
    try await bench.checkInterleaved(samples, alone)
    try await bench.checkConcurrentSessions(samples, alone)
    try await bench.checkConcurrentTasks(samples)
  }
}

extension CheckBench {
  fileprivate func checkOrder(_ samples: [Sample], _ alone: [Heard]) async throws {
    try await drive { driver in
      for (round, partials) in [("the first time", false), ("again, behind all others", true)] {
        for (sample, alone) in zip(samples, alone) {
          try requireSame(
            try driver.take(sample.sound, partials: partials).heard, as: alone,
            "\(sample.fixture) \(round) in one session, partial results "
              + (partials ? "on" : "off"),
            reference: "a session of its own")
        }
      }
    }
  }

  /// Two sessions on one thread, piece by piece in turn: state that they share shows every time.
  fileprivate func checkInterleaved(_ samples: [Sample], _ alone: [Heard]) async throws {
    try await drive { driver in
      let other = try driver.sibling()
      for (index, sample) in samples.enumerated() {
        let second = (index + 1) % samples.count
        let utterances = [
          DrivenUtterance(driver, partials: true), DrivenUtterance(other, partials: false),
        ]
        let pieces = [sample, samples[second]].map { $0.sound.cut(into: 1111) }
        for utterance in utterances { try utterance.begin() }
        for turn in 0..<max(pieces[0].count, pieces[1].count) {
          for side in 0...1 where turn < pieces[side].count {
            try utterances[side].accept(pieces[side][turn])
          }
        }
        for (utterance, place) in zip(utterances, [index, second]) {
          try utterance.end()
          try requireSame(
            utterance.take.heard, as: alone[place],
            "\(samples[place].fixture) in turns with another session",
            reference: "a session of its own")
        }
      }
    }
  }

  fileprivate func checkConcurrentSessions(_ samples: [Sample], _ alone: [Heard]) async throws {
    let all = Array(zip(samples, alone))
    @Sendable func hearAll(_ order: [(Sample, Heard)], partials: Bool) async throws {
      try await drive { driver in
        for (sample, alone) in order {
          try requireSame(
            try driver.take(sample.sound, chunk: 1111, partials: partials).heard, as: alone,
            "\(sample.fixture) while another session runs on another thread",
            reference: "a session of its own")
        }
      }
    }
    async let forwards: Void = hearAll(all, partials: false)
    async let backwards: Void = hearAll(all.reversed(), partials: true)
    _ = try await (forwards, backwards)
  }

  fileprivate func checkConcurrentTasks(_ samples: [Sample]) async throws {
    let recognizer = try recognizer()
    var alone: [Heard] = []
    for sample in samples { alone.append(try await hear([sample.sound], by: recognizer)) }
    let all = Array(zip(samples, alone))
    @Sendable func hearAll(_ order: [(Sample, Heard)], partials: Bool) async throws {
      for (sample, alone) in order {
        try requireSame(
          try await hear([sample.sound], chunk: 1111, partials: partials, by: recognizer),
          as: alone, "\(sample.fixture) to one of two tasks at once",
          reference: "the task before them")
      }
    }
    async let forwards: Void = hearAll(all, partials: true)
    async let backwards: Void = hearAll(all.reversed(), partials: false)
    _ = try await (forwards, backwards)
  }
}
