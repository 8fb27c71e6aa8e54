/// What the first bytes of a file say that it is.
struct FileSignature: Equatable {
  /// What can be done with the file.
  enum Kind: Equatable {
    /// Sound that libsndfile is asked to open.
    case sound
    /// Sound or video of a kind that can't be read here, but converted.
    case foreign
    /// Not sound at all; the text says what to do.
    case notSound(remedy: String)
    /// Bytes that mean nothing; libsndfile may know more.
    case unknown
  }

  /// The format, as a noun phrase with its article: `a WAV file`.
  let name: String
  let kind: Kind

  /// The number of first bytes that ``init(_:)`` wants to see.
  static let length = 4096

  /// The number of first bytes that tell most kinds.
  static let leastLength = 44

  /// The name of an MP3 file, of which libsndfile alone can't tell enough.
  static let mp3Name = "an MP3 file"

  /// The name of an AU file, whose header is too short to be half right.
  static let auName = "an AU file"

  /// The name of an Ogg Opus file, whose pages count frames at 48 kHz.
  static let opusName = "an Ogg Opus file"

  /// Whether the file has the pages of Ogg.
  var isOgg: Bool { name.contains("Ogg") }

  private init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// Judges a file by its first bytes.
  init(_ bytes: [UInt8]) {
    self =
      Self.sound(bytes) ?? Self.foreign(bytes) ?? Self.notSound(bytes)
      ?? Self("a file of an unknown kind", .unknown)
  }

  // MARK: Formats that libsndfile opens

  private static func sound(_ bytes: [UInt8]) -> Self? {
    if bytes.has("RIFF") || bytes.has("RIFX") || bytes.has("RF64") {
      return bytes.has("WAVE", at: 8) ? Self("a WAV file", .sound) : nil
    }
    if bytes.has("BW64") { return Self("a BW64 file", .foreign) }
    if bytes.has("FORM") {
      return bytes.has("AIF", at: 8) ? Self("an AIFF file", .sound) : nil
    }
    if bytes.has("OggS") { return ogg(bytes) }
    if bytes.has("caff") { return coreAudio(bytes) }
    for (mark, name) in soundMarks where bytes.has(mark) { return Self(name, .sound) }
    // An MPEG audio frame: 11 set bits, a layer other than the reserved one (which is AAC's). The
    // byte order mark FF FE in front of a text has them too.
    if bytes.count > 2, utf16Text(bytes) == nil, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0,
      bytes[1] & 0x06 != 0,
      bytes[2] & 0xF0 != 0xF0, bytes[2] & 0x0C != 0x0C
    {
      return Self(mp3Name, .sound)
    }
    return nil
  }

  private static let soundMarks = [
    ("fLaC", "a FLAC file"), ("ID3", mp3Name), (".snd", auName),
    ("dns.", auName), ("riff\u{2E}", "a Wave64 file"), ("NIST_1A", "a SPHERE file"),
  ]

  private static func ogg(_ bytes: [UInt8]) -> Self {
    // The first page has one segment, so that its packet starts at byte 28.
    if bytes.has("\u{01}vorbis", at: 28) { return Self("an Ogg Vorbis file", .sound) }
    if bytes.has("OpusHead", at: 28) { return Self(opusName, .sound) }
    if bytes.has("\u{7F}FLAC", at: 28) { return Self("a FLAC stream in an Ogg file", .foreign) }
    if bytes.has("Speex", at: 28) { return Self("a Speex stream in an Ogg file", .foreign) }
    if bytes.has("theora", at: 29) { return Self("an Ogg video", .foreign) }
    return Self("an Ogg file", .sound)
  }

  private static func coreAudio(_ bytes: [UInt8]) -> Self {
    // The `desc` chunk comes first: its coding stands behind the 64-bit rate.
    let coding = bytes.count >= 32 ? String(decoding: bytes[28..<32], as: UTF8.self) : ""
    return switch coding {
    case "lpcm", "ulaw", "alaw": Self("a CAF file", .sound)
    case "alac": Self("a CAF file with ALAC sound", .foreign)
    case "aac ": Self("a CAF file with AAC sound", .foreign)
    default: Self("a CAF file of a coding that isn't known", .sound)
    }
  }

  // MARK: Formats that ffmpeg converts

  private static func foreign(_ bytes: [UInt8]) -> Self? {
    if bytes.has("ftyp", at: 4) { return Self(mpeg4Name(bytes), .foreign) }
    for mark in ["moov", "mdat", "wide"] where bytes.has(mark, at: 4) {
      return Self("a QuickTime or MP4 file", .foreign)
    }
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      let isWebM = bytes.prefix(80).contains("webm")
      return Self(isWebM ? "a WebM file" : "a Matroska file", .foreign)
    }
    if bytes.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) {
      return Self("a WMA file (ASF)", .foreign)
    }
    // libsndfile prints a line a packet of these on standard output.
    if bytes.starts(with: [0xF0, 0x7E]) { return Self("a MIDI sample dump", .foreign) }
    if isADTS(bytes) { return Self("an AAC file (ADTS)", .foreign) }
    if bytes.has("RIFF"), bytes.has("AVI ", at: 8) { return Self("an AVI video", .foreign) }
    for (mark, name) in foreignMarks where bytes.starts(with: mark) { return Self(name, .foreign) }
    if bytes.count > 188, bytes[0] == 0x47, bytes[188] == 0x47 {
      return Self("an MPEG transport stream", .foreign)
    }
    return nil
  }

  /// Whether an ADTS frame is followed by another one where its length says so (ISO/IEC 13818-7).
  private static func isADTS(_ bytes: [UInt8]) -> Bool {
    func hasMark(_ index: Int) -> Bool {
      index + 6 < bytes.count && bytes[index] == 0xFF && bytes[index + 1] & 0xF6 == 0xF0
    }
    guard hasMark(0) else { return false }
    let length = Int(bytes[3] & 0x03) << 11 | Int(bytes[4]) << 3 | Int(bytes[5]) >> 5
    return length >= 7 && hasMark(length)
  }

  private static func mpeg4Name(_ bytes: [UInt8]) -> String {
    let brand = bytes.count >= 12 ? String(decoding: bytes[8..<12], as: UTF8.self) : ""
    return switch brand {
    case "M4A ", "M4B ": "an M4A file (AAC or ALAC)"
    case "qt  ": "a QuickTime file"
    case let brand where brand.hasPrefix("3g"): "a 3GPP file"
    default: "an MP4 file"
    }
  }

  private static let foreignMarks: [([UInt8], String)] = [
    (Array("#!AMR-WB".utf8), "an AMR-WB file"), (Array("#!AMR".utf8), "an AMR file"),
    (Array("ajkg".utf8), "a Shorten file"), (Array("tBaK".utf8), "a TAK file"),
    ([0x0B, 0x77], "an AC-3 file"), ([0x7F, 0xFE, 0x80, 0x01], "a DTS file"),
    (Array("ADIF".utf8), "an AAC file (ADIF)"),
    (Array("wvpk".utf8), "a WavPack file"), (Array("MAC ".utf8), "a Monkey's Audio file"),
    (Array("TTA".utf8), "a True Audio file"), (Array("DSD ".utf8), "a DSD file"),
    (Array("FRM8".utf8), "a DSD file"), (Array("MPCK".utf8), "a Musepack file"),
    (Array("FLV\u{01}".utf8), "a Flash video"), (Array(".RMF".utf8), "a RealMedia file"),
    ([0x00, 0x00, 0x01, 0xBA], "an MPEG video"),
  ]

  // MARK: What isn't sound

  private static func notSound(_ bytes: [UInt8]) -> Self? {
    for (mark, name) in otherMarks where bytes.starts(with: mark) {
      return Self(name, .notSound(remedy: "Give a file of sound."))
    }
    if bytes.has("RIFF"), bytes.has("WEBP", at: 8) {
      return Self("a picture", .notSound(remedy: "Give a file of sound."))
    }
    return text(bytes)
  }

  private static let otherMarks: [([UInt8], String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "a picture"), ([0xFF, 0xD8, 0xFF], "a picture"),
    (Array("GIF8".utf8), "a picture"), (Array("%PDF".utf8), "a PDF document"),
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"), ([0x1F, 0x8B], "a gzip archive"),
    (Array("BZh".utf8), "a bzip2 archive"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz archive"),
    ([0x7F, 0x45, 0x4C, 0x46], "a program"), (Array("MThd".utf8), "a MIDI file (notes, no sound)"),
  ]

  private static func text(_ bytes: [UInt8]) -> Self? {
    if let words = utf16Text(bytes) { return text(words) }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let isText = start.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
    guard isText, !start.isEmpty else { return nil }
    // A character may be cut at the end of what was read, but not elsewhere.
    let words = String(decoding: start.dropLast(start.count > 16 ? 3 : 0), as: UTF8.self)
    guard !words.unicodeScalars.contains("\u{FFFD}") else { return nil }
    return text(words)
  }

  /// The text behind the byte order mark of UTF-16; `nil` without one, or when what follows is none.
  private static func utf16Text(_ bytes: [UInt8]) -> String? {
    let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
    guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]), bytes.count >= 4 else { return nil }
    var units = stride(from: 2, to: bytes.count - 1, by: 2).map {
      UInt16(bytes.number(at: $0, size: 2, isBigEndian))
    }
    // A character may be cut at the end of what was read.
    if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    let words = String(decoding: units, as: UTF16.self)
    let isText = words.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control: (0x09...0x0D).contains(scalar.value)
      case .unassigned, .privateUse: false
      default: scalar != "\u{FFFD}"
      }
    }
    return isText && !words.isEmpty ? words : nil
  }

  private static func text(_ words: String) -> Self {
    let head = words.prefix(200).drop { $0.isWhitespace }.lowercased()
    if head.hasPrefix("<!doctype html") || head.hasPrefix("<html") || head.hasPrefix("<head") {
      return Self(
        "a web page",
        .notSound(remedy: "Look at it in a browser: the download may need another address."))
    }
    if head.hasPrefix("version https://git-lfs") {
      return Self("a Git LFS pointer", .notSound(remedy: "Fetch the file with `git lfs pull`."))
    }
    return Self("a text", .notSound(remedy: "Give a file of sound."))
  }
}

extension [UInt8] {
  /// Whether the bytes of a text stand at an offset.
  func has(_ text: String, at offset: Int = 0) -> Bool {
    dropFirst(offset).starts(with: text.utf8)
  }
}

extension ArraySlice<UInt8> {
  fileprivate func contains(_ text: String) -> Bool {
    indices.contains { self[$0...].starts(with: text.utf8) }
  }
}
