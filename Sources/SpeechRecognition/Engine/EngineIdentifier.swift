/// Makes the identifiers of engines that can be set up in several ways.
package enum EngineIdentifier {
  /// The name of an engine with a digest of what sets it apart.
  ///
  /// - Parameters:
  ///   - name: The engine's name.
  ///   - parts: The settings in a fixed order, `nil` for those that are not set.
  /// - Returns: The same identifier for the same parts, in any process.
  package static func make(_ name: String, _ parts: [String?]) -> String {
    let text = parts.map { part in part.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined()
    return "\(name)[\(String(digest(text), radix: 16))]"
  }

  /// FNV-1a in 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/).
  private static func digest(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { digest, byte in
      (digest ^ UInt64(byte)) &* 0x100_0000_01b3
    }
  }
}
