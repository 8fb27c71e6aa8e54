import FuzzSupport
import SpeechEngineTestKit
import SpeechRecognition

/// Makes buffers of any format, size, place and content, also impossible ones.
struct BufferMaker {
  /// The samples of all buffers so far.
  private(set) var samples = 0
  /// The length of all buffers so far, as far as they have one.
  private(set) var seconds = 0.0
  /// Where the last buffer that can be taken should end, or about there.
  private var end = AudioTime.zero

  private static let rates = [
    8_000, 16_000, 16_000, 44_100, 48_000, 11_025, 4_000, 384_000, 22_050, 96_000, 3_999, 384_001,
    0,
    -1, 1, .max, .min,
  ]
  private static let channelCounts = [1, 1, 1, 1, 2, 2, 3, 8, 64, 65, 0, -1, .max, .min]

  mutating func buffer(_ input: inout InputReader) -> AudioBuffer {
    let rate = input.pick(Self.rates)
    let channels = input.pick(Self.channelCounts)
    let count = input.flag() ? Int(input.number(UInt16.self)) : Int(input.byte())
    samples += count
    let start = input.flag() ? time(&input) : nil
    let values = content(count, rate: rate, &input)
    let buffer =
      switch input.byte() % 4 {
      case 0:
        AudioBuffer(
          values.map { Int16(clamping: Self.whole($0, scale: 32_768)) }, sampleRate: rate,
          channels: channels, start: start)
      case 1:
        AudioBuffer(
          values.map { Int32(clamping: Self.whole($0, scale: 2_147_483_648)) }, sampleRate: rate,
          channels: channels, start: start)
      case 2:
        AudioBuffer(
          values.map { Double($0) * ($0.isFinite ? 1 : .greatestFiniteMagnitude) },
          sampleRate: rate,
          channels: channels, start: start)
      default: AudioBuffer(values, sampleRate: rate, channels: channels, start: start)
      }
    if AudioFormat.supportedSampleRates.contains(rate), channels > 0 {
      seconds += buffer.duration.seconds
      end = (start ?? end) + buffer.duration
    }
    return buffer
  }

  /// A moment: near the end of the sound so far, or anywhere.
  func time(_ input: inout InputReader) -> AudioTime {
    switch input.byte() % 8 {
    case 0: end
    case 1...3: end + AudioTime(samples: Int64(input.number(Int16.self)), rate: 8_000)
    case 4: end + AudioTime(samples: Int64(input.number(Int32.self)), rate: 44_100)
    case 5: AudioTime(samples: input.number(Int64.self), rate: Int(input.number(UInt32.self)))
    case 6: AudioTime(samples: input.pick([.max, .min, -1]), rate: input.pick([1, 48_000, .max]))
    default: AudioTime(seconds: Double(bitPattern: input.number(UInt64.self)))
    }
  }

  private func content(_ count: Int, rate: Int, _ input: inout InputReader) -> [Float] {
    let odd: [Float] = [
      .nan, .infinity, -.infinity, 1, -1, 1.000_001, -2, .greatestFiniteMagnitude,
      .leastNonzeroMagnitude,
      .signalingNaN, 0, -0.0,
    ]
    switch input.byte() % 6 {
    case 0: return [Float](repeating: 0, count: count)
    case 1: return [Float](repeating: input.pick(odd), count: count)
    case 2:
      var random = RandomBits(seed: UInt64(input.byte()))
      return (0..<count).map { _ in Float.random(in: -1...1, using: &random) }
    case 3:
      var random = RandomBits(seed: UInt64(input.byte()))
      return (0..<count).map { _ in random.pick(odd) }
    case 4:
      let bytes = (0..<16).map { _ in input.number(UInt32.self) }
      return (0..<count).map { Float(bitPattern: bytes[$0 % bytes.count]) }
    default:
      let voice = AudioBuffer.speechLike(
        Double(count) / Double(max(rate, 4_000)) + 0.001, sampleRate: min(max(rate, 4_000), 384_000)
      )
      return Array(voice.floatSamples.prefix(count))
        + [Float](repeating: 0, count: max(count - voice.frameCount, 0))
    }
  }

  private static func whole(_ value: Float, scale: Double) -> Int {
    value.isNaN ? 0 : Int(max(min(Double(value) * scale, 4e9), -4e9))
  }
}
