import Foundation
import PocketSphinxEngine
import SherpaOnnxEngine
import SpeechRecognition

/// What one process of its own does with one engine: load it, and recognise files one after another.
struct EngineJob: Codable {
  enum Engine: String, Codable { case pocketSphinx, sherpaOnnx }
  enum Detector: String, Codable { case adaptiveEnergy, silero }

  var engine: Engine
  var detector: Detector
  /// Whether files are decoded whole: no pause ends an utterance.
  var isWhole = false
  /// Whether the files are fed at the pace of speech, with partial results.
  var isLive = false
  var files: [String]

  /// What is known when the job is done.
  struct Outcome: Codable {
    struct Utterance: Codable {
      var spoken: String
      var start: Double
    }
    struct File: Codable {
      var utterances: [Utterance] = []
      /// The utterances that the engine was given; in some of them nothing may have been said.
      var begun = 0
      /// The process's CPU time since the load, in seconds.
      var cpu = 0.0
      var firstPartial: Double?
      var final: Double?

      var spoken: String { utterances.map(\.spoken).joined(separator: " ") }
    }
    var loadSeconds: Double
    var peakBytes = 0
    var files: [File] = []
  }

  /// The option by which the bench runs itself as such a process.
  static let childOption = "--engine-child"

  /// Why the engine can't be measured, or `nil` when it can.
  static func reasonToSkip(_ engine: Engine) -> String? {
    do {
      _ = try SpeechRecognizer(engine: make(engine), locale: LocaleID("en-US"))
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static func make(_ engine: Engine) -> any SpeechEngine {
    switch engine {
    case .pocketSphinx: .pocketSphinx
    case .sherpaOnnx: .sherpaOnnx
    }
  }

  /// Does the job in a process of its own.
  func run(in workspace: Workspace) throws -> Outcome {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let file = workspace.folder.appending(path: "\(UUID().uuidString).job")
    try JSONEncoder().encode(self).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let ended = try ChildProcess.run(
      program, [Self.childOption, file.path(percentEncoded: false)], in: workspace.folder)
    return try JSONDecoder().decode(Outcome.self, from: Data(ended.output.utf8))
  }

  /// Does the job that a file describes and prints the outcome.
  static func runChild(_ arguments: [String]) async throws {
    guard arguments.count == 1 else { throw BenchError("\(childOption) needs a file") }
    let job = try JSONDecoder().decode(
      EngineJob.self, from: Data(contentsOf: URL(filePath: arguments[0])))
    print(String(decoding: try JSONEncoder().encode(try await job.perform()), as: UTF8.self))
  }

  private func perform() async throws -> Outcome {
    let engine = TimedEngine(wrapped: Self.make(engine))
    let detection: VoiceActivityDetection =
      switch detector {
      case .adaptiveEnergy: .adaptiveEnergy()
      case .silero: try .silero()
      }
    let started = ContinuousClock.now
    let recognizer = try SpeechRecognizer(
      engine: engine, locale: LocaleID("en-US"), limits: EngineLimits(concurrent: 1),
      detection: detection)
    try await recognizer.prepare()
    var outcome = Outcome(loadSeconds: started.duration(to: .now) / .seconds(1))
    let loaded = ProcessFacts.cpuSeconds
    for path in files {
      let begun = engine.clock.utterances
      var file = try await hear(URL(filePath: path), recognizer)
      file.begun = engine.clock.utterances - begun
      file.cpu = ProcessFacts.cpuSeconds - loaded
      outcome.files.append(file)
    }
    outcome.peakBytes = try ProcessFacts.peakBytes()
    return outcome
  }

  private func hear(_ url: URL, _ recognizer: SpeechRecognizer) async throws -> Outcome.File {
    if isLive {
      let taken = try await LivePace.feed(url, to: recognizer, partials: true)
      return Outcome.File(firstPartial: taken.firstPartial, final: taken.final)
    }
    let minute = AudioTime(samples: 60, rate: 1)
    let endpointing = isWhole ? Endpointing(pause: minute, longest: minute) : Endpointing()
    let transcript = try await recognizer.transcribe(
      url,
      options: RecognitionOptions(reportsPartialResults: false, endpointing: endpointing))
    return Outcome.File(
      utterances: transcript.utterances.map {
        .init(spoken: $0.spokenText, start: $0.timeRange.start.seconds)
      })
  }
}
