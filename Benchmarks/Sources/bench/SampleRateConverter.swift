import CSampleRate

/// libsamplerate, as far as the comparison needs it: one channel, whole sounds in blocks.
struct SampleRateConverter {
  /// One of libsamplerate's qualities.
  struct Quality: Sendable {
    let name: String
    let type: Int
    static let all = [
      Quality(name: "best", type: SRC_SINC_BEST_QUALITY),
      Quality(name: "medium", type: SRC_SINC_MEDIUM_QUALITY),
      Quality(name: "fastest", type: SRC_SINC_FASTEST),
    ]
  }

  let quality: Quality
  let ratio: Double

  /// Converts a sound in blocks of a number of frames.
  func convert(_ samples: [Float], block: Int) throws -> [Float] {
    var error: Int32 = 0
    guard let state = src_new(Int32(quality.type), 1, &error) else {
      throw BenchError("libsamplerate: \(Self.text(error))")
    }
    defer { src_delete(state) }
    var converted: [Float] = []
    converted.reserveCapacity(Int(Double(samples.count) * ratio) + 64)
    var output = [Float](repeating: 0, count: Int(Double(block) * ratio) + 64)
    var first = 0
    while true {
      let count = min(block, samples.count - first)
      let (used, made) = try samples[first..<first + count].withUnsafeBufferPointer { input in
        try output.withUnsafeMutableBufferPointer { output in
          var data = SRC_DATA()
          data.data_in = input.baseAddress
          data.data_out = output.baseAddress
          data.input_frames = input.count
          data.output_frames = output.count
          data.end_of_input = first + count == samples.count ? 1 : 0
          data.src_ratio = ratio
          let error = src_process(state, &data)
          guard error == 0 else { throw BenchError("libsamplerate: \(Self.text(error))") }
          return (data.input_frames_used, data.output_frames_gen)
        }
      }
      converted += output[..<made]
      first += used
      if first == samples.count, made == 0 { return converted }
    }
  }

  private static func text(_ error: Int32) -> String {
    src_strerror(error).map { String(cString: $0) } ?? "error \(error)"
  }
}
