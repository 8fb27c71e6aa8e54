import FuzzSupport
import SpeechEngineTestKit
import SpeechRecognition

/// Plays a plan on the task API and holds it to its contract.
struct TaskRun {
  private static let refusals: Set<SpeechError.Code> = [.unexpectedAudioFormat, .audioDisordered]
  private let plan: Plan

  init(_ plan: Plan) { self.plan = plan }

  func run() async {
    let recognizer: SpeechRecognizer
    do throws(SpeechError) {
      recognizer = try SpeechRecognizer(engine: plan.engine, limits: EngineLimits(concurrent: 1))
    } catch {
      Finding.report("no recognizer: \(error)")
    }
    let request = AudioBufferRecognitionRequest(options: plan.options)
    let task = recognizer.recognitionTask(with: request)
    async let isOrdered: Void = follow(task)
    async let results: Void = followResults(task)
    await play(on: request, task)
    request.endAudio()
    await isOrdered
    await results
    check(task)
  }

  /// Does what the plan says; once the sound has ended, by whatever means, buffers have to be refused.
  private func play(on request: AudioBufferRecognitionRequest, _ task: RecognitionTask) async {
    var hasEnded = false
    for step in plan.steps {
      switch step {
      case .append(let buffer): await append(buffer, to: request, hasEnded: hasEnded)
      case .pieces(let buffer, let frames):
        for first in stride(from: 0, to: min(buffer.frameCount, 64 * frames), by: frames) {
          await append(buffer[first..<first + frames], to: request, hasEnded: hasEnded)
        }
      case .offer(let buffer):
        let isTaken = request.offer(buffer)
        Finding.unless(!(isTaken && hasEnded), "a buffer was taken behind the end")
      case .endInput:
        request.endAudio()
        hasEnded = true
      case .finish:
        _ = try? await task.finish()
        hasEnded = true
      case .cancel:
        task.cancel()
      case .finalize: break
      }
    }
  }

  private func append(
    _ buffer: AudioBuffer, to request: AudioBufferRecognitionRequest, hasEnded: Bool
  ) async {
    do throws(SpeechError) {
      try await request.append(buffer)
      Finding.unless(!hasEnded, "a buffer was taken behind the end")
    } catch {
      let isOver = error.code == .sessionFinished || error.code == .cancelled
      Finding.unless(
        isOver || Self.refusals.contains(error.code) || plan.mayFail && error.code == .engineFailed,
        "append threw \(error.code.rawValue): \(error)")
      Finding.unless(isOver || error.timeRange != nil || plan.mayFail, "no range: \(error)")
    }
  }

  // MARK: Contract

  private func follow(_ task: RecognitionTask) async {
    var hasSpeech = false
    var hasRead = false
    var hasEnded = false
    var through = AudioTime.zero
    for await event in task.events {
      Finding.unless(!hasEnded, "\(event) behind the terminal event")
      switch event {
      case .speechDetected:
        Finding.unless(!hasSpeech, "speech was detected twice")
        hasSpeech = true
      case .hypothesis(let result):
        checkTimes(result.bestTranscription)
        Finding.unless(!result.isFinal, "a hypothesis is final")
      case .final(let result):
        checkTimes(result.bestTranscription)
        let range = result.timeRange
        Finding.unless(
          range.start <= range.end && range.end >= through, "\(range) after \(through)")
        through = range.end
      case .finishedReadingAudio:
        Finding.unless(!hasRead, "the sound was read twice")
        hasRead = true
      case .warning: break
      case .ended(let outcome):
        hasEnded = true
        if case .failed(let error) = outcome {
          Finding.unless(mayFail(with: error), "failed: \(error)")
        }
      }
    }
    Finding.unless(hasEnded, "no terminal event")
  }

  private func followResults(_ task: RecognitionTask) async {
    var finals = 0
    do throws(SpeechError) {
      for try await result in task.results where result.isFinal { finals += 1 }
      if plan.options.resultScope == .cumulative {
        Finding.unless(finals == 1, "\(finals) final results")
      }
    } catch {
      Finding.unless(error.isCancellation || mayFail(with: error), "results failed: \(error)")
    }
  }

  /// A task may fail as the script says, and for sound of which no sample is a number.
  private func mayFail(with error: SpeechError) -> Bool {
    plan.mayFail || error.code == .unreadableAudio
  }

  private func check(_ task: RecognitionTask) {
    Finding.unless(task.outcome != nil && task.state == .completed, "\(task.state) at the end")
    var through = AudioTime.zero
    for utterance in task.finalizedTranscript.utterances {
      Finding.unless(
        utterance.timeRange.start + Plan.rounding >= through,
        "\(utterance.timeRange) begins before \(through)")
      through = utterance.timeRange.end
    }
  }

  private func checkTimes(_ transcription: Transcription) {
    var through = AudioTime.zero
    for segment in transcription.segments {
      guard let range = segment.timeRange else { continue }
      Finding.unless(
        range.start + Plan.rounding >= through && range.end >= range.start,
        "“\(segment.substring)” at \(range), after \(through)")
      through = range.end
    }
  }
}
