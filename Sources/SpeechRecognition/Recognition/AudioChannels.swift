/// Which channels of a sound are recognised.
public struct AudioChannels: Sendable, Hashable {
  enum Kind: Hashable {
    case mixed, separate
    case one(Int)
  }

  let kind: Kind

  /// All channels as one: their average, or the loudest of them while they cancel each other; the
  /// session then warns. See ``AudioConverter/ChannelMix/automatic``.
  public static let mixed = AudioChannels(kind: .mixed)

  /// Each channel for itself, as for the two sides of a call.
  ///
  /// Every utterance says its ``Transcription/Utterance/channel``. Results come when they are final,
  /// from whatever channel; a ``Transcript`` has them in the order in which they begin. Partial results
  /// are not given. Each channel costs as much computing as a sound of its own.
  public static let separate = AudioChannels(kind: .separate)

  /// One channel alone.
  ///
  /// - Parameter number: The channel, counted from 0. Sound that doesn't have it is refused, with an
  ///   error that names the number of channels.
  /// - Returns: The choice.
  public static func channel(_ number: Int) -> AudioChannels { AudioChannels(kind: .one(number)) }

  /// Checks that sound of a format has the channels.
  ///
  /// - Throws: ``SpeechError`` with code `invalidParameter` that names the number of channels.
  func check(_ format: AudioFormat) throws(SpeechError) {
    if case .one(let number) = kind { try format.requireChannel(number) }
  }

  /// What of a session's wishes can't be had with these channels.
  func unapplied(reportsPartials: Bool) -> [EngineWarning] {
    guard self == .separate, reportsPartials else { return [] }
    return [EngineWarning("Separate channels give no partial results.")]
  }
}
