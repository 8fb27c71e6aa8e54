import CSoundFileForSeeds
import FuzzSupport
import Glibc

/// Sound files of every container and coding that libsndfile writes: a short rising tone each.
enum SoundFileSeeds {
  private static let rate: Int32 = 16_000
  /// Block codings need some thousand frames to have a whole block.
  private static let blockFrames = 4_000
  private static let plainFrames = 300

  static func write(to folder: SeedFolder) {
    var written = 0
    for container in containers {
      for coding in codings {
        for order in [0, SF_ENDIAN_LITTLE, SF_ENDIAN_BIG] {
          for channels: Int32 in [1, 2] {
            var description = SF_INFO()
            description.samplerate = rate
            description.channels = channels
            description.format = Int32(container | coding | order)
            guard sf_format_check(&description) != 0 else { continue }
            let name = "\(hex(container))-\(hex(coding))-\(hex(order))-\(channels)"
            if write(&description, to: "\(folder.path)/\(name)") { written += 1 }
          }
        }
      }
    }
    Finding.unless(written > 100, "only \(written) seeds could be written")
    writeStreams(to: folder)
  }

  private static func write(_ description: inout SF_INFO, to path: String) -> Bool {
    guard let file = sf_open(path, Int32(SFM_WRITE), &description) else {
      unlink(path)
      return false
    }
    let isPlain = plainCodings.contains(Int(description.format) & SF_FORMAT_SUBMASK)
    let isCompressed = packedContainers.contains(Int(description.format) & SF_FORMAT_TYPEMASK)
    let frames = isPlain && !isCompressed ? plainFrames : blockFrames
    let channels = Int(description.channels)
    let samples = (0..<frames * channels).map { index in
      let time = Float(index / channels) / Float(rate)
      return 0.5 * sin(2 * .pi * time * (300 + 3_000 * time))
    }
    let count = sf_writef_float(file, samples, Int64(frames))
    return sf_close(file) == 0 && count == frames
  }

  private static func hex(_ number: Int) -> String { String(number, radix: 16) }

  /// Headers as programs write them that can't go back: with a length of 0, or of the greatest.
  private static func writeStreams(to folder: SeedFolder) {
    for length: UInt32 in [0, .max, 0x7fff_ffff] {
      var bytes = Array("RIFF".utf8) + length.bytes + Array("WAVEfmt ".utf8)
      bytes += UInt32(16).bytes + [1, 0, 1, 0] + UInt32(8_000).bytes + UInt32(16_000).bytes
      bytes += [2, 0, 16, 0] + Array("data".utf8) + length.bytes
      folder.write(bytes + Array(repeating: 0x21, count: 401), as: "stream-\(length).wav")
      let sun = Array(".snd".utf8) + UInt32(24).byteSwapped.bytes + length.byteSwapped.bytes
      folder.write(
        sun + UInt32(1).byteSwapped.bytes + UInt32(8_000).byteSwapped.bytes
          + UInt32(1).byteSwapped.bytes + Array(repeating: 0xd5, count: 401),
        as: "stream-\(length).au")
    }
  }

  // MARK: What libsndfile knows

  private static let plainCodings: Set<Int> = [
    SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32,
    SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE, SF_FORMAT_ULAW, SF_FORMAT_ALAW,
  ]
  private static let packedContainers: Set<Int> = [SF_FORMAT_FLAC]

  /// Containers without a header, or that libsndfile reads with messages on standard output.
  private static let left: Set<Int> = [SF_FORMAT_RAW, SF_FORMAT_SD2, SF_FORMAT_SDS]

  private static var containers: [Int] {
    formats(count: SFC_GET_FORMAT_MAJOR_COUNT, each: SFC_GET_FORMAT_MAJOR)
      .filter { !left.contains($0) }
  }

  private static var codings: [Int] {
    formats(count: SFC_GET_FORMAT_SUBTYPE_COUNT, each: SFC_GET_FORMAT_SUBTYPE)
  }

  private static func formats(count command: Int, each: Int) -> [Int] {
    var count: Int32 = 0
    sf_command(nil, Int32(command), &count, Int32(MemoryLayout<Int32>.size))
    return (0..<count).map { index in
      var format = SF_FORMAT_INFO()
      format.format = index
      sf_command(nil, Int32(each), &format, Int32(MemoryLayout<SF_FORMAT_INFO>.size))
      return Int(format.format)
    }
  }
}

extension UInt32 {
  fileprivate var bytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
