import FuzzSupport

/// Plans to start from: random bytes of growing length, and plain runs of sound in every format.
enum PlanSeeds {
  static func write(to folder: SeedFolder) {
    var random = RandomBits(seed: 1)
    for length in [1, 8, 32, 64, 128, 256, 512] {
      for number in 0..<8 {
        let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        folder.write(bytes, as: "random-\(length)-\(number)")
      }
    }
    for api in 0..<2 as Range<UInt8> {
      for engine in 0..<2 as Range<UInt8> {
        for type in 0..<4 as Range<UInt8> {
          folder.write(speech(api: api, engine: engine, type: type), as: "\(api)-\(engine)-\(type)")
        }
      }
    }
  }

  /// Two seconds of speech-like sound at 16 kHz, silence, and speech again.
  private static func speech(api: UInt8, engine: UInt8, type: UInt8) -> [UInt8] {
    // API, partials, alternatives, scope, default endpointing, no failure, engine, its type and
    // rate, sharing, longest.
    var bytes: [UInt8] = [api, 1, 0, 0, 0, 0, engine, 0, 0, 0, 0]
    for content in [5, 0, 5, 0] as [UInt8] {
      // Append: rate, one channel, a count of 16 bits, no start, content, type.
      bytes += [0, 1, 0, 1, 0x00, 0x7d, 0, content, type]
    }
    return bytes
  }
}
