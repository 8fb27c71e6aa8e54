internal import SpeechRecognition

extension EngineCheck {
  /// Every utterance gets its final result once, and nothing at the end of the sound is lost: the
  /// last word is there also when the sound ends right behind it.
  public static let tail = EngineCheck(name: "The end of the sound is heard") { bench in
    let samples = try await bench.samples()
    try await bench.checkFinals(samples)
    let lastWords = try await bench.checkTightEnds(samples)
    try await bench.checkTask(lastWords)
  }
}

extension CheckBench {
  /// A sound that ends right behind its last word, and that word.
  fileprivate struct TightEnd: Sendable {
    let sample: Sample
    let sound: AudioBuffer
    let word: String
  }

  fileprivate func checkFinals(_ samples: [Sample]) async throws {
    try await drive { driver in
      let cutsItself = driver.session.segmentation.style == .engineCuts
      func check(_ take: Take, _ input: String) throws {
        let count = take.finals.count
        try require(
          cutsItself ? count >= 1 : count == 1, input,
          expected: cutsItself ? "A final result or more." : "One final result.",
          actual: "\(count) final results.")
        guard !cutsItself, let last = take.marks.last else { return }
        var isFinal = false
        if case .final = last.update.kind { isFinal = true }
        try require(
          isFinal, input, expected: "No text behind the final result.",
          actual: "The last update is \(last.update.summary).")
      }
      for sample in samples {
        for partials in [false, true] {
          let take = try driver.take(sample.sound, chunk: 4096, partials: partials)
          try check(take, "\(sample.fixture), partial results " + (partials ? "on" : "off"))
          try requireText(of: sample, take.heard, "\(sample.fixture) in pieces of 4096 samples")
        }
      }
      for length in [0, 1] {
        guard let sound = samples.first?.sound[0..<length] else { continue }
        let take = try driver.take(sound, chunk: 160)
        let input = "An utterance of \(length) samples"
        try check(take, input)
        try require(
          length > 0 || take.heard.words.isEmpty, input, expected: "No words.",
          actual: "\(take.heard)")
      }
    }
  }

  fileprivate func checkTightEnds(_ samples: [Sample]) async throws -> [TightEnd] {
    let tightEnds = try await drive { driver -> [TightEnd] in
      var tightEnds: [TightEnd] = []
      for sample in samples {
        guard let word = words(in: sample.fixture.expectedText).last,
          words(in: try driver.take(sample.sound).heard.spokenText).last == word
        else { continue }
        let tight = sample.sound.endingWithSound
        for chunk in [nil, 4096] {
          let heard = try driver.take(tight, chunk: chunk).heard
          try require(
            words(in: heard.spokenText).last == word,
            "\(sample.fixture), ending right behind its last word at \(tight.duration), "
              + (chunk.map { "in pieces of \($0) samples" } ?? "whole"),
            expected: "“\(word)” as the last word, as when silence follows.", actual: "\(heard)")
        }
        tightEnds.append(TightEnd(sample: sample, sound: tight, word: word))
      }
      return tightEnds
    }
    try require(
      !tightEnds.isEmpty, "\(samples.count) fixtures.",
      expected: "One whose last word the engine hears.", actual: "None.")
    return tightEnds
  }

  /// The order of events, and the last word, through the task API.
  fileprivate func checkTask(_ tightEnds: [TightEnd]) async throws {
    let recognizer = try recognizer()
    for tightEnd in tightEnds {
      let options = RecognitionOptions(resultScope: .utterance)
      let request = AudioBufferRecognitionRequest(options: options)
      let task = recognizer.recognitionTask(with: request)
      let input = "\(tightEnd.sample.fixture), ending right behind its last word, to a task"
      for piece in tightEnd.sound.cut(into: 1600) { try await request.append(piece) }
      request.endAudio()
      var texts: [String] = []
      var endings: [RecognitionEvent.Outcome] = []
      for await event in task.events {
        try require(
          endings.isEmpty, input, expected: "Nothing behind the end.", actual: "\(event)")
        switch event {
        case .final(let result): texts.append(result.bestTranscription.spokenString)
        case .ended(let outcome): endings.append(outcome)
        default: break
        }
      }
      var hasFinished = false
      if case .finished? = endings.first { hasFinished = true }
      try require(
        hasFinished, input, expected: "The outcome “finished”.", actual: "\(endings)")
      let text = texts.joined(separator: " ")
      try require(
        words(in: text).last == tightEnd.word, input,
        expected: "“\(tightEnd.word)” as the last word.", actual: "“\(text)”")
    }
  }
}
