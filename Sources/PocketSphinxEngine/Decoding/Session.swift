import SpeechAudio
import SpeechRecognition

/// One decoder at work on one utterance after another.
///
/// Sound becomes cepstra as it comes. The final text is searched for at the end, once the mean
/// over the whole utterance is known, so that it depends on the utterance's samples only. When
/// partial texts are wanted, a search of their own runs along with the sound.
final class Session: EngineSession {
  private enum State {
    case idle
    case hearing
  }

  let inputFormat: AudioFormat
  let segmentation = Segmentation(
    .cutAtPauses, longest: AudioTime(samples: 30, rate: 1),
    padding: AudioTime(samples: 3, rate: 10))

  /// The frames of a step, between which cancellation is looked for: 0.1 s.
  private static let framesInBlock = 10
  private let decoder: Decoder
  private let tasks: Set<String>
  private let engineID: String
  private let samplesInBlock: Int

  private var state = State.idle
  private var request = UtteranceRequest()
  private var sampleCount: Int64 = 0
  /// Samples that don't make a block yet.
  private var pending: [Int16] = []
  private var cepstra: [Float] = []
  private var live: LiveSearch?
  /// What is known of the stream's sound before the utterance.
  private var history: CepstralMean
  private var historyEnd = AudioTime.zero

  init(_ decoder: Decoder, tasks: Set<String>, engineID: String) {
    self.decoder = decoder
    self.tasks = tasks
    self.engineID = engineID
    inputFormat = AudioFormat(.int16, sampleRate: decoder.sampleRate)
    samplesInBlock = decoder.frameShift * Self.framesInBlock
    history = LiveSearch.unheard(decoder)
  }

  func begin(
    _ request: UtteranceRequest, _ context: borrowing EngineContext
  ) throws(SpeechError) {
    guard state == .idle else { throw misuse("begin", "inside an utterance") }
    guard tasks.contains(request.task) else {
      throw .unknownTask(request.task, among: tasks, engine: engineID)
    }
    self.request = request
    sampleCount = 0
    pending.removeAll(keepingCapacity: true)
    cepstra.removeAll(keepingCapacity: true)
    live = nil
    try decoder.startFrontEnd()
    if request.wants.contains(.partials) {
      if request.start < historyEnd { history = LiveSearch.unheard(decoder) }
      live = try LiveSearch(decoder, history: history)
    }
    state = .hearing
  }

  func accept(_ audio: AudioBuffer, _ context: borrowing EngineContext) throws(SpeechError) {
    guard state == .hearing else { throw misuse("accept", "outside an utterance") }
    guard audio.format == inputFormat else {
      abandon()
      throw .otherFormat(audio.format, needed: inputFormat, engine: engineID)
    }
    sampleCount += Int64(audio.frameCount)
    audio.withInt16Samples { pending += $0 }
    do throws(SpeechError) {
      var used = 0
      while pending.count - used >= samplesInBlock, !context.isCancelled {
        try hear(pending[used..<used + samplesInBlock], context)
        used += samplesInBlock
      }
      pending.removeFirst(used)
    } catch {
      abandon()
      throw error
    }
  }

  func end(_ context: borrowing EngineContext) throws(SpeechError) {
    guard state == .hearing else { throw misuse("end", "outside an utterance") }
    defer { abandon() }
    guard !context.isCancelled else { return }
    try hear(pending[...], context)
    pending.removeAll(keepingCapacity: true)
    try decoder.endFrontEnd(into: &cepstra)
    live?.close(decoder)
    live = nil
    let hypothesis = try search(context)
    guard !context.isCancelled else { return }
    remember()
    context.emit(
      EngineUpdate(.final(hypothesis), range: wholeRange, processedThrough: wholeRange.end))
  }

  func abandon() {
    live?.close(decoder)
    live = nil
    decoder.dropSearch()
    state = .idle
  }

  private var wholeRange: AudioTimeRange {
    request.range(ofSamples: 0..<sampleCount, rate: inputFormat.sampleRate)
  }

  private func misuse(_ call: String, _ place: String) -> SpeechError {
    .misuse(call, place, of: "PocketSphinx", engine: engineID)
  }

  // MARK: Passes

  private func hear(
    _ samples: ArraySlice<Int16>, _ context: borrowing EngineContext
  ) throws(SpeechError) {
    let heard = cepstra.count
    try decoder.analyse(samples, into: &cepstra)
    guard let hypothesis = try live?.hear(cepstra[heard...], decoder) else { return }
    let through = min(live.map { Int64($0.frames) * frameShift } ?? 0, sampleCount)
    let range = request.range(ofSamples: 0..<through, rate: inputFormat.sampleRate)
    context.emit(
      EngineUpdate(
        .partial(
          Hypothesis(words: words(hypothesis.segments, withConfidence: false)),
          stableWords: hypothesis.stableWords),
        range: range, processedThrough: range.end))
  }

  private var frameShift: Int64 { Int64(decoder.frameShift) }

  /// Searches the whole utterance; `nil` when nothing was said, or it was cancelled.
  private func search(_ context: borrowing EngineContext) throws(SpeechError) -> Hypothesis? {
    guard !cepstra.isEmpty else { return nil }
    let width = decoder.width
    // The library leaves out the last frames, whose features need frames behind them; repeating
    // the last row is what it does itself when it is given samples.
    let last = cepstra.suffix(width)
    let padded = cepstra + (0..<decoder.window).flatMap { _ in last }
    var mean = [Float](repeating: 0, count: width)
    if decoder.subtractsMean {
      var whole = CepstralMean(mean, weight: 0)
      whole.add(cepstra[...])
      mean = whole.mean
    }
    try decoder.startSearch()
    var position = 0
    while position < padded.count {
      guard !context.isCancelled else { return nil }
      let next = min(position + Self.framesInBlock * width, padded.count)
      try decoder.search(CepstralMean.subtract(mean, from: padded[position..<next]))
      position = next
    }
    try decoder.endSearch()
    guard !context.isCancelled else { return nil }
    let words = words(try decoder.segments(), withConfidence: true)
    guard !words.isEmpty else { return nil }
    var hypothesis = Hypothesis(words: words)
    if request.wants.contains(.alternatives), !context.isCancelled {
      hypothesis.alternatives = try alternatives(to: hypothesis.text)
    }
    return hypothesis
  }

  private func alternatives(to best: String) throws(SpeechError) -> [String] {
    var seen: Set = [best, ""]
    var alternatives: [String] = []
    for reading in try decoder.readings(limit: 100) {
      let text = Token.words(inLine: reading).joined(separator: " ")
      if seen.insert(text).inserted { alternatives.append(text) }
      if alternatives.count == 10 { break }
    }
    return alternatives
  }

  private func words(_ segments: [Decoder.Segment], withConfidence: Bool) -> [Hypothesis.Word] {
    segments.compactMap { segment in
      guard let text = Token.word(segment.token) else { return nil }
      let start = min(Int64(segment.frames.lowerBound) * frameShift, sampleCount)
      let end = min(Int64(segment.frames.upperBound) * frameShift, sampleCount)
      return Hypothesis.Word(
        text,
        range: request.range(ofSamples: start..<max(start, end), rate: inputFormat.sampleRate),
        confidence: withConfidence ? min(max(segment.probability, 0), 1) : nil)
    }
  }

  /// Keeps the utterance's mean for the partial texts of the next.
  private func remember() {
    history.add(cepstra[...])
    history.limit(LiveSearch.memory)
    historyEnd = wholeRange.end
  }
}
