/// How long workers and their model are kept in memory after their last use.
///
/// Users of one engine, configuration and limits share workers; the longest retention that one of
/// them asked for holds for all.
public struct ModelRetention: Sendable, Hashable {
  enum Kind: Hashable {
    case whileInUse
    case lingering(Duration)
    case processLifetime
  }

  let kind: Kind

  /// Kept as long as a recognizer or an analyzer holds them.
  public static let whileInUse = ModelRetention(kind: .whileInUse)
  /// Kept for five minutes after the last recognizer or analyzer went.
  public static let lingering = lingering(for: .seconds(300))
  /// Kept until the process ends.
  public static let processLifetime = ModelRetention(kind: .processLifetime)

  /// Kept for a while after the last recognizer or analyzer went.
  ///
  /// - Parameter time: How long at least; at most twice as long.
  /// - Returns: The retention.
  public static func lingering(for time: Duration) -> ModelRetention {
    ModelRetention(kind: .lingering(max(time, .zero)))
  }
}
