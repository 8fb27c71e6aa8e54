internal import SpeechAudio

/// Cuts one stream of mono samples into utterances, by a detector's judgement and stated limits.
///
/// A pure state machine: what comes out depends on the samples alone, not on the pieces they come
/// in. Sound is judged in frames. Digital silence (samples that are exactly zero) as long as the
/// pause that ends an utterance, and of half a second at least, counts like the end of one input
/// and the start of the next: everything that was learnt is forgotten, frames are counted anew
/// from the first sample that is not zero, and no digital silence is kept as padding. So a sound
/// gives the same utterances alone and anywhere in a stream where such silence stands around it.
struct UtteranceCutter {
  /// What happens in the stream, in order.
  enum Action: Equatable {
    /// An utterance begins; `at` is its first sample, counted from the start of the input.
    case begin(at: Int64)
    /// The next samples of the utterance; never empty.
    case audio([Float])
    /// Speech has stopped, and all that belongs to the utterance unless it goes on is handed out.
    case pause
    /// The utterance ends; `at` is the position right behind its last sample.
    case end(at: Int64, forced: Bool)
  }

  /// The samples that were taken since the start of the input.
  private(set) var position: Int64 = 0

  private let limits: Limits
  private var detector: any VoiceActivityDetector
  private var actions: [Action] = []

  /// The samples that are still needed, and the level of each judged frame among them.
  private var retained: RetainedSound
  /// The sound between two edges: the start of the input, its end, or long digital silence.
  private var section: Section?
  private var utterance: Utterance?
  /// Speech that is still too short to be an utterance.
  private var stretch: Stretch?
  /// The end of the last utterance.
  private var lastEnd: Int64 = 0

  private struct Section {
    var start: Int64
    var judged: Int64
    var zeroFrames = 0
    var loudFrames = 0
    var hasUtterance = false
  }

  private struct Stretch {
    var start: Int64
    var speechFrames: Int
    var lastSpeechEnd: Int64
  }

  private struct Utterance {
    var begin: Int64
    var delivered: Int64
    var lastSpeechEnd: Int64
    /// The end of the speech whose pause was told last.
    var pausedAfter: Int64 = -1
  }

  /// Creates a cutter.
  ///
  /// - Parameters:
  ///   - detector: Tells speech from other sound; taken as new, without a reset.
  ///   - endpointing: The limits; values that make no sense are moved to the nearest that do.
  ///   - sampleRate: The rate of the samples in Hz.
  init(detector: any VoiceActivityDetector, endpointing: Endpointing, sampleRate: Int) {
    self.detector = detector
    limits = Limits(endpointing, frameLength: detector.frameLength, sampleRate: sampleRate)
    retained = RetainedSound(frameLength: limits.frameLength)
  }

  /// The number of samples that are kept for what may still become, or belongs to, an utterance.
  var retainedSamples: Int { retained.count }

  /// The position before which no sound will be reported as an utterance's any more: the start of
  /// the utterance that is going on, or else of what may still turn out to be speech.
  var decidedThrough: Int64 {
    if let utterance { return utterance.begin }
    guard let section else { return position }
    let undecided = Int64(min(max(detector.undecidedFrames, 0), limits.lookBackFrames))
    var start = section.judged - undecided * limits.frame
    if let stretch { start = min(start, stretch.start) }
    // Digital silence behind a clip doesn't make it longer.
    let soundEnd = position - Int64(section.zeroFrames) * limits.frame
    let isShortClip = !section.hasUtterance && soundEnd - section.start < limits.shortClip
    return max(lastEnd, isShortClip ? section.start : max(start - limits.padding, section.start))
  }

  /// Takes the next samples of the input.
  mutating func push(_ samples: [Float]) -> [Action] {
    retained.append(samples, at: position)
    position += Int64(samples.count)
    advance()
    return takeActions()
  }

  /// Ends the input: hands out the rest, judged as if digital silence followed. The cutter is like
  /// a new one then, with ``position`` 0, ready for the next input.
  mutating func finish() -> [Action] {
    if section != nil {
      let inputEnd = position
      retained.append([Float](repeating: 0, count: limits.tail), at: inputEnd)
      position += Int64(limits.tail)
      advance(inputEnd: inputEnd)
      closeSection(end: inputEnd)
    }
    detector.reset()
    retained.removeAll()
    section = nil
    utterance = nil
    stretch = nil
    position = 0
    lastEnd = 0
    return takeActions()
  }

  private mutating func takeActions() -> [Action] {
    let taken = actions
    actions.removeAll(keepingCapacity: true)
    return taken
  }

  // MARK: Frames

  private mutating func advance(inputEnd: Int64 = .max) {
    while true {
      guard let current = section else {
        guard let start = retained.firstSound() else {
          retained.removeAll()
          break
        }
        retained.restart(at: start)
        section = Section(start: start, judged: start)
        continue
      }
      guard position - current.judged >= limits.frame else { break }
      let frame = retained.samples(from: current.judged, to: current.judged + limits.frame)
      let isZero = frame.allZero
      let activity = detector.observe(frame)
      retained.append(level: activity.level)
      take(activity, isZero: isZero, inputEnd: inputEnd)
      if (section?.zeroFrames ?? 0) * limits.frameLength >= limits.edge {
        let judged = section?.judged ?? position
        closeSection(end: min(judged, inputEnd))
        retained.drop(before: judged)
        detector.reset()
        section = nil
      }
    }
    trim()
  }

  private mutating func take(_ activity: VoiceActivity, isZero: Bool, inputEnd: Int64) {
    guard var current = section else { return }
    let start = current.judged
    current.judged += limits.frame
    current.zeroFrames = isZero ? current.zeroFrames + 1 : 0
    if activity.level > Limits.clipLevel { current.loudFrames += 1 }
    section = current
    if activity.isSpeech {
      let back = min(Int64(max(activity.leadIn, 0)), (start - retained.start) / limits.frame)
      let first = max(start - back * limits.frame, lastEnd, current.start)
      speech(from: first, to: current.judged)
    } else {
      pause(through: current.judged, inputEnd: inputEnd)
    }
    deliverWhatIsCertain(judged: current.judged)
    cutIfTooLong(judged: current.judged, inputEnd: inputEnd)
  }

  private mutating func speech(from first: Int64, to end: Int64) {
    if utterance != nil {
      utterance?.lastSpeechEnd = end
      return
    }
    var current = stretch ?? Stretch(start: first, speechFrames: 0, lastSpeechEnd: first)
    let new = end - max(first, current.lastSpeechEnd)
    current.speechFrames += Int((new + limits.frame - 1) / limits.frame)
    current.start = min(current.start, first)
    current.lastSpeechEnd = end
    stretch = current
    if Int64(current.speechFrames) * limits.frame >= limits.shortest {
      open(at: current.start - limits.padding, lastSpeechEnd: end)
    }
  }

  private mutating func pause(through end: Int64, inputEnd: Int64) {
    if let stretch, end - stretch.lastSpeechEnd >= limits.stretchGap { self.stretch = nil }
    guard let current = utterance else { return }
    let pause = limits.pause(afterLength: current.lastSpeechEnd - current.begin)
    guard end - current.lastSpeechEnd >= pause else { return }
    let tail = current.lastSpeechEnd + min(limits.padding, pause / 2)
    closeTrimmed(at: min(tail, inputEnd))
  }

  // MARK: Utterances

  private mutating func open(at begin: Int64, lastSpeechEnd: Int64) {
    let begin = max(begin, lastEnd, retained.start, section?.start ?? 0)
    utterance = Utterance(begin: begin, delivered: begin, lastSpeechEnd: lastSpeechEnd)
    section?.hasUtterance = true
    stretch = nil
    actions.append(.begin(at: begin))
  }

  /// Hands out what surely belongs to the utterance: digital silence at the end is held, and
  /// sound in the window of a forced cut.
  private mutating func deliverWhatIsCertain(judged: Int64) {
    guard let current = utterance else { return }
    let pause = limits.pause(afterLength: current.lastSpeechEnd - current.begin)
    let wholeEnd = current.lastSpeechEnd + min(limits.padding, pause / 2)
    let end = min(wholeEnd, judged, current.begin + limits.longest)
    deliver(through: retained.endOfSound(from: current.delivered, to: end))
    if judged >= wholeEnd, current.lastSpeechEnd > current.pausedAfter {
      utterance?.pausedAfter = current.lastSpeechEnd
      actions.append(.pause)
    }
  }

  private mutating func deliver(through end: Int64) {
    guard let current = utterance, end > current.delivered else { return }
    actions.append(.audio(Array(retained.samples(from: current.delivered, to: end))))
    utterance?.delivered = end
  }

  private mutating func close(at end: Int64, forced: Bool) {
    actions.append(.end(at: end, forced: forced))
    utterance = nil
    lastEnd = end
  }

  private mutating func closeTrimmed(at end: Int64) {
    guard let current = utterance else { return }
    let end = retained.endOfSound(from: current.delivered, to: max(end, current.delivered))
    deliver(through: end)
    close(at: end, forced: false)
  }

  private mutating func cutIfTooLong(judged: Int64, inputEnd: Int64) {
    guard let current = utterance,
      judged - current.begin >= limits.longest + limits.searchWindow
    else { return }
    let from = max(current.begin + limits.longest, current.delivered)
    let place = retained.quietestPlace(from: from, to: judged, width: limits.quietFrames)
    let cut = min(place, inputEnd)
    deliver(through: cut)
    close(at: cut, forced: true)
    guard current.lastSpeechEnd > cut else { return }
    open(at: cut, lastSpeechEnd: current.lastSpeechEnd)
    deliverWhatIsCertain(judged: judged)
  }

  private mutating func closeSection(end: Int64) {
    if utterance == nil, let current = section, isClip(current, end: end) {
      open(at: current.start, lastSpeechEnd: end)
    }
    if let current = utterance {
      closeTrimmed(at: min(current.lastSpeechEnd + limits.padding, end))
    }
    stretch = nil
  }

  /// Whether a section in which no utterance was found is a short clip of sound, as of one word
  /// that was cut so tightly that no noise around it tells speech from noise.
  private func isClip(_ section: Section, end: Int64) -> Bool {
    guard !section.hasUtterance, section.loudFrames >= Limits.clipFrames else { return false }
    return retained.endOfSound(from: section.start, to: end) - section.start < limits.shortClip
  }

  private mutating func trim() {
    retained.drop(before: min(utterance?.delivered ?? decidedThrough, section?.judged ?? position))
  }
}

extension ArraySlice<Float> {
  fileprivate var allZero: Bool {
    for sample in self where sample != 0 { return false }
    return true
  }
}
