internal import SpeechRecognition

extension ModelManifest {
  private enum CodingKeys: String, CodingKey {
    case format, id, engine, kind, locale, locales, textStyle, files, longestUtterance, licence
    case source
  }

  /// A key of `files`.
  private struct RoleKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads it; fields that it doesn't know are left out.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    format = try values.decode(Int.self, forKey: .format)
    id = try values.decode(String.self, forKey: .id)
    engine = try values.decode(String.self, forKey: .engine)
    let kindName = try values.decode(String.self, forKey: .kind)
    guard let kind = ModelKind(rawValue: kindName) else {
      let known = ModelKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: values, debugDescription: "“\(kindName)” isn't one of \(known)")
    }
    self.kind = kind
    locales =
      try values.decodeIfPresent([LocaleID].self, forKey: .locales)
      ?? values.decodeIfPresent(LocaleID.self, forKey: .locale).map { [$0] }
    if let style = try values.decodeIfPresent(String.self, forKey: .textStyle) {
      guard let known = TextStyle(rawValue: style) else {
        throw DecodingError.dataCorruptedError(
          forKey: .textStyle, in: values,
          debugDescription: "“\(style)” is neither “written” nor “spoken”")
      }
      textStyle = known
    }
    longestUtterance = try values.decodeIfPresent(Double.self, forKey: .longestUtterance)
    licence = try values.decodeIfPresent(String.self, forKey: .licence)
    source = try values.decodeIfPresent(String.self, forKey: .source)
    files = [:]
    let entries = try values.nestedContainer(keyedBy: RoleKey.self, forKey: .files)
    for key in entries.allKeys {
      guard let role = ModelRole(rawValue: key.stringValue) else {
        let known = ModelRole.allCases.map(\.rawValue).joined(separator: ", ")
        throw DecodingError.dataCorruptedError(
          forKey: key, in: entries, debugDescription: "it isn't one of \(known)")
      }
      files[role] = try entries.decode(File.self, forKey: key)
    }
  }

  /// Writes it.
  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(format, forKey: .format)
    try values.encode(id, forKey: .id)
    try values.encode(engine, forKey: .engine)
    try values.encode(kind, forKey: .kind)
    try values.encodeIfPresent(locales, forKey: .locales)
    try values.encodeIfPresent(textStyle, forKey: .textStyle)
    try values.encodeIfPresent(longestUtterance, forKey: .longestUtterance)
    try values.encodeIfPresent(licence, forKey: .licence)
    try values.encodeIfPresent(source, forKey: .source)
    var entries = values.nestedContainer(keyedBy: RoleKey.self, forKey: .files)
    for (role, file) in files {
      try entries.encode(file, forKey: RoleKey(stringValue: role.rawValue))
    }
  }
}
