import CSherpaOnnxShim
import SpeechAudio

/// Silero's model, as often as it is listening at once; those that are done listen again for others.
///
/// `@unchecked Sendable`: the free handles are behind a lock, the others belong to one lease each.
final class SileroModel: @unchecked Sendable {
  static let name = "silero-vad"

  private let file: String
  private let threshold: Float
  private let free = Locked<[Int: [OpaquePointer]]>([:])

  init(file: String, threshold: Float) {
    self.file = file
    self.threshold = threshold
  }

  deinit {
    free.withLock { free in
      for handle in free.values.joined() { shx_detector_destroy(handle) }
    }
  }

  /// The samples that the model takes at once, or `nil` for rates that it is not made for.
  static func window(_ rate: Int) -> Int? {
    [8_000: 256, 16_000: 512][rate]
  }

  /// The model's file: the one given, the one in the folder given, or the installed one.
  static func file(_ given: String?) throws(SpeechError) -> String {
    if let given, FileFacts(given)?.isFolder != true {
      _ = try ModelGraph.read(given)
      return given
    }
    let folder =
      if let given { try ModelFolder.open(given) } else { try ModelSearch.ofUser.folder(name) }
    try folder.validate()
    guard folder.kind == .sileroVAD, let file = folder.files[.model] else {
      throw SpeechError(
        .malformedModel, "The model in \(folder.path) is no detector of speech.",
        remedy: Library.installation, engine: SherpaOnnxEngine.name)
    }
    return file
  }

  /// One listener, for one stretch of sound on one thread at a time.
  func lease(rate: Int) throws(SpeechError) -> Lease {
    if let handle = free.withLock({ $0[rate]?.popLast() }) {
      shx_detector_reset(handle)
      return Lease(handle, rate: rate, model: self)
    }
    let ((status, handle), log) = CallLog.during { log in
      var handle: OpaquePointer?
      let window = Int32(Self.window(rate) ?? 512)
      let status = shx_detector_create(file, Int32(rate), window, threshold, log, &handle)
      return (status, handle)
    }
    guard status == SHX_OK, let handle else {
      throw SpeechError(
        status == SHX_NO_MEMORY ? .insufficientResources : .malformedModel,
        "sherpa-onnx can't load the detector's model \(file): \(log.summary).",
        remedy: Library.installation, engine: SherpaOnnxEngine.name, engineLog: log.lines)
    }
    return Lease(handle, rate: rate, model: self)
  }

  /// `@unchecked Sendable`: used by the one detector that holds it, from one thread at a time.
  final class Lease: @unchecked Sendable {
    private let handle: OpaquePointer
    private let rate: Int
    private let model: SileroModel

    init(_ handle: OpaquePointer, rate: Int, model: SileroModel) {
      self.handle = handle
      self.rate = rate
      self.model = model
    }

    deinit { model.free.withLock { $0[rate, default: []].append(handle) } }

    /// Whether a window of sound is speech; a failure, which has never been seen, is none.
    func hear(_ window: [Float]) -> Bool { shx_detector_hear(handle, window) == 1 }

    func reset() { shx_detector_reset(handle) }
  }
}
