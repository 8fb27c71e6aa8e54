public import struct Foundation.URL

/// Something that turns sound into text: ``SpeechRecognizer``, or a stand-in for tests that wraps one.
public protocol Recognizer: Sendable {
  /// The locale that is recognised.
  var locale: LocaleID { get }
  /// What the engine behind is and what it can do.
  var engine: EngineDescriptor { get }
  /// Whether a task could be started now, and what is missing.
  var availability: EngineAvailability { get }

  /// Loads the model, so that the first task starts at once.
  ///
  /// - Throws: ``SpeechError`` that names what is missing and its cure.
  func prepare() async throws(SpeechError)

  /// Starts a recognition. Errors come as the task's one terminal event.
  ///
  /// - Parameter request: Where the sound comes from, and how to work.
  /// - Returns: The task, which runs as long as somebody holds it or its sequences.
  func recognitionTask(with request: any RecognitionRequest) -> RecognitionTask
}

extension Recognizer {
  /// Whether a task could be started now.
  public var isAvailable: Bool { availability.isAvailable }

  /// Starts a recognition whose results go to a handler, in order.
  ///
  /// The last call has a failure, or a result whose ``RecognitionResult/isFinal`` is true where the
  /// scope is cumulative. The task goes on until then also when nobody holds it.
  ///
  /// - Parameters:
  ///   - request: Where the sound comes from, and how to work.
  ///   - resultHandler: Called with each result; runs in the isolation that it was written in.
  /// - Returns: The task.
  @discardableResult
  public func recognitionTask(
    with request: any RecognitionRequest,
    resultHandler:
      @escaping @Sendable @isolated(any) (Result<RecognitionResult, SpeechError>) ->
      Void
  ) -> RecognitionTask {
    let task = recognitionTask(with: request)
    Task {
      do throws(SpeechError) {
        for try await result in task.results { await resultHandler(.success(result)) }
      } catch {
        await resultHandler(.failure(error))
      }
    }
    return task
  }

  /// Recognises a request to its end, telling each result as it comes.
  ///
  /// - Parameters:
  ///   - request: Where the sound comes from, and how to work.
  ///   - onResult: Called with each result, in the caller's isolation.
  /// - Returns: Everything that was said.
  /// - Throws: ``SpeechError`` when the recognition fails or the calling task is cancelled.
  @discardableResult
  public func recognize(
    _ request: any RecognitionRequest, onResult: (RecognitionResult) -> Void
  ) async throws(SpeechError) -> Transcript {
    let task = recognitionTask(with: request)
    for try await result in task.results { onResult(result) }
    return try await task.transcript()
  }

  /// Recognises a sound file.
  ///
  /// - Parameters:
  ///   - url: The file; its format is told by its content.
  ///   - options: How the recognition works; partial results are not computed unless asked for.
  ///   - onProgress: Called as the file is read, in the caller's isolation.
  /// - Returns: Everything that was said; empty when nothing was.
  /// - Throws: ``SpeechError`` that names the file or model and the cure, or of code
  ///   ``SpeechError/Code/cancelled`` when the calling task is cancelled.
  public func transcribe(
    _ url: URL, options: RecognitionOptions = RecognitionOptions(reportsPartialResults: false),
    onProgress: (RecognitionProgress) -> Void = { _ in }
  ) async throws(SpeechError) -> Transcript {
    let task = recognitionTask(with: URLRecognitionRequest(url: url, options: options))
    for await progress in task.progress { onProgress(progress) }
    return try await task.transcript()
  }

  /// Recognises a sequence of buffers to its end.
  ///
  /// The sequence need not be `Sendable`; it is read in the caller's isolation, no faster than it
  /// can be recognised. A buffer that is refused, for its format or because it overlaps the sound
  /// before it, is passed over: ``AudioDiagnostics/refusedBuffers`` of the transcript
  /// counts it, and what was heard is kept. Only when every buffer was refused is that an error.
  ///
  /// - Parameters:
  ///   - sequence: The sound.
  ///   - options: How the recognition works; partial results are not computed unless asked for.
  /// - Returns: Everything that was said; empty when nothing was.
  /// - Throws: ``SpeechError`` when every buffer is refused or the recognition fails; an error of the
  ///   sequence's own is wrapped, with code ``SpeechError/Code/unreadableAudio``. To keep what was
  ///   heard before that, use a task and its ``RecognitionTask/finalizedTranscript``.
  public func transcribe<Sound: AsyncSequence>(
    _ sequence: Sound,
    options: RecognitionOptions = RecognitionOptions(reportsPartialResults: false)
  ) async throws(SpeechError) -> Transcript where Sound.Element == AudioBuffer {
    // A missing model is told before the first sound is waited for.
    try await prepare()
    let request = AudioBufferRecognitionRequest(options: options)
    let task = recognitionTask(with: request)
    var (refusal, isAnyTaken) = (SpeechError?.none, false)
    do {
      var iterator = sequence.makeAsyncIterator()
      while let buffer = try await iterator.next(isolation: #isolation) {
        let error = try await request.appendUnlessRefused(buffer)
        refusal = refusal ?? error
        isAnyTaken = isAnyTaken || error == nil
      }
    } catch {
      // A recognition that has failed closes the request; its own error says more.
      if case .failed(let failure) = task.outcome { throw failure }
      throw SpeechError(wrapping: error, as: .unreadableAudio, "The sound broke off")
    }
    if let refusal, !isAnyTaken {
      task.cancel()
      throw refusal
    }
    request.endAudio()
    return try await task.transcript()
  }
}
