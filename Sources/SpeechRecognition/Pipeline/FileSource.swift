/// Reads a sound file on a thread of its own, block by block, as the engine needs it.
actor FileSource: AudioSource {
  private let executor = ThreadExecutor(name: "speech-file")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let open: @Sendable () throws(SpeechError) -> AudioFile
  private var file: AudioFile?
  private var timeline = AudioTimeline()
  private let isStopped = CancellationFlag()

  /// The length of a block in seconds.
  private static let blockLength = 0.5

  nonisolated let isLive = false
  nonisolated var losses: SoundLosses? { nil }

  init(open: @escaping @Sendable () throws(SpeechError) -> AudioFile) {
    self.open = open
  }

  func next() throws(SpeechError) -> AudioBuffer? {
    guard !isStopped.isSet else { return nil }
    let file = try openFile()
    let frames = max(Int(Double(file.format.sampleRate) * Self.blockLength), 1)
    guard let block = try file.read(frames: frames) else { return nil }
    return try timeline.place(block.placed(at: nil))
  }

  private func openFile() throws(SpeechError) -> AudioFile {
    if let file { return file }
    let opened = try open()
    file = opened
    return opened
  }

  func fractionRead() -> Double? { file?.progress }

  func warnings() -> [EngineWarning] { file?.warnings.map { EngineWarning($0) } ?? [] }

  nonisolated func stop() { isStopped.set() }

  nonisolated func close(_ error: SpeechError) {}

  isolated deinit {
    file = nil
    executor.stop()
  }
}
