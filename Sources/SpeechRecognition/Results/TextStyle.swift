/// How an engine writes its text.
///
/// Styles can be added, so a `switch` needs a default.
public struct TextStyle: RawRepresentable, Sendable, Hashable, Codable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The words as they are said, in lower case, without marks: `it costs five dollars`.
  public static let spoken = TextStyle(rawValue: "spoken")
  /// As people write, with capitals, marks and figures: `It costs $5.`
  public static let written = TextStyle(rawValue: "written")
}
