import SpeechAudio

/// The search that gives texts while the sound still comes, with the mean that is known so far.
struct LiveSearch {
  /// What a step found, when the text changed.
  struct Change {
    var segments: [Decoder.Segment]
    /// How many words at the front have stayed the same for a second.
    var stableWords: Int
  }

  /// The frames that the sound before an utterance may count for: 5 s, the library's own number.
  static let memory = 500.0
  /// The frames that the model's own mean counts for before anything was heard.
  private static let trustInModel = 100.0
  private static let framesUntilStable = 100

  private var mean: CepstralMean
  private let subtractsMean: Bool
  /// The frames that were searched.
  private(set) var frames = 0
  private var words: [String] = []
  /// The frame since which the word at each place is the same.
  private var since: [Int] = []

  /// What is known of a stream of which nothing was heard.
  static func unheard(_ decoder: Decoder) -> CepstralMean {
    CepstralMean(decoder.initialMean, weight: trustInModel)
  }

  /// Opens a search.
  init(_ decoder: Decoder, history: CepstralMean) throws(SpeechError) {
    mean = history
    subtractsMean = decoder.subtractsMean
    try decoder.startSearch()
  }

  /// Searches on; gives what is found when it differs from what was found before.
  mutating func hear(
    _ cepstra: ArraySlice<Float>, _ decoder: Decoder
  ) throws(SpeechError) -> Change? {
    guard !cepstra.isEmpty else { return nil }
    mean.add(cepstra)
    let known = subtractsMean ? mean.mean : mean.mean.map { _ in 0 }
    try decoder.search(CepstralMean.subtract(known, from: cepstra))
    frames += cepstra.count / decoder.width
    let segments = try decoder.segments()
    let words = segments.compactMap { Token.word($0.token) }
    guard words != self.words else { return nil }
    let same = zip(words, self.words).prefix { $0 == $1 }.count
    since = Array(since.prefix(same)) + words.dropFirst(same).map { _ in frames }
    self.words = words
    let stable = since.prefix { frames - $0 >= Self.framesUntilStable }.count
    return Change(segments: segments, stableWords: stable)
  }

  /// Drops the search.
  func close(_ decoder: Decoder) { decoder.dropSearch() }
}
