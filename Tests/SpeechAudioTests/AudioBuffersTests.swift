import SpeechAudio
import Testing

/// A sequence that can't leave its isolation.
private final class Chunks<Samples: Sendable>: AsyncSequence, AsyncIteratorProtocol {
  typealias Element = Samples
  typealias Failure = SpeechError
  private var chunks: [Samples]
  private let error: SpeechError?

  init(_ chunks: [Samples], error: SpeechError? = nil) {
    self.chunks = chunks
    self.error = error
  }

  func makeAsyncIterator() -> Chunks { self }

  func next(isolation: isolated (any Actor)?) async throws(SpeechError) -> Samples? {
    if chunks.isEmpty, let error { throw error }
    return chunks.isEmpty ? nil : chunks.removeFirst()
  }
}

@Suite struct AudioBuffersTests {
  @Test func chunksOfWholeNumbersBecomeBuffers() async throws {
    let buffers = Chunks([[1, 2], [], [3, 4, 5, 6]] as [[Int16]])
      .audioBuffers(sampleRate: 8000, channels: 2)
    var read: [AudioBuffer] = []
    for try await buffer in buffers { read.append(buffer) }
    #expect(read.map(\.int16Samples) == [[1, 2], [], [3, 4, 5, 6]])
    #expect(read.allSatisfy { $0.format == AudioFormat(.int16, sampleRate: 8000, channels: 2) })
    #expect(read.allSatisfy { $0.start == nil })
  }

  @Test func chunksOfFloatsBecomeBuffers() async throws {
    let chunks: [ArraySlice<Float>] = [[0.5], [-0.25, 0.125]]
    var read: [Float] = []
    for try await buffer in Chunks(chunks).audioBuffers(sampleRate: 48_000) {
      #expect(buffer.format == AudioFormat(.float32, sampleRate: 48_000))
      read += buffer.floatSamples
    }
    #expect(read == [0.5, -0.25, 0.125])
  }

  @Test func theErrorOfTheBaseComesThroughWithItsType() async {
    let buffers = Chunks([[1]] as [[Int16]], error: SpeechError(.timeout, "late"))
      .audioBuffers(sampleRate: 8000)
    var count = 0
    do throws(SpeechError) {
      for try await _ in buffers { count += 1 }
      Issue.record("no error came")
    } catch {
      #expect(error.code == .timeout)
    }
    #expect(count == 1)
  }

  @Test func aSendableBaseMakesASendableSequence() async {
    let (stream, continuation) = AsyncStream.makeStream(of: [Int16].self)
    let buffers = stream.audioBuffers(sampleRate: 16_000)
    let frames = Task {
      var frames = 0
      for await buffer in buffers { frames += buffer.frameCount }
      return frames
    }
    continuation.yield([1, 2, 3])
    continuation.yield([4])
    continuation.finish()
    #expect(await frames.value == 4)
  }
}
