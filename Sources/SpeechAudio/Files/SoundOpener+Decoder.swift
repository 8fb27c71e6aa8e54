/// Files that another program decodes.
extension SoundOpener {
  /// Opens what a decoder makes of the file, or throws the error that tells why one is needed.
  func decoded(
    _ source: ByteSource, _ error: SpeechError
  ) throws(SpeechError) -> Sound {
    guard let decoder else { throw error }
    guard let program = decoder.path else {
      throw SpeechError(
        .unreadableAudio,
        "\(error.message) “\(decoder.program)”, which should decode it, isn't "
          + "installed.",
        remedy: "Install Debian's package `ffmpeg`.")
    }
    let file = source.isStream || source.origin != 0 ? try copied(source) : source
    switch DecoderProcess.start(
      program, arguments: AudioFile.Decoder.arguments, input: file.descriptor)
    {
    case .failure(let reason):
      throw SpeechError(
        .unreadableAudio, "\(error.message) “\(program)” can't be started: \(reason).",
        remedy: error.remedy)
    case .success((let process, let output)):
      return try open(outputOf: process, output, file, error)
    }
  }

  private func open(
    outputOf process: DecoderProcess, _ output: Int32, _ file: ByteSource, _ error: SpeechError
  ) throws(SpeechError) -> Sound {
    let stream = ByteSource(
      descriptor: output, closesDescriptor: true, length: nil, wait: wait, decoder: process)
    guard !stream.bytes(at: 0, count: 1).isEmpty else {
      try checkReading(stream)
      _ = process.finish()
      let words = process.lines.map { $0.replacing("file:/proc/self/fd/0", with: name) }
      throw SpeechError(
        .unreadableAudio,
        "\(error.message) ffmpeg can't decode it either: \(words.joined(separator: "; ")).",
        remedy: "Check that the recording or the copy was finished and holds sound.")
    }
    // What a decoder writes isn't decoded again.
    var sound = try SoundOpener(name: name, wait: wait).open(stream)
    sound.decoder = process
    return sound
  }
}
