import CPocketSphinxShim
import SpeechAudio

/// One decoder of the C library with a front end of its own; used on one thread at a time.
///
/// The calls keep to the library's order: a front-end pass and a search may be open at once, one
/// of each, and the shim refuses a search call in the wrong state.
final class Decoder {
  /// A word or filler of the best path.
  struct Segment {
    /// The dictionary's spelling, such as `the(2)` or `<sil>`.
    var token: String
    /// Its first frame and the one after its last.
    var frames: Range<Int>
    /// The posterior probability; may be a little above 1.
    var probability: Double
  }

  private let facts: psx_facts
  /// The cepstral mean that the model starts with.
  let initialMean: [Float]
  private let handle: OpaquePointer
  private let log: LogCollector
  private let engineID: String

  /// The number of numbers in a row of cepstra.
  var width: Int { Int(facts.cepstrum_size) }

  /// The rate of the samples that the front end takes, in Hz.
  var sampleRate: Int { Int(facts.sample_rate) }
  /// The samples from the start of one frame to that of the next.
  var frameShift: Int { Int(facts.frame_shift) }
  /// The rows on either side that the search needs to use a row.
  var window: Int { Int(facts.window) }
  /// Whether the model wants the mean taken away.
  var subtractsMean: Bool { facts.subtracts_mean != 0 }

  /// Loads a model whose files are checked.
  init(files: ModelFiles, settings: PocketSphinxEngine.Settings) throws(SpeechError) {
    let log = LogCollector(receiver: settings.logReceiver, lowestLevel: settings.logLevel)
    guard let created = Self.create(logTo: log) else {
      throw SpeechError(
        .insufficientResources, "There is no memory for a decoder.", engine: settings.engineID)
    }
    guard Self.load(created, files.arguments + settings.arguments) else {
      withExtendedLifetime(log) { psx_destroy(created) }
      throw files.refused(because: log.lastFailure, log: log.lastLines)
    }
    let facts = psx_get_facts(created)
    guard facts.frame_rate == 100, [8_000, 16_000].contains(facts.sample_rate) else {
      withExtendedLifetime(log) { psx_destroy(created) }
      throw SpeechError(
        .unsupported,
        "The model in \(files.acousticModel) works at \(facts.sample_rate) Hz and "
          + "\(facts.frame_rate) frames a second.",
        remedy: "Use a model of 8000 or 16000 Hz and 100 frames a second.",
        engine: settings.engineID)
    }
    var mean = [Float](repeating: 0, count: Int(facts.cepstrum_size))
    psx_initial_mean(created, &mean)
    initialMean = mean
    handle = created
    self.facts = facts
    self.log = log
    engineID = settings.engineID
  }

  deinit { withExtendedLifetime(log) { psx_destroy(handle) } }

  private static func create(logTo log: LogCollector) -> OpaquePointer? {
    // Unretained: whoever owns the decoder keeps the collector for as long.
    psx_create(
      { context, level, text in
        guard let context, let text else { return }
        Unmanaged<LogCollector>.fromOpaque(context).takeUnretainedValue()
          .receive(String(cString: text), level: Int(level))
      }, Unmanaged.passUnretained(log).toOpaque())
  }

  private static func load(
    _ handle: OpaquePointer, _ arguments: [(name: String, value: String)]
  ) -> Bool {
    // The shim copies the strings.
    let words = arguments.flatMap { [$0.name, $0.value] }.map { Array($0.utf8CString) }
    let flat = Array(words.joined())
    var starts: [Int] = []
    var position = 0
    for word in words {
      starts.append(position)
      position += word.count
    }
    return flat.withUnsafeBufferPointer { flat in
      guard let base = flat.baseAddress else { return false }
      let pointers = starts.map { Optional(base + $0) }
      return psx_load(handle, pointers, pointers.count) == PSX_OK
    }
  }

  // MARK: Front end

  /// Begins a pass over new sound.
  func startFrontEnd() throws(SpeechError) {
    try check(psx_front_start(handle), "start its front end")
  }

  /// Turns samples into rows of cepstra, which are appended.
  func analyse(_ samples: ArraySlice<Int16>, into cepstra: inout [Float]) throws(SpeechError) {
    guard !samples.isEmpty else { return }
    let capacity = psx_front_capacity(handle, samples.count)
    var rows = [Float](repeating: 0, count: capacity * width)
    let count = samples.withUnsafeBufferPointer { samples in
      psx_front_process(handle, samples.baseAddress, samples.count, &rows, capacity)
    }
    try check(count, "analyse sound")
    cepstra += rows.prefix(Int(count) * width)
  }

  /// Ends the pass: the last part of a frame becomes a row.
  func endFrontEnd(into cepstra: inout [Float]) throws(SpeechError) {
    var row = [Float](repeating: 0, count: width)
    let count = psx_front_end(handle, &row)
    try check(count, "end its front end")
    if count > 0 { cepstra += row }
  }

  // MARK: Search

  /// Begins a search whose first frame is frame 0.
  func startSearch() throws(SpeechError) {
    try check(psx_start(handle), "start an utterance")
  }

  /// Searches further with rows of cepstra from which the mean is taken away.
  func search(_ rows: [Float]) throws(SpeechError) {
    var rows = rows
    let count = rows.count / width
    try check(psx_process(handle, &rows, count), "decode")
  }

  /// Ends the search.
  func endSearch() throws(SpeechError) {
    try check(psx_end(handle), "end an utterance")
  }

  /// Ends a search whose result nobody wants, if one is open.
  func dropSearch() { psx_end(handle) }

  /// The words and fillers of the best path, during a search or after it.
  func segments() throws(SpeechError) -> [Segment] {
    var segments: UnsafePointer<psx_segment>?
    let count = psx_segments(handle, &segments)
    try check(count, "give its words")
    return UnsafeBufferPointer(start: segments, count: Int(count)).compactMap { segment in
      guard let word = segment.word else { return nil }
      let first = Int(segment.first_frame)
      return Segment(
        token: String(cString: word), frames: first..<max(first, Int(segment.last_frame) + 1),
        probability: segment.probability)
    }
  }

  /// Readings of the utterance that was ended last, the best first; some may be equal.
  func readings(limit: Int) throws(SpeechError) -> [String] {
    var readings: UnsafePointer<UnsafePointer<CChar>?>?
    let count = psx_readings(handle, Int32(limit), &readings)
    try check(count, "give other readings")
    return UnsafeBufferPointer(start: readings, count: Int(count)).compactMap { reading in
      reading.map { String(cString: $0) }
    }
  }

  private func check(_ status: Int32, _ action: String) throws(SpeechError) {
    guard status < 0 else { return }
    let reason = log.lastFailure.map { ": \($0)" } ?? "."
    throw SpeechError(
      .engineFailed, "PocketSphinx could not \(action)\(reason)",
      remedy: "Start a new session.", engine: engineID, engineLog: log.lastLines)
  }
}
