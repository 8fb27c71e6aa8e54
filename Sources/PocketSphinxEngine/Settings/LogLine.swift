extension PocketSphinxEngine {
  /// One line of the decoder's log.
  public struct LogLine: Sendable, Hashable, Codable {
    /// How much a line matters.
    public enum Level: Int, Sendable, Hashable, Codable, Comparable, CaseIterable {
      /// Details for the library's own authors.
      case debug
      /// What the library does.
      case info
      /// Something that looks wrong and stops nothing.
      case warning
      /// Something that failed.
      case error
      /// Something after which the decoder can't be used.
      case fatal

      public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// How much the line matters.
    public var level: Level
    /// The line, without its end, such as `INFO: acmod.c(252): Parsed model-specific …`.
    public var message: String

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - level: How much the line matters.
    ///   - message: The line, without its end.
    public init(level: Level, message: String) {
      self.level = level
      self.message = message
    }
  }
}
