import Glibc
import SpeechRecognition
import Synchronization

/// An engine that counts the CPU time of the thread inside every call to the engine it wraps.
struct TimedEngine: SpeechEngine {
  /// The CPU time that was spent inside calls, in seconds.
  final class Clock: Sendable {
    private let total = Mutex(0.0)
    private let begun = Mutex(0)
    var seconds: Double { total.withLock { $0 } }
    /// The utterances that were begun.
    var utterances: Int { begun.withLock { $0 } }

    /// The calling thread's CPU time, in seconds.
    var now: Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    func countUtterance() { begun.withLock { $0 += 1 } }

    /// Counts what the calling thread has spent since a moment.
    func count(since start: Double) {
      let spent = now - start
      total.withLock { $0 += spent }
    }
  }

  let wrapped: any SpeechEngine
  let clock = Clock()

  var descriptor: EngineDescriptor {
    var descriptor = wrapped.descriptor
    descriptor.id += "-timed"
    return descriptor
  }

  func locales() throws(SpeechError) -> [LocaleID] { try wrapped.locales() }

  func validate(_ configuration: EngineConfiguration) throws(SpeechError) -> EngineReport {
    try wrapped.validate(configuration)
  }

  func loadModel(_ configuration: EngineConfiguration) throws(SpeechError) -> any EngineModel {
    let start = clock.now
    defer { clock.count(since: start) }
    return TimedModel(wrapped: try wrapped.loadModel(configuration), clock: clock)
  }
}

private final class TimedModel: EngineModel {
  let wrapped: any EngineModel
  let clock: TimedEngine.Clock
  var sharing: ModelSharing { wrapped.sharing }

  init(wrapped: any EngineModel, clock: TimedEngine.Clock) {
    self.wrapped = wrapped
    self.clock = clock
  }

  func makeSession(_ configuration: EngineConfiguration) throws(SpeechError) -> any EngineSession {
    let start = clock.now
    defer { clock.count(since: start) }
    return TimedSession(wrapped: try wrapped.makeSession(configuration), clock: clock)
  }
}

private final class TimedSession: EngineSession {
  let wrapped: any EngineSession
  let clock: TimedEngine.Clock
  var inputFormat: AudioFormat { wrapped.inputFormat }
  var segmentation: Segmentation { wrapped.segmentation }
  var detection: VoiceActivityDetection? { wrapped.detection }

  init(wrapped: any EngineSession, clock: TimedEngine.Clock) {
    self.wrapped = wrapped
    self.clock = clock
  }

  func begin(_ request: UtteranceRequest, _ context: borrowing EngineContext) throws(SpeechError) {
    let start = clock.now
    defer { clock.count(since: start) }
    clock.countUtterance()
    try wrapped.begin(request, context)
  }

  func accept(_ audio: AudioBuffer, _ context: borrowing EngineContext) throws(SpeechError) {
    let start = clock.now
    defer { clock.count(since: start) }
    try wrapped.accept(audio, context)
  }

  func pause(_ context: borrowing EngineContext) throws(SpeechError) {
    let start = clock.now
    defer { clock.count(since: start) }
    try wrapped.pause(context)
  }

  func end(_ context: borrowing EngineContext) throws(SpeechError) {
    let start = clock.now
    defer { clock.count(since: start) }
    try wrapped.end(context)
  }

  func abandon() {
    let start = clock.now
    defer { clock.count(since: start) }
    wrapped.abandon()
  }
}
