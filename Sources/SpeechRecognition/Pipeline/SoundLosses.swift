/// Counts the sound that was given and never got in line.
final class SoundLosses: Sendable {
  private struct Counts {
    var refusedBuffers = 0
    var firstRefusal: SpeechError?
    var droppedFrames: Int64 = 0
  }

  private let counts = Locked(Counts())

  /// Notes a buffer that was refused.
  func refused(_ error: SpeechError) {
    counts.withLock { counts in
      counts.refusedBuffers += 1
      counts.firstRefusal = counts.firstRefusal ?? error
    }
  }

  /// Notes a buffer for which there was no room.
  func dropped(_ buffer: AudioBuffer) {
    counts.withLock { $0.droppedFrames += Int64(buffer.frameCount) }
  }

  /// Why the first buffer was refused, if one was.
  var firstRefusal: SpeechError? { counts.withLock { $0.firstRefusal } }

  /// Puts the counts into diagnostics.
  func add(to diagnostics: inout AudioDiagnostics) {
    let counts = counts.withLock { $0 }
    diagnostics.refusedBuffers += counts.refusedBuffers
    diagnostics.droppedFrames += counts.droppedFrames
  }

  /// What a user should know, as one warning for all refused buffers.
  var warnings: [EngineWarning] {
    let counts = counts.withLock { $0 }
    guard let error = counts.firstRefusal else { return [] }
    let number = counts.refusedBuffers
    return [
      EngineWarning(
        number == 1
          ? "A buffer was refused: \(error)" : "\(number) buffers were refused, the first: \(error)"
      )
    ]
  }
}
