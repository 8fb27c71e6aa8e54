/// The decoders of ITU-T Recommendation G.711 (11/1988), scaled from 14 and 13 bits to 16.
enum G711 {
  /// The sample of each µ-law byte.
  static let muLaw: [Int16] = (0...255).map { decodeMuLaw(UInt8($0)) }
  /// The sample of each A-law byte.
  static let aLaw: [Int16] = (0...255).map { decodeALaw(UInt8($0)) }

  /// Table 2a of G.711: all bits are sent inverted; with step s of segment e, the value is
  /// (2s + 33) · 2ᵉ − 33 in units of 1/8192.
  private static func decodeMuLaw(_ byte: UInt8) -> Int16 {
    let code = ~byte
    let (segment, step) = (Int16(code >> 4 & 7), Int16(code & 15))
    let magnitude = ((2 * step + 33) << segment - 33) << 2
    return code & 0x80 == 0 ? magnitude : -magnitude
  }

  /// Table 1a of G.711: the even bits are sent inverted; with step s of segment e, the value is
  /// 2s + 1 for e = 0 and (2s + 33) · 2ᵉ⁻¹ else, in units of 1/4096.
  private static func decodeALaw(_ byte: UInt8) -> Int16 {
    let code = byte ^ 0x55
    let (segment, step) = (Int16(code >> 4 & 7), Int16(code & 15))
    let magnitude = (segment == 0 ? 2 * step + 1 : (2 * step + 33) << (segment - 1)) << 3
    return code & 0x80 == 0 ? -magnitude : magnitude
  }
}
