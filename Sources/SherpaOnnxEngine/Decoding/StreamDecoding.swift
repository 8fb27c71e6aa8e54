import CSherpaOnnxShim
import SpeechAudio

/// Decoding by a model that takes sound as it comes.
final class StreamDecoding: Decoding {
  /// Silence behind the utterance, in seconds, with which the last words leave the model: it looks
  /// ahead by less than that.
  private static let tail = 0.66

  private let recognizer: Recognizer
  private var stream: OpaquePointer?
  private var wantsPartials = false
  private var last: Recognized?

  init(_ recognizer: Recognizer) { self.recognizer = recognizer }

  deinit { shx_stream_destroy(stream) }

  func start(wantsPartials: Bool) throws(SpeechError) {
    abandon()
    self.wantsPartials = wantsPartials
    stream = try recognizer.makeStream()
  }

  func hear(
    _ samples: ArraySlice<Float>, isCancelled: () -> Bool
  ) throws(SpeechError) -> Recognized? {
    try accept(Array(samples))
    guard try decode(isCancelled), wantsPartials else { return nil }
    let result = try result()
    guard result != last else { return nil }
    last = result
    return result
  }

  func pause() throws(SpeechError) -> Recognized? { nil }

  func finish(isCancelled: () -> Bool) throws(SpeechError) -> Recognized? {
    let tail = Int(Self.tail * Double(ModelFolder.sampleRate))
    try accept([Float](repeating: 0, count: tail))
    let stream = stream
    try recognizer.call("end an utterance") { log in (shx_stream_finish(stream, log), ()) }
    _ = try decode(isCancelled)
    return isCancelled() ? nil : try result()
  }

  func abandon() {
    shx_stream_destroy(stream)
    stream = nil
    last = nil
  }

  private func accept(_ samples: [Float]) throws(SpeechError) {
    let stream = stream
    try recognizer.call("take sound") { log in
      (shx_stream_accept(stream, samples, samples.count, log), ())
    }
  }

  /// Decodes what there is; gives whether that was anything.
  private func decode(_ isCancelled: () -> Bool) throws(SpeechError) -> Bool {
    let stream = stream
    var steps = 0
    while !isCancelled() {
      let status = try recognizer.call("decode") { log in
        let status = shx_stream_step(stream, log)
        return (status, status)
      }
      guard status == 1 else { break }
      steps += 1
    }
    return steps > 0
  }

  private func result() throws(SpeechError) -> Recognized {
    let stream = stream
    return try recognizer.call("give the text") { log in
      var result = shx_result()
      let status = shx_stream_result(stream, log, &result)
      defer { shx_free_result(&result) }
      return (status, Recognized(result))
    }
  }
}
