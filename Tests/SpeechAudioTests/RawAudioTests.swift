import Foundation
import SpeechAudio
import Testing

/// Bare bytes, as telephone lines, sockets and pipes bring them.
@Suite struct RawAudioTests {
  private struct Case: CustomTestStringConvertible {
    let name: String
    let encoding: SampleEncoding
    let bytes: [UInt8]
    let samples: [Float]
    var testDescription: String { name }
  }

  private static let cases = [
    Case(
      name: "uint8", encoding: .uint8, bytes: [0, 128, 255, 192], samples: [-1, 0, 127 / 128, 0.5]),
    Case(
      name: "int8", encoding: .int8, bytes: [0x80, 0, 127, 0xC0], samples: [-1, 0, 127 / 128, -0.5]),
    Case(
      name: "int16", encoding: .int16, bytes: [0, 0x80, 0xFF, 0x7F, 1, 0],
      samples: [-1, 32_767 / 32_768, 1 / 32_768]),
    Case(
      name: "int16 big", encoding: .int16.bigEndian, bytes: [0x80, 0, 0x7F, 0xFF, 0, 1],
      samples: [-1, 32_767 / 32_768, 1 / 32_768]),
    Case(
      name: "int24", encoding: .int24, bytes: [0, 0, 0x80, 0, 0, 0x40, 1, 0, 0],
      samples: [-1, 0.5, 0x1p-23]),
    Case(
      name: "int24 big", encoding: .int24.bigEndian, bytes: [0x80, 0, 0, 0x40, 0, 0, 0, 0, 1],
      samples: [-1, 0.5, 0x1p-23]),
    Case(
      name: "int32", encoding: .int32, bytes: [0, 0, 0, 0x80, 0, 0, 0, 0x40], samples: [-1, 0.5]),
    Case(
      name: "int32 big", encoding: .int32.bigEndian, bytes: [0x80, 0, 0, 0, 0x40, 0, 0, 0],
      samples: [-1, 0.5]),
    Case(
      name: "float32", encoding: .float32,
      bytes: SoundBytes.little(Float(-1).bitPattern) + SoundBytes.little(Float(0.25).bitPattern),
      samples: [-1, 0.25]),
    Case(
      name: "float32 big", encoding: .float32.bigEndian,
      bytes: SoundBytes.big(Float(-1).bitPattern) + SoundBytes.big(Float(0.25).bitPattern),
      samples: [-1, 0.25]),
    Case(
      name: "float64", encoding: .float64, bytes: SoundBytes.little(Double(0.125).bitPattern),
      samples: [0.125]),
    Case(
      name: "float64 big", encoding: .float64.bigEndian,
      bytes: SoundBytes.big(Double(0.125).bitPattern), samples: [0.125]),
    Case(
      name: "mu-law", encoding: .muLaw, bytes: [0x00, 0x80, 0xFF, 0x7F],
      samples: [-32_124, 32_124, 0, 0].map { $0 / 32_768 }),
    Case(
      name: "A-law", encoding: .aLaw, bytes: [0x2A, 0xAA, 0xD5, 0x55],
      samples: [-32_256, 32_256, 8, -8].map { $0 / 32_768 }),
  ]

  @Test(arguments: cases)
  private func everyEncodingGivesItsSamples(_ example: Case) throws {
    let buffer = try AudioBuffer(bytes: example.bytes, encoding: example.encoding, sampleRate: 8000)
    #expect(buffer.floatSamples == example.samples)
    #expect(buffer.format == AudioFormat(example.encoding.sampleType, sampleRate: 8000))
  }

  @Test(arguments: [(SampleEncoding.muLaw, UInt16(7)), (.aLaw, 6)])
  func everyTelephoneByteIsWhatLibsndfileSays(encoding: SampleEncoding, tag: UInt16) throws {
    let bytes = (0...255).map { UInt8($0) }
    let folder = try TemporaryFolder()
    let file = try AudioFile(
      try folder.file(
        "g711.wav",
        SoundBytes.riff(
          SoundBytes.format(tag: tag, rate: 8000, bits: 8) + SoundBytes.chunk("data", bytes))))
    let buffer = try AudioBuffer(bytes: bytes, encoding: encoding, sampleRate: 8000)
    #expect(try file.samples() == buffer.floatSamples)
  }

  @Test(arguments: cases, [1, 2, 3, 5, 7, 1000])
  private func piecesOfAnyLengthGiveTheSameSamples(_ example: Case, length: Int) {
    for channels in [1, 3] {
      let bytes = Array(repeatElement(example.bytes, count: 3 * channels).joined())
      var decoder = RawAudioDecoder(example.encoding, sampleRate: 8000, channels: channels)
      var samples: [Float] = []
      for first in stride(from: 0, to: bytes.count, by: length) {
        let buffer = decoder.decode(bytes[first..<min(first + length, bytes.count)])
        #expect(buffer.format.channels == channels)
        samples += buffer.floatSamples
      }
      #expect(decoder.unfinishedByteCount == 0)
      #expect(samples == Array(repeatElement(example.samples, count: 3 * channels).joined()))
    }
  }

  @Test func bytesThatAreLeftOverAreTold() {
    var decoder = RawAudioDecoder(.int16, sampleRate: 8000, channels: 2)
    #expect(decoder.decode([1, 2, 3, 4, 5]).int16Samples == [0x0201, 0x0403])
    #expect(decoder.unfinishedByteCount == 1)
    let last = decoder.finish()
    #expect(last.isEmpty && last.unfinishedByteCount == 1)
    #expect(decoder.finish().unfinishedByteCount == 0)
  }

  @Test func aSequenceOfPacketsBecomesBuffersAndTellsItsRest() async throws {
    let (packets, feed) = AsyncStream.makeStream(of: Data.self)
    for bytes in [[1], [2, 3], [], [4, 5, 6, 7, 8, 9]] as [[UInt8]] { feed.yield(Data(bytes)) }
    feed.finish()
    let sound = packets.audioBuffers(.int16, sampleRate: 16_000)
    var (samples, rests): ([Int16], [Int]) = ([], [])
    for await buffer in sound {
      samples += buffer.int16Samples
      rests.append(buffer.unfinishedByteCount)
    }
    #expect(samples == [0x0201, 0x0403, 0x0605, 0x0807])
    #expect(rests.last == 1 && rests.dropLast().allSatisfy { $0 == 0 })
  }

  @Test(arguments: [(0, 1), (8000, 0), (8000, -3), (8000, .max), (-1, 1)])
  func aFormatThatCanNotBeIsRefusedWhereverItIsTaken(rate: Int, channels: Int) async throws {
    expectError(.unexpectedAudioFormat) {
      _ = try AudioBuffer(
        bytes: [0, 0], encoding: .int16, sampleRate: rate, channels: channels)
    }
    let (packets, feed) = AsyncStream.makeStream(of: [UInt8].self)
    feed.yield([1, 2, 3, 4])
    feed.finish()
    let sound = packets.audioBuffers(.int16, sampleRate: rate, channels: channels)
    let buffers = await sound.reduce(into: [AudioBuffer]()) { $0.append($1) }
    #expect(buffers.count == 1)
    for buffer in buffers { expectError(.unexpectedAudioFormat) { try buffer.validate() } }
  }

  @Test func aPacketThatEndsWithinAFrameIsAnError() {
    expectError(.unexpectedAudioFormat, saying: "3 bytes", "4 bytes", "RawAudioDecoder") {
      _ = try AudioBuffer(
        bytes: [0, 1, 2, 3, 4, 5, 6], encoding: .int16, sampleRate: 8000, channels: 2)
    }
  }

  // MARK: Channels

  @Test func channelsThatStandApartBecomeFrames() throws {
    let planar = try AudioBuffer(
      bytes: [0, 1, 2, 10, 11, 12], encoding: .int8, sampleRate: 8000, channels: 2,
      isInterleaved: false)
    let arrays = try AudioBuffer(
      channels: [[0, 256, 512], [2560, 2816, 3072]] as [[Int16]], sampleRate: 8000)
    #expect(planar.int16Samples == [0, 2560, 256, 2816, 512, 3072])
    #expect(arrays.int16Samples == planar.int16Samples)
    #expect(
      try AudioBuffer(channels: [[0.5], [-1], [0]] as [[Float]], sampleRate: 8000).floatSamples
        == [0.5, -1, 0])
    #expect(
      try AudioBuffer(channels: [[0.5, 1]] as [[Double]], sampleRate: 8000).floatSamples == [
        0.5, 1,
      ])
    #expect(
      try AudioBuffer(channels: [[.min], [0]] as [[Int32]], sampleRate: 8000).floatSamples
        == [-1, 0])
    expectError(.unexpectedAudioFormat, saying: "1, 2") {
      _ = try AudioBuffer(channels: [[0], [0, 0]] as [[Float]], sampleRate: 8000)
    }
    expectError(.unexpectedAudioFormat, saying: "without channels") {
      _ = try AudioBuffer(channels: [] as [[Float]], sampleRate: 8000)
    }
  }

  @Test(arguments: AudioFormat.SampleType.allCases)
  func channelsArePickedAndSplit(type: AudioFormat.SampleType) throws {
    let start = AudioTime(samples: 3, rate: 1)
    let samples: [Int16] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    let sound = AudioBuffer(samples, sampleRate: 8000, channels: 3, start: start)
    let buffer = sound.converted(to: type)[1..<3]
    #expect(try buffer.channel(2).int16Samples == [6, 9])
    #expect(try buffer.channel(0).start == buffer.start)
    #expect(buffer.split().map(\.int16Samples) == [[4, 7], [5, 8], [6, 9]])
    #expect(buffer.split().allSatisfy { $0.format == AudioFormat(type, sampleRate: 8000) })
    expectError(.invalidParameter, saying: "channel 3", "3 channels", "0 to 2") {
      _ = try buffer.channel(3)
    }
    expectError(.invalidParameter, saying: "channel -1") { _ = try buffer.channel(-1) }
    #expect(AudioBuffer([1] as [Int16], sampleRate: 8000, channels: 0).split().isEmpty)
  }
}
