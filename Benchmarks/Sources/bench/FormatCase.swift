import Foundation

/// One file of the audio folder's `formats`, with what is known of it.
struct FormatCase {
  /// The path below the audio folder.
  var path: String
  /// Its length in seconds.
  var seconds: Double
  /// Container, coding and sample type, as `ffprobe` names them.
  var format: String
  /// What is said in it, or nothing when that isn't known.
  var said: String
  /// Whether libsndfile reads it as it is.
  var isReadable: Bool
  var sampleRate: Int

  /// Reads the manifest's lines about `formats`.
  static func all(in audio: URL) throws -> [FormatCase] {
    let text = try String(contentsOf: audio.appending(path: "manifest.tsv"), encoding: .utf8)
    let rows = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let head = rows.first ?? []
    func column(_ name: String) throws -> Int {
      guard let index = head.firstIndex(of: name) else {
        throw BenchError("the manifest has no column '\(name)'")
      }
      return index
    }
    let path = try column("path")
    let seconds = try column("seconds")
    let format = try column("format")
    let said = try column("reference")
    let opens = try column("libsndfile_opens")
    let rate = try column("rate")
    return rows.dropFirst().filter { $0.count == head.count && $0[path].hasPrefix("formats/") }
      .map { row in
        FormatCase(
          path: row[path], seconds: Double(row[seconds]) ?? 0, format: row[format],
          said: row[said].hasPrefix("@") ? "" : row[said], isReadable: row[opens] == "yes",
          sampleRate: Int(row[rate]) ?? 0)
      }.sorted { $0.path < $1.path }
  }

  /// The name in tables.
  var name: String { String(path.dropFirst("formats/".count)) }

  /// Whether it holds samples without a header.
  var isHeaderless: Bool { path.hasSuffix(".raw") }

  /// What the coding or the recording loses, so that other words may be heard; `nil` where the
  /// samples are kept.
  var loss: String? {
    let losses = [
      "adpcm": "4 bits a sample", "aac": "lossy coding", "mp3": "lossy coding",
      "vorbis": "lossy coding", "opus": "lossy coding", "rate8000": "nothing above 4 kHz",
      "rate11025": "nothing above 5.5 kHz", "clipped": "clipped hard", "u8": "8 bits a sample",
      "quiet-60dB": "10 bits are gone", "rate48000": "resampled twice",
      "rate96000": "resampled twice", "left-only": "half as loud", "dc-offset": "an offset of 0.3",
    ]
    return losses.first { path.contains($0.key) || format.contains($0.key) }?.value
  }
}
