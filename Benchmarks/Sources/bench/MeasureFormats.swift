import Foundation
import PocketSphinxEngine
import SpeechRecognition

/// Every file of the audio folder's `formats`: read in full, refused with an error that says what to
/// do, or wrong; and whether one utterance in many codings is heard as the same text.
struct MeasureFormats: Measure {
  let name = "formats"

  private enum Verdict: String {
    case read, refused, wrong
  }

  /// How far a length may be off, in seconds: lossy codings pad their ends.
  private static let tolerance = 0.12
  /// The samples that all others of the utterance were made from.
  private static let original = "formats/matrix/f32.wav"

  func reasonToSkip(in workspace: Workspace) -> String? {
    do {
      let cases = try FormatCase.all(in: workspace.audio)
      return cases.contains { $0.path == Self.original } ? nil : "no \(Self.original)"
    } catch {
      return "\(error)"
    }
  }

  func run(in workspace: Workspace) async throws -> Report.Section {
    let cases = try FormatCase.all(in: workspace.audio)
    let recognizer = try SpeechRecognizer(
      engine: .pocketSphinx, limits: EngineLimits(concurrent: 2))
    guard let original = cases.first(where: { $0.path == Self.original }) else {
      throw BenchError("there is no \(Self.original)")
    }
    let originalText = try await Self.text(of: original, with: recognizer, in: workspace)
    var rows: [Report.Row] = []
    var counts: [Verdict: Int] = [:]
    var heardAsOriginal = 0
    var unexplained = 0.0
    var exceptions: [Report.Utterance.Hypothesis] = []
    for item in cases {
      let (verdict, remark) = Self.judge(item, in: workspace)
      counts[verdict, default: 0] += 1
      var row = Report.Row(
        label: item.name, values: [:], texts: ["verdict": verdict.rawValue, "remark": remark])
      if verdict == .read, item.said == original.said {
        let text = try await Self.text(of: item, with: recognizer, in: workspace)
        if text == originalText {
          heardAsOriginal += 1
          row.texts["text"] = "same"
        } else {
          if item.loss == nil { unexplained += 1 }
          row.texts["text"] = item.loss ?? "OTHER"
          exceptions.append(.init(system: item.name, text: text, errors: 0))
        }
      }
      rows.append(row)
    }
    let score = try Scorer(workspace: workspace).score(
      Dictionary(uniqueKeysWithValues: exceptions.map { ($0.system, $0.text) }),
      against: exceptions.map {
        .init(id: $0.system, file: workspace.audio, reference: originalText)
      })
    for index in exceptions.indices { exceptions[index].errors = score.files[index].errors }
    return Report.Section(
      name: name,
      title: "Files of \(cases.count) kinds: \(counts[.read] ?? 0) read in full, "
        + "\(counts[.refused] ?? 0) refused, \(counts[.wrong] ?? 0) wrong; one utterance heard the same in "
        + "\(heardAsOriginal), otherwise in \(exceptions.count)",
      columns: [
        .init(key: "verdict", title: "verdict", digits: 0),
        .init(key: "text", title: "text", digits: 0),
        .init(key: "remark", title: "remark", digits: 0),
      ],
      rows: rows,
      limits: [
        .init(what: "wrong files", value: Double(counts[.wrong] ?? 0), limit: 0),
        .init(what: "other text without a reason", value: unexplained, limit: 0),
      ],
      utterances: [
        .init(
          id: "other text than \(Self.original)", reference: originalText,
          words: originalText.split(separator: " ").count, hypotheses: exceptions)
      ])
  }

  // MARK: Files

  private static func open(_ item: FormatCase, _ workspace: Workspace) throws -> AudioFile {
    let url = workspace.audio.appending(path: item.path)
    guard item.isHeaderless else { return try AudioFile(url) }
    let type: AudioFormat.SampleType = item.format.hasPrefix("f32") ? .float32 : .int16
    return try AudioFile(url, rawFormat: AudioFormat(type, sampleRate: item.sampleRate))
  }

  private static func judge(_ item: FormatCase, in workspace: Workspace) -> (Verdict, String) {
    do {
      let file = try open(item, workspace)
      var frames = 0
      while let buffer = try file.read(frames: 4_096) { frames += buffer.frameCount }
      let seconds = Double(frames) / Double(file.format.sampleRate)
      guard item.isReadable || item.isHeaderless else { return (.wrong, "read, but can't be") }
      guard abs(seconds - item.seconds) <= tolerance, !file.isTruncated else {
        return (.wrong, "\(seconds) s of \(item.seconds)")
      }
      return (.read, file.warnings.joined(separator: " "))
    } catch let error as SpeechError {
      let isRight =
        !item.isReadable && error.code == .unreadableAudio
        && error.remedy?.contains("ffmpeg") == true
      return (isRight ? .refused : .wrong, shortened(error.message))
    } catch {
      return (.wrong, "\(error)")
    }
  }

  /// A message without the path that it begins with.
  private static func shortened(_ message: String) -> String {
    message.split(separator: "”").dropFirst().joined().trimmingCharacters(in: .whitespaces)
  }

  private static func text(
    of item: FormatCase, with recognizer: SpeechRecognizer, in workspace: Workspace
  ) async throws -> String {
    let (buffers, continuation) = AsyncStream.makeStream(of: AudioBuffer.self)
    if item.format.hasPrefix("s16be") {
      var decoder = RawAudioDecoder(.int16.bigEndian, sampleRate: item.sampleRate)
      let bytes = try Data(contentsOf: workspace.audio.appending(path: item.path))
      continuation.yield(decoder.decode(bytes))
      continuation.finish()
      return try await recognizer.transcribe(buffers).text
    }
    let file = try open(item, workspace)
    while let buffer = try file.read(frames: 16_384) { continuation.yield(buffer) }
    continuation.finish()
    return try await recognizer.transcribe(buffers).text
  }
}
