import Foundation

/// The sound of a 16 kHz WAV file as a telephone would bring it, in chunks of 160 samples.
///
/// Neither the sequence nor its iterator is `Sendable`, as those of many network libraries aren't.
final class TelephoneCall: AsyncSequence {
  struct UnexpectedFile: Error {}

  private let samples: [Int16]

  init(of wave: URL) throws {
    let bytes = try Data(contentsOf: wave)
    let header = 44
    guard bytes.count > header, bytes.prefix(4) == Data("RIFF".utf8) else {
      throw UnexpectedFile()
    }
    let wide = stride(from: header, to: bytes.count - 1, by: 2).map { index in
      Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
    }
    // Half the rate: the mean of each pair.
    samples = stride(from: 0, to: wide.count - 1, by: 2).map { index in
      Int16((Int32(wide[index]) + Int32(wide[index + 1])) / 2)
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(samples) }

  final class Iterator: AsyncIteratorProtocol {
    private var rest: ArraySlice<Int16>

    init(_ samples: [Int16]) { rest = samples[...] }

    func next() async -> [Int16]? {
      guard !rest.isEmpty else { return nil }
      let chunk = Array(rest.prefix(160))
      rest = rest.dropFirst(chunk.count)
      return chunk
    }
  }
}
