/// Something that went wrong with live sound and didn't end it.
public struct LiveAudioTrouble: Sendable, Hashable {
  /// What went wrong.
  public enum Kind: Sendable, Hashable {
    /// Sound was lost: nobody took it in time, or the device didn't deliver it.
    case dropped
    /// The device was lost and opened again; the sound between is missing.
    case restarted
    /// The system's sound now goes another way, such as to another default device.
    case deviceChanged
  }

  /// What went wrong.
  public var kind: Kind
  /// The sound that is missing, in the input's time; empty when none is.
  public var range: AudioTimeRange
  /// What happened, where, and what to do.
  public var message: String

  /// Creates a trouble.
  ///
  /// - Parameters:
  ///   - kind: What went wrong.
  ///   - range: The sound that is missing, in the input's time.
  ///   - message: What happened, where, and what to do.
  public init(_ kind: Kind, range: AudioTimeRange, message: String) {
    self.kind = kind
    self.range = range
    self.message = message
  }
}
