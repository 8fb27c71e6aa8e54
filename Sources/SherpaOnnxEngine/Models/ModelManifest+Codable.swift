internal import SpeechRecognition

extension ModelManifest {
  private enum CodingKeys: String, CodingKey {
    case format, id, engine, kind, locale, locales, textStyle, files, longestUtterance, licence
    case source
  }

  private enum FileKeys: String, CodingKey {
    case path, sha256, bytes
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
    format = try values.decodeWhole(.format)
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
      files[role] = try Self.file(entries.nestedContainer(keyedBy: FileKeys.self, forKey: key))
    }
  }

  private static func file(_ values: KeyedDecodingContainer<FileKeys>) throws -> File {
    File(
      path: try values.decode(String.self, forKey: .path),
      sha256: try values.decodeIfPresent(String.self, forKey: .sha256),
      bytes: values.contains(.bytes) ? try values.decodeWhole(.bytes) : nil)
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
      var fields = entries.nestedContainer(
        keyedBy: FileKeys.self, forKey: RoleKey(stringValue: role.rawValue))
      try fields.encode(file.path, forKey: .path)
      try fields.encodeIfPresent(file.sha256, forKey: .sha256)
      try fields.encodeIfPresent(file.bytes, forKey: .bytes)
    }
  }
}

extension KeyedDecodingContainer {
  /// Reads a whole number. Foundation's own error for a broken one doesn't name the field.
  func decodeWhole(_ key: Key) throws -> Int {
    let number = try decode(Double.self, forKey: key)
    guard let whole = Int(exactly: number) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "\(number) isn't a whole number")
    }
    return whole
  }
}
