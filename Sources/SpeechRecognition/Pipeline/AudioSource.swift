/// Where a task's sound comes from: buffers with their places on the timeline, until it ends.
protocol AudioSource: Sendable {
  /// Returns the next buffer, or `nil` at the end; waits for it.
  func next() async throws(SpeechError) -> AudioBuffer?

  /// How much of the sound was read, from 0 to 1, or `nil` when the whole is not known.
  func fractionRead() async -> Double?

  /// What was found wrong with the sound so far, such as a file that was cut off.
  func warnings() async -> [EngineWarning]

  /// What of the sound never got in line.
  var losses: SoundLosses? { get }

  /// Whether the sound comes as it is spoken, so that it goes before files.
  var isLive: Bool { get }

  /// Ends the sound here; what was given already still comes.
  func stop()

  /// Says that no more sound will be taken, because the work has ended.
  ///
  /// - Parameter error: Why, for whoever still gives sound.
  func close(_ error: SpeechError)
}
