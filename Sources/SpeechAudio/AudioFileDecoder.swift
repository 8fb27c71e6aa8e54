internal import Glibc

extension AudioFile {
  /// A program that decodes files which the package can't read itself.
  ///
  /// The program gets the open file as its standard input, never a name, and no shell is used. It
  /// may read other files of this computer when the file refers to them, as some playlists do, but
  /// not the network.
  public struct Decoder: Sendable, Hashable {
    /// The program's path, or its name for one that `PATH` leads to.
    let program: String

    /// The `ffmpeg` that `PATH` leads to; Debian and Ubuntu have it in the package `ffmpeg`.
    public static let ffmpeg = Decoder(program: "ffmpeg")

    /// An `ffmpeg` that is installed elsewhere.
    ///
    /// - Parameter path: The path of the program.
    /// - Returns: A decoder that runs it.
    public static func ffmpeg(at path: String) -> Decoder { Decoder(program: path) }

    /// The path of the program; `nil` when it isn't installed.
    var path: String? {
      guard !program.contains("/") else { return access(program, X_OK) == 0 ? program : nil }
      let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
      return folders.split(separator: ":").map { "\($0)/\(program)" }
        .first { access($0, X_OK) == 0 }
    }

    /// What makes it write the first sound of the file on its standard input as WAV, in floating
    /// point and with the rate and channels that it has.
    ///
    /// The input is opened once more by its descriptor: as a file, in which it can go back and
    /// forth.
    static let arguments = [
      "-nostdin", "-hide_banner", "-loglevel", "error", "-protocol_whitelist", "file,pipe",
      "-i", "file:/proc/self/fd/0", "-map", "0:a:0", "-vn", "-sn", "-dn",
      "-c:a", "pcm_f32le", "-f", "wav", "pipe:1",
    ]
  }
}
