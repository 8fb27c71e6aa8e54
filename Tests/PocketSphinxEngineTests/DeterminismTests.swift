import EngineTestSupport
import PocketSphinxEngine
import SpeechRecognition
import Synchronization
import Testing

import class Foundation.Thread

@Suite(.enabled(if: DebianSpeech.isThere, Comment(rawValue: DebianSpeech.reason)))
struct DeterminismTests {
  /// 13 s of speech, longer than the library's window for its running mean.
  private func long() throws -> [Int16] {
    try DebianSpeech.librivox().prefix(2).flatMap(\.samples) + DebianSpeech.goForward()
  }

  @Test func piecesOrderAndPartialsDoNotChangeTheText() throws {
    let session = try DebianSpeech.session()
    let samples = try long()
    #expect(samples.count > 12 * DebianSpeech.rate)
    let alone = try hear(samples, in: session).finals
    #expect(alone.first.flatMap { $0 }?.words.isEmpty == false)
    let others = try DebianSpeech.librivox()
    _ = try hear(others[4].samples.map { $0 / 4 }, in: session)
    #expect(try hear(samples, in: session, pieces: 1).finals == alone)
    #expect(try hear(samples, in: session, pieces: 7, wants: [.partials]).finals == alone)
    #expect(try hear(samples, in: session, pieces: 160).finals == alone)
    #expect(try hear(samples, in: DebianSpeech.session(), pieces: 4096).finals == alone)
  }

  @Test func piecesDoNotChangeThePartialTexts() throws {
    let samples = try #require(try DebianSpeech.librivox().first).samples
    let whole = try hear(samples, in: DebianSpeech.session(), wants: [.partials])
    let cut = try hear(samples, in: DebianSpeech.session(), pieces: 77, wants: [.partials])
    #expect(whole.all == cut.all)
  }

  @Test func twoDecodersOnTwoThreadsGiveTheSame() async throws {
    let samples = try #require(try DebianSpeech.librivox().last).samples
    let alone = try hear(samples, in: DebianSpeech.session()).finals
    await withTaskGroup(of: [Hypothesis?]?.self) { group in
      for _ in 0..<2 {
        group.addTask {
          await onThread { try? hear(samples, in: DebianSpeech.session(), pieces: 999).finals }
        }
      }
      for await finals in group { #expect(finals == alone) }
    }
  }

  private func onThread<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: work()) }
    }
  }
}
