import Glibc
import SpeechAudio

/// One FILE of the command line; `-` is standard input.
struct Input: Equatable, Sendable {
  /// The bytes of the path.
  let path: [UInt8]

  var isStandardInput: Bool { path == Array("-".utf8) }

  /// What messages call it; like ``SpeechAudio/AudioFile/name``.
  var name: String {
    isStandardInput ? "standard input" : String(decoding: path, as: UTF8.self)
  }

  /// The name in the bytes that the user gave.
  var nameBytes: [UInt8] { isStandardInput ? Array(name.utf8) : path }

  /// Opens the sound, whose samples have no header when a raw format is given; waits for the
  /// writer of a pipe.
  func open(rawFormat: AudioFormat?) throws(SpeechError) -> AudioFile {
    if isStandardInput {
      return try AudioFile(fileDescriptor: STDIN_FILENO, name: name, rawFormat: rawFormat)
    }
    guard isPipe, let descriptor = openPipe() else {
      return try AudioFile(path: path, rawFormat: rawFormat)
    }
    return try AudioFile(
      fileDescriptor: descriptor, name: name, closesDescriptor: true, rawFormat: rawFormat)
  }

  // MARK: Pipes with a name, such as those of `<(command)`

  private var isPipe: Bool {
    var status = Glibc.stat()
    return withCPath { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  private func openPipe() -> Int32? {
    let descriptor = withCPath { Glibc.open($0, O_RDONLY | O_CLOEXEC) }
    return descriptor >= 0 ? descriptor : nil
  }

  private func withCPath(_ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    let characters = path.map { CChar(bitPattern: $0) } + [0]
    return characters.withUnsafeBufferPointer { $0.baseAddress.map(body) ?? -1 }
  }
}
