internal import Glibc

/// What the errors of opening say.
extension SoundOpener {
  func error(_ message: String, remedy: String? = nil) -> SpeechError {
    SpeechError(.unreadableAudio, "“\(name)” \(message).", remedy: remedy)
  }

  /// What one types to convert a file.
  var conversion: String {
    let cure = "Convert it with `\(command)`"
    return decoder == nil
      ? "\(cure), or let ffmpeg read it: `AudioFile(…, decodingWith: .ffmpeg)`." : "\(cure)."
  }

  private var command: String {
    "ffmpeg -i \(path.map(ShellWord.input) ?? "INPUT") -ar 16000 -ac 1 out.wav"
  }

  var isEmpty: SpeechError {
    error("is empty", remedy: "Check that the recording or the download was finished.")
  }

  /// Throws what kept the bytes from being read.
  func checkReading(_ source: ByteSource, at position: AudioTime = .zero) throws(SpeechError) {
    let place = position == .zero ? "" : " beyond \(position)"
    switch source.failure {
    case 0: return
    case ECANCELED:
      throw SpeechError(.cancelled, "Reading “\(name)” was cancelled\(place).")
    case ETIMEDOUT:
      throw SpeechError(
        .timeout, "“\(name)” can't be read\(place): nothing came in time.",
        remedy: "Check that its writer is at work, or wait longer with an AudioFileWait.")
    case let number: throw error("can't be read\(place): \(SystemError(number))")
    }
  }

  func validate(_ format: AudioFormat) throws(SpeechError) {
    do throws(SpeechError) {
      try format.validate()
    } catch {
      throw SpeechError(error.code, "“\(name)”: \(error.message)", remedy: error.remedy)
    }
  }

  func refusal(
    _ signature: FileSignature, _ fault: SoundHeader.Fault? = nil, _ coding: String? = nil
  ) -> SpeechError {
    switch (signature.kind, fault) {
    case (.unknown, _):
      error(
        "isn't a sound file of a kind that can be read",
        remedy: "If it holds raw samples, state their format; else try to convert it with "
          + "`\(command)`.")
    case (_, .cut):
      error(
        "is \(signature.name) that ends within its header",
        remedy: "Check that the recording or the copy was finished.")
    case (_, .wrong(let what)): error("is \(signature.name) that \(what)", remedy: conversion)
    case (_, nil):
      error(
        coding.map { "is \(signature.name) whose samples, \($0), can't be read" }
          ?? "is \(signature.name) that is damaged, or of a coding that can't be read",
        remedy: conversion)
    }
  }
}
