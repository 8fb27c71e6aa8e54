public import struct Foundation.Locale

/// A language with its script and region, by which models are chosen.
///
/// Only language, script and region count; other parts of an identifier, such as calendars or
/// region overrides (`en_US@rg=gbzzzz`), are left out.
public struct LocaleID: Sendable, Hashable {
  /// The language code in lower case, such as `en`.
  public let language: String
  /// The script code, such as `Latn`, or `nil` when none was given.
  public let script: String?
  /// The region code in upper case, such as `US`, or `nil` when none was given.
  public let region: String?

  /// Reads an identifier such as `en-US`, `en_US.UTF-8` or `zh-Hans-CN`.
  ///
  /// - Parameter identifier: A BCP 47 or POSIX locale identifier. One without a language becomes
  ///   the language `und` (undetermined), which no engine supports.
  public init(_ identifier: String) {
    let core = identifier.prefix { $0 != "@" && $0 != "." }
    let parts = core.split { $0 == "-" || $0 == "_" }.map(String.init)
    let first = parts.first ?? ""
    let isLanguage = (2...8).contains(first.count) && first.allSatisfy(\.isASCIILetter)
    language = isLanguage ? first.lowercased() : "und"
    var script: String?
    var region: String?
    for part in parts.dropFirst() where isLanguage {
      if part.count == 1 { break }
      if part.count == 4, part.allSatisfy(\.isASCIILetter), script == nil, region == nil {
        script = part.prefix(1).uppercased() + part.dropFirst().lowercased()
      } else if region == nil, part.isRegionCode {
        region = part.uppercased()
      }
    }
    self.script = script
    self.region = region
  }

  /// Takes language, script and region from a Foundation locale.
  ///
  /// - Parameter locale: The locale to take them from.
  public init(_ locale: Locale) {
    self.init(locale.identifier)
  }

  /// The identifier in BCP 47 form, such as `en-US`.
  public var identifier: String {
    [language, script, region].compactMap(\.self).joined(separator: "-")
  }

  /// The Foundation locale of this language, script and region.
  public var locale: Locale { Locale(identifier: identifier) }

  /// Chooses the locale that fits best from those that an engine has.
  ///
  /// The language must be the same, and so must the script where both name one; the same region
  /// is preferred, then a locale without a region, then the first in the list.
  ///
  /// - Parameter candidates: The locales to choose from.
  /// - Returns: The best fit, or `nil` when no candidate has the language.
  public func bestMatch(among candidates: [LocaleID]) -> LocaleID? {
    let sameLanguage = candidates.filter { candidate in
      candidate.language == language
        && (candidate.script == nil || script == nil || candidate.script == script)
    }
    return sameLanguage.first { $0.region == region }
      ?? sameLanguage.first { $0.region == nil } ?? sameLanguage.first
  }
}

extension LocaleID: Codable, CustomStringConvertible {
  /// Reads the identifier from a string.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the identifier as a string.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(identifier)
  }

  /// The identifier in BCP 47 form.
  public var description: String { identifier }
}

extension Character {
  fileprivate var isASCIILetter: Bool { isASCII && isLetter }
}

extension String {
  fileprivate var isRegionCode: Bool {
    (count == 2 && allSatisfy(\.isASCIILetter))
      || (count == 3 && allSatisfy { $0.isASCII && $0.isNumber })
  }
}
