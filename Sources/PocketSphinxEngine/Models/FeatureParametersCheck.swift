/// Looks at `feat.params`: the library ends the process on some of its values, and takes others
/// without a word that make its results worthless.
enum FeatureParametersCheck {
  private static let switches: Set<String> = ["yes", "no", "1", "0", "true", "false", "t", "f"]
  private static let off: Set<String> = ["no", "0", "false", "f"]
  private static let features: Set<String> = [
    "1s_c_d_dd", "1s_c_d", "1s_c", "1s_c_d_ld_dd", "1s_3c", "1s_4c", "s2_4x", "s3_1x39",
  ]

  static func run(_ path: String) throws(ModelFault) {
    let file = try ModelFile(path)
    guard file.size <= 100_000 else { throw ModelFault(path, "it has \(file.size) bytes") }
    let bytes = try file.bytes(at: 0, count: file.size)
    guard !bytes.contains(0) else { throw ModelFault(path, "it isn't text") }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .filter { !$0.drop(while: \.isWhitespace).hasPrefix("#") }
      .flatMap { $0.split(whereSeparator: \.isWhitespace) }.map(String.init)
    guard words.count.isMultiple(of: 2), !words.isEmpty else {
      throw ModelFault(path, "it isn't pairs of a name and a value")
    }
    var values: [String: String] = [:]
    for index in stride(from: 0, to: words.count, by: 2) {
      let (name, value) = (words[index], words[index + 1])
      guard isRight(name, value) else {
        throw ModelFault(path, "\(name) \(value) is not a setting that can be used")
      }
      values[name] = value
    }
    let rate = values["-samprate"].flatMap(Double.init) ?? 16_000
    let lower = values["-lowerf"].flatMap(Double.init) ?? 133.33334
    let upper = values["-upperf"].flatMap(Double.init) ?? 6855.4976
    guard 0 <= lower, lower < upper, upper <= rate / 2 else {
      throw ModelFault(path, "its filters go from \(lower) to \(upper) Hz")
    }
  }

  private static func isRight(_ name: String, _ value: String) -> Bool {
    switch name {
    case "-lowerf", "-upperf": number(value, 0...8000)
    case "-alpha": number(value, 0...1)
    case "-nfilt": whole(value, 10...60)
    case "-ncep", "-ceplen": value == "13"
    case "-nfft": value == "512" || value == "256"
    case "-frate": value == "100"
    case "-samprate": number(value, 8000...8000) || number(value, 16_000...16_000)
    case "-wlen": number(value, 0.01...0.032)
    case "-lifter": whole(value, 0...100)
    case "-transform": ["legacy", "dct", "htk"].contains(value)
    case "-feat": features.contains(value)
    case "-svspec": value.allSatisfy { $0.isASCII && ($0.isNumber || "-,/".contains($0)) }
    case "-agc": value == "none"
    case "-cmn": ["none", "batch", "live", "current", "prior"].contains(value)
    case "-cmninit": means(value)
    case "-varnorm", "-logspec", "-smoothspec": off.contains(value.lowercased())
    case "-unit_area", "-round_filters", "-doublebw", "-remove_dc", "-remove_noise",
      "-remove_silence", "-dither":
      switches.contains(value.lowercased())
    case "-model": ["ptm", "semi", "cont"].contains(value)
    case "-warp_type": ["inverse_linear", "affine", "piecewise_linear"].contains(value)
    case "-vad_prespeech", "-vad_postspeech", "-vad_startspeech": whole(value, 1...500)
    case "-vad_threshold": number(value, 0...100)
    case "-input_endian": value == "little"
    default: false
    }
  }

  private static func number(_ text: String, _ range: ClosedRange<Double>) -> Bool {
    Double(text).map(range.contains) ?? false
  }

  private static func whole(_ text: String, _ range: ClosedRange<Int>) -> Bool {
    Int(text).map(range.contains) ?? false
  }

  private static func means(_ text: String) -> Bool {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
    return numbers.count <= 13
      && numbers.allSatisfy { number in Double(number).map(\.isFinite) ?? false }
  }
}
