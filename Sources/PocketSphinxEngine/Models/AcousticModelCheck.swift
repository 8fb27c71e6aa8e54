import SpeechAudio

/// Looks at the files of an acoustic model: their first bytes, and their sizes against what their
/// headers say.
///
/// The layouts are those that `bin_mdef.c`, `ms_gauden.c`, `tmat.c` and `ptm_mgau.c` of
/// PocketSphinx read.
struct AcousticModelCheck {
  let files: ModelFiles

  private struct Gaussians: Equatable {
    var codebooks: Int
    var densities: Int
    var lengths: [Int]
  }

  /// Checks all files, and returns the names of the phones.
  func run() throws(ModelFault) -> Set<String> {
    let (phones, senones) = try definition()
    let means = try gaussians("means")
    let variances = try gaussians("variances")
    guard means == variances else {
      throw ModelFault(files.acoustic("variances"), "it doesn't belong to the means beside it")
    }
    try transitions()
    let sendump = files.acoustic("sendump")
    if FileFacts(sendump) != nil {
      try weights(
        sendump, streams: means.lengths.count, densities: means.densities, senones: senones)
    } else {
      _ = try header("mixture_weights")
    }
    for name in ["senmgau", "feature_transform"] where FileFacts(files.acoustic(name)) != nil {
      _ = try header(name)
    }
    let noises = files.acoustic("noisedict")
    if FileFacts(noises) != nil { _ = try ModelFile(noises) }
    try FeatureParametersCheck.run(files.acoustic("feat.params"))
    return phones
  }

  /// The definition of phones and states; gives the phones' names and the number of states.
  private func definition() throws(ModelFault) -> (phones: Set<String>, senones: Int) {
    let file = try ModelFile(files.acoustic("mdef"))
    guard try file.bytes(at: 0, count: 4) == Array("BMDF".utf8) else {
      throw ModelFault(
        file.path, "it doesn't start like a binary model definition",
        remedy: "Convert a text one with pocketsphinx_mdef_convert -bin.")
    }
    var reader = NumberReader(file: file, offset: 4)
    _ = try reader.int32("its version", in: 0...1)
    reader.offset += try reader.int32("the length of its description", in: 0...100_000)
    let phoneCount = try reader.int32("the number of base phones", in: 1...10_000)
    let allPhones = try reader.int32("the number of phones", in: phoneCount...50_000_000)
    let states = try reader.int32("the number of states", in: 0...100)
    _ = try reader.int32("the number of base states", in: 1...1_000_000)
    let senones = try reader.int32("the number of senones", in: 1...65_535)
    _ = try reader.int32("the number of matrices", in: 1...1_000_000)
    let sequences = try reader.int32("the number of state sequences", in: 1...50_000_000)
    _ = try reader.int32("the number of contexts", in: 0...100)
    let nodes = try reader.int32("the number of tree nodes", in: 0...50_000_000)
    _ = try reader.int32("the silence phone", in: -1...phoneCount)
    let names = try file.bytes(at: reader.offset, count: phoneCount * 64)
    var phones: Set<String> = []
    var position = 0
    for _ in 0..<phoneCount {
      guard let end = names[position...].firstIndex(of: 0) else {
        throw ModelFault(file.path, "it ends before the names of its phones")
      }
      phones.insert(String(decoding: names[position..<end], as: UTF8.self))
      position = end + 1
    }
    let tree = reader.offset + (position + 3) / 4 * 4
    var rest = NumberReader(file: file, offset: tree + nodes * 8 + allPhones * 12)
    let sequenceSize = try rest.int32("its state sequences", in: 1...500_000_000)
    let tail = states == 0 ? sequences : 0
    let isWhole =
      (states == 0 || sequences * states <= sequenceSize)
      && rest.offset + sequenceSize * 2 + tail <= file.size
    guard isWhole else { throw ModelFault(file.path, "it is cut short") }
    try file.requireEnd()
    return (phones, senones)
  }

  /// Reads the text header of an `s3` file; gives a reader behind it and the checksum's size.
  private func header(_ name: String) throws(ModelFault) -> (reader: NumberReader, tail: Int) {
    let file = try ModelFile(files.acoustic(name))
    let start = try file.bytes(at: 0, count: 4096)
    guard start.starts(with: Array("s3\n".utf8)) else {
      throw ModelFault(file.path, "it doesn't start with \"s3\"")
    }
    let mark = Array("endhdr\n".utf8)
    let end = start.indices.first { start[$0...].starts(with: mark) }
    guard let end else { throw ModelFault(file.path, "its header has no end") }
    var reader = NumberReader(file: file, offset: end + mark.count)
    guard try reader.int32("its byte order") == 0x1122_3344 else {
      throw ModelFault(file.path, "its bytes are in another order than this machine's")
    }
    let text = String(decoding: start[..<end], as: UTF8.self)
    return (reader, text.contains("chksum0") ? 4 : 0)
  }

  private func gaussians(_ name: String) throws(ModelFault) -> Gaussians {
    var (reader, tail) = try header(name)
    let codebooks = try reader.int32("the number of codebooks", in: 1...100_000)
    let streams = try reader.int32("the number of streams", in: 1...100)
    let densities = try reader.int32("the number of densities", in: 1...10_000)
    var lengths: [Int] = []
    for _ in 0..<streams {
      lengths.append(try reader.int32("the length of a stream", in: 1...10_000))
    }
    let count = try reader.int32("the number of values")
    let expected = codebooks * densities * lengths.reduce(0, +)
    guard count == expected, reader.offset + count * 4 + tail <= reader.file.size else {
      throw ModelFault(reader.file.path, "its size is not what its header says")
    }
    return Gaussians(codebooks: codebooks, densities: densities, lengths: lengths)
  }

  private func transitions() throws(ModelFault) {
    var (reader, tail) = try header("transition_matrices")
    let matrices = try reader.int32("the number of matrices", in: 1...1_000_000)
    let sources = try reader.int32("the number of states", in: 1...100)
    let targets = try reader.int32("the number of target states", in: 1...101)
    let count = try reader.int32("the number of values")
    guard count == matrices * sources * targets, targets == sources + 1,
      reader.offset + count * 4 + tail <= reader.file.size
    else {
      throw ModelFault(reader.file.path, "its size is not what its header says")
    }
  }

  /// The quantised mixture weights, which the library maps into memory without a look at the size.
  private func weights(
    _ path: String, streams: Int, densities: Int, senones: Int
  ) throws(ModelFault) {
    let file = try ModelFile(path)
    var reader = NumberReader(file: file, offset: 0)
    var facts: [String: Int] = [:]
    var count = try reader.int32("its title", in: 1...999)
    var isFirst = true
    while count != 0 {
      let bytes = try file.bytes(at: reader.offset, count: count)
      guard bytes.count == count else {
        throw ModelFault(path, "its header is damaged")
      }
      let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      if isFirst, !text.hasPrefix("BEGIN FILE") {
        throw ModelFault(path, "it doesn't start like a dump of senones")
      }
      isFirst = false
      let words = text.split(separator: " ")
      if words.count == 2, let value = Int(words[1]) { facts[String(words[0])] = value }
      reader.offset += count
      count = try reader.int32("the end of its header", in: 0...999)
    }
    var clusters = facts["cluster_count"] ?? 0
    let bits = facts["cluster_bits"] ?? 8
    guard [0, 15, 16].contains(clusters), [4, 8].contains(bits) else {
      throw ModelFault(path, "it has \(clusters) clusters of \(bits) bits")
    }
    var rows = facts["mixture_count"] ?? densities
    var columns = facts["model_count"] ?? senones
    if clusters == 0 {
      rows = try reader.int32("its rows", in: 1...100_000)
      columns = try reader.int32("its columns", in: 1...1_000_000)
    } else {
      clusters = 16
    }
    let step = bits == 4 ? (columns + 1) / 2 : columns
    let start = reader.offset + clusters
    let end = start + (facts["feature_count"] ?? streams) * rows * step
    guard columns >= senones, rows == densities, start...file.size ~= end else {
      throw ModelFault(path, "its size is not what its header says")
    }
    // Full weight, 0, is the only weight of single densities, but never of a row of many.
    if rows > 1 { try file.requireEnd(end) }
  }
}
