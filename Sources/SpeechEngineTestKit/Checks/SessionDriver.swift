internal import Foundation
internal import SpeechAudio
internal import SpeechRecognition

/// Calls an engine's session as the library does, on a thread of its own.
final class SessionDriver {
  let session: any EngineSession
  let format: AudioFormat
  private let bench: CheckBench

  private init(_ bench: CheckBench) throws(SpeechError) {
    self.bench = bench
    let model = try bench.models.model { () throws(SpeechError) in
      try bench.engine.loadModel(bench.configuration)
    }
    session = try model.makeSession(bench.configuration)
    format = session.inputFormat
  }

  /// Makes a session on a new thread, does something with it there, and frees it there.
  static func run<Value: Sendable>(
    _ bench: CheckBench, _ body: @escaping @Sendable (SessionDriver) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        continuation.resume(with: Result { try body(try SessionDriver(bench)) })
      }
      thread.start()
    }
  }

  var locale: LocaleID { bench.configuration.locale }

  /// A second session on the same thread.
  func sibling() throws(SpeechError) -> SessionDriver { try SessionDriver(bench) }

  /// Has a sound recognised as one utterance.
  ///
  /// - Parameters:
  ///   - sound: The sound, in the session's format.
  ///   - chunk: The samples in each piece, or `nil` for all in one, which is announced.
  ///   - start: Where the sound stands on the timeline.
  ///   - partials: Whether partial results are asked for.
  /// - Returns: What the session told.
  /// - Throws: What the session throws.
  func take(
    _ sound: AudioBuffer, chunk: Int? = nil, start: AudioTime = .zero, partials: Bool = false
  ) throws(SpeechError) -> Take {
    let utterance = DrivenUtterance(self, start: start, partials: partials)
    try utterance.begin(whole: chunk == nil ? sound : nil)
    for piece in chunk.map({ sound.cut(into: $0) }) ?? [sound] { try utterance.accept(piece) }
    try utterance.end()
    return utterance.take
  }
}

/// One utterance of a session, call by call.
final class DrivenUtterance {
  let cancellation = CancellationFlag()
  private let driver: SessionDriver
  private let start: AudioTime
  private let partials: Bool
  private let recorder: Recorder

  /// Collects updates. Shared with the closure that the context keeps, which must be `Sendable`.
  private final class Recorder: Sendable {
    struct State {
      var marks: [Take.Mark] = []
      var fed: Int64 = 0
    }

    let state = Locked(State())
  }

  init(_ driver: SessionDriver, start: AudioTime = .zero, partials: Bool) {
    self.driver = driver
    self.start = start
    self.partials = partials
    recorder = Recorder()
  }

  /// What came so far.
  var take: Take {
    let (marks, fed) = recorder.state.withLock { ($0.marks, $0.fed) }
    let rate = driver.format.sampleRate
    return Take(
      marks: marks, start: start, end: start + AudioTime(samples: fed, rate: rate),
      locale: driver.locale)
  }

  func begin(whole: AudioBuffer? = nil) throws(SpeechError) {
    let request = UtteranceRequest(
      start: start, whole: partials ? nil : whole, wants: partials ? [.partials] : [])
    try driver.session.begin(request, context())
  }

  /// Gives sound; calls `onUpdate` with each update that comes meanwhile.
  func accept(
    _ piece: AudioBuffer, onUpdate: @escaping @Sendable (EngineUpdate) -> Void = { _ in }
  ) throws(SpeechError) {
    recorder.state.withLock { $0.fed += Int64(piece.frameCount) }
    try driver.session.accept(piece, context(onUpdate))
  }

  func end() throws(SpeechError) { try driver.session.end(context()) }

  func abandon() { driver.session.abandon() }

  private func context(
    _ onUpdate: @escaping @Sendable (EngineUpdate) -> Void = { _ in }
  ) -> EngineContext {
    let rate = driver.format.sampleRate
    return EngineContext(cancellation: cancellation) { [recorder, start] update in
      recorder.state.withLock { state in
        let fed = start + AudioTime(samples: state.fed, rate: rate)
        state.marks.append(Take.Mark(update: update, fedThrough: fed))
      }
      onUpdate(update)
    }
  }
}

/// What a session told of one utterance.
struct Take: Sendable {
  /// An update, and how much sound the session had been given by then.
  struct Mark: Sendable {
    let update: EngineUpdate
    let fedThrough: AudioTime
  }

  let marks: [Mark]
  let start: AudioTime
  let end: AudioTime
  let locale: LocaleID

  /// The final results, those without words too.
  var finals: [Hypothesis?] {
    marks.compactMap { mark -> Hypothesis?? in
      if case .final(let hypothesis) = mark.update.kind { .some(hypothesis) } else { nil }
    }
  }

  var heard: Heard { Heard(finals.compactMap(\.self), locale: locale) }
}

/// The model that a check's sessions use, loaded once where sessions share it.
///
/// Called on the checks' own threads only, which may wait for each other.
final class ModelSource: Sendable {
  private let shared = Locked<(any EngineModel)?>(nil)

  func model(
    load: () throws(SpeechError) -> any EngineModel
  ) throws(SpeechError) -> any EngineModel {
    let loaded = shared.withLock { shared -> Result<any EngineModel, SpeechError> in
      if let shared { return .success(shared) }
      do throws(SpeechError) {
        let model = try load()
        if model.sharing == .concurrentSessions { shared = model }
        return .success(model)
      } catch {
        return .failure(error)
      }
    }
    return try loaded.get()
  }
}
