internal import Foundation

/// The way to ask a person for consent.
///
/// ```swift
/// let prompt = ConsentPrompt { question in
///   await dialog.ask(question.sentence, because: question.usageDescription)
/// }
/// ```
public struct ConsentPrompt: Sendable {
  /// Asks; `nil` when the person gave no answer, so that the question stays open.
  public let ask: @Sendable (ConsentQuestion) async throws -> Bool?

  /// Asks in a way of the app's own.
  ///
  /// - Parameter ask: Asks a person and returns the answer, or `nil` when there was none. Errors that
  ///   it throws are told by ``SpeechAuthorization/request()``, and the question stays open.
  public init(_ ask: @escaping @Sendable (ConsentQuestion) async throws -> Bool?) {
    self.ask = ask
  }

  /// Asks on the terminal that the process was started from, whatever its input and output are.
  ///
  /// Throws ``SpeechError/Code/unsupported`` when there is none.
  public static let terminal = ConsentPrompt { try await TerminalPrompt().ask($0) }

  /// Asks with a dialog on the desktop, shown by `zenity`.
  ///
  /// Throws ``SpeechError/Code/unsupported`` when there is no desktop, or no `zenity`.
  public static let desktop = ConsentPrompt { question in
    try await DesktopPrompt(environment: ProcessInfo.processInfo.environment).ask(question)
  }

  /// Asks on the desktop where that can be done, else on the terminal.
  public static let automatic = ConsentPrompt { question in
    let desktop = DesktopPrompt(environment: ProcessInfo.processInfo.environment)
    if desktop.program != nil { return try await desktop.ask(question) }
    return try await TerminalPrompt().ask(question)
  }
}

extension String {
  /// The text without what a terminal or a dialog would obey instead of showing.
  var withoutControlCharacters: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.filter { !["Cc", "Cf"].contains($0.properties.generalCategory.code) }))
  }
}

extension Unicode.GeneralCategory {
  /// The two letters of control and format characters; "" for all others.
  fileprivate var code: String {
    switch self {
    case .control: "Cc"
    case .format: "Cf"
    default: ""
    }
  }
}
