import CSherpaOnnxShim
import SpeechAudio
import SpeechRecognition

/// A loaded model of the library.
///
/// `@unchecked Sendable`: the handle is set once, the library lets several threads decode with one
/// recognizer as long as each has streams of its own, and it is freed with the last reference.
final class Recognizer: @unchecked Sendable {
  private let handle: OpaquePointer
  private let engineID: String
  private let receiver: LogReceiver<String>?

  /// Loads a model whose files are checked; the library is open.
  init(
    _ folder: ModelFolder, _ configuration: EngineConfiguration,
    settings: SherpaOnnxEngine.Settings
  ) throws(SpeechError) {
    let engineID = settings.engineID
    let ((status, handle), log) = CallLog.during { log in
      folder.withModel(
        configuration.locale, threads: configuration.threads, preset: settings.preset
      ) { model in
        var handle: OpaquePointer?
        var model = model
        let status = shx_create(&model, log, &handle)
        return (status, handle)
      }
    }
    settings.logReceiver?.take(log)
    guard status == SHX_OK, let handle else {
      throw SpeechError(
        status == SHX_NO_MEMORY ? .insufficientResources : .malformedModel,
        "sherpa-onnx can't load the model in \(folder.path): \(log.summary).",
        remedy: "Install the model again; its files must belong together.", engine: engineID,
        engineLog: log.lines)
    }
    self.handle = handle
    self.engineID = engineID
    receiver = settings.logReceiver
  }

  deinit { shx_destroy(handle) }

  /// Recognises sound as a whole.
  func recognize(_ samples: [Float]) throws(SpeechError) -> Recognized {
    try call("decode") { log in
      var result = shx_result()
      let status = shx_recognize(handle, samples, samples.count, log, &result)
      defer { shx_free_result(&result) }
      return (status, Recognized(result))
    }
  }

  /// Makes a stream for sound that comes bit by bit.
  func makeStream() throws(SpeechError) -> OpaquePointer? {
    try call("start an utterance") { log in
      var stream: OpaquePointer?
      let status = shx_stream_create(handle, log, &stream)
      return (status, stream)
    }
  }

  /// Runs a call into the library.
  ///
  /// The library writes a line and returns an empty result for errors that it catches itself, so
  /// whatever it writes while it decodes is taken for a failure.
  func call<Result>(
    _ name: String, _ body: (shx_log) -> (status: Int32, result: Result)
  ) throws(SpeechError) -> Result {
    let ((status, result), log) = CallLog.during(body)
    receiver?.take(log)
    guard status >= 0, log.lines.isEmpty else {
      throw SpeechError(
        status == SHX_NO_MEMORY ? .insufficientResources : .engineFailed,
        "sherpa-onnx could not \(name): \(log.summary).",
        remedy: "Try other sound or another model; with the same result the model doesn't fit.",
        engine: engineID, engineLog: log.lines)
    }
    return result
  }
}

extension CallLog {
  /// The last lines as one, for an error.
  var summary: String {
    let last = lines.suffix(4).joined(separator: " ")
    return last.isEmpty ? "it gives no reason" : String(last.prefix(500))
  }
}

extension LogReceiver<String> {
  func take(_ log: CallLog) { for line in log.lines { receive(line) } }
}
