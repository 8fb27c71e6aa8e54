/// A model that an engine finds on the machine.
public struct InstalledModel: Sendable {
  /// The model's name in the engine's own terms.
  public var id: String
  /// The folder that it is in.
  public var path: String
  /// The languages that it recognises; empty when that can't be told.
  public var locales: [LocaleID]
  /// How its text is written.
  public var textStyle: TextStyle
  /// Why it can't be used, or `nil` for a model that looks whole.
  public var problem: SpeechError?

  /// Describes a model.
  ///
  /// - Parameters:
  ///   - id: The model's name.
  ///   - path: The folder that it is in.
  ///   - locales: The languages that it recognises.
  ///   - textStyle: How its text is written.
  ///   - problem: Why it can't be used.
  public init(
    id: String, path: String, locales: [LocaleID], textStyle: TextStyle = .spoken,
    problem: SpeechError? = nil
  ) {
    self.id = id
    self.path = path
    self.locales = locales
    self.textStyle = textStyle
    self.problem = problem
  }
}
