import PocketSphinxEngine
import SpeechRecognition

/// What the command line asks for.
struct Arguments: Equatable {
  /// How the text is written.
  enum Format: String {
    case text, times, json, srt
  }

  var format = Format.text
  var showsPartials = false
  var engine = EngineChoice.pocketsphinx
  var model: String?
  var dictionary: String?
  var languageModel: String?
  var preset = PocketSphinxEngine.Settings.Preset.accurate
  var locale: LocaleID?
  var rawFormat: AudioFormat?
  var channels = AudioChannels.mixed
  var diagnoses = false
  var isQuiet = false
  var isVerbose = false
  var inputs: [Input] = []

  /// What to do at all.
  enum Command: Equatable {
    case help
    case version
    case transcribe(Arguments)
  }

  /// A mistake in the command line, as a sentence.
  struct Mistake: Error, Equatable {
    let message: String
  }

  /// Reads the command line without the program's name, as bytes: file names need not be UTF-8.
  static func parse(_ words: [[UInt8]]) throws(Mistake) -> Command {
    var arguments = Arguments()
    var rest = words[...]
    while let word = rest.popFirst() {
      let text = String(decoding: word, as: UTF8.self)
      if text == "--" {
        arguments.inputs += rest.map(Input.init)
        break
      }
      guard text.hasPrefix("-"), text != "-" else {
        arguments.inputs.append(Input(path: word))
        continue
      }
      if text == "--help" || text == "-h" { return .help }
      if text == "--version" { return .version }
      try arguments.take(text, &rest)
    }
    try arguments.check()
    return .transcribe(arguments)
  }

  /// Takes one option, and its value from behind `=` or from the next word.
  private mutating func take(
    _ option: String, _ rest: inout ArraySlice<[UInt8]>
  ) throws(Mistake) {
    let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    func value() throws(Mistake) -> String {
      let value =
        parts.count == 2
        ? String(parts[1]) : rest.popFirst().map { String(decoding: $0, as: UTF8.self) }
      guard let value, !value.isEmpty else { throw Mistake(message: "\(name) needs a value.") }
      return value
    }
    switch name {
    case "--engine": engine = try Self.engine(try value())
    case "--model": model = try value()
    case "--dict": dictionary = try value()
    case "--lm": languageModel = try value()
    case "--preset": preset = try Self.preset(try value())
    case "--locale": locale = try Self.locale(try value())
    case "--raw": rawFormat = try Self.rawFormat(try value())
    case "--channel": try take(channels: try Self.channel(try value()))
    case "--channels": try take(channels: try Self.channels(try value()))
    default:
      try takeFlag(name)
      if parts.count == 2 { throw Mistake(message: "\(name) takes no value.") }
    }
  }

  private mutating func takeFlag(_ name: String) throws(Mistake) {
    switch name {
    case "--times", "--json", "--srt": try take(Format(rawValue: String(name.dropFirst(2))))
    case "--partials": showsPartials = true
    case "--diagnose": diagnoses = true
    case "--quiet": isQuiet = true
    case "--verbose": isVerbose = true
    default: throw Mistake(message: "There is no option \(name).")
    }
  }

  private mutating func take(_ wanted: Format?) throws(Mistake) {
    guard let wanted else { return }
    // JSON has the times anyway.
    if Set([format, wanted]) == [.json, .times] {
      format = .json
      return
    }
    guard format == .text || format == wanted else {
      throw Mistake(
        message: "--\(format.rawValue) and --\(wanted.rawValue) can't be used together.")
    }
    format = wanted
  }

  private mutating func take(channels wanted: AudioChannels) throws(Mistake) {
    guard channels == .mixed || channels == wanted else {
      throw Mistake(message: "--channel and --channels can't ask for different things.")
    }
    channels = wanted
  }

  private func check() throws(Mistake) {
    guard !inputs.isEmpty else { throw Mistake(message: "No FILE is given.") }
    if engine != .pocketsphinx,
      let option = dictionary.map({ _ in "--dict" }) ?? languageModel.map({ _ in "--lm" })
    {
      throw Mistake(message: "\(option) is for the engine pocketsphinx only.")
    }
    guard format != .srt || inputs.count == 1 else {
      throw Mistake(message: "--srt takes one FILE; \(inputs.count) are given.")
    }
    guard inputs.count(where: \.isStandardInput) <= 1 else {
      throw Mistake(message: "Standard input (-) can be read only once.")
    }
  }

  // MARK: Values

  private static func preset(
    _ text: String
  ) throws(Mistake) -> PocketSphinxEngine.Settings.Preset {
    guard let preset = PocketSphinxEngine.Settings.Preset(rawValue: text) else {
      throw Mistake(message: "--preset is accurate or fast, not \"\(text)\".")
    }
    return preset
  }

  private static func engine(_ text: String) throws(Mistake) -> EngineChoice {
    guard let engine = EngineChoice(rawValue: text) else {
      let names = EngineChoice.allCases.map(\.rawValue).joined(separator: " or ")
      throw Mistake(message: "--engine is \(names), not \"\(text)\".")
    }
    return engine
  }

  private static func locale(_ text: String) throws(Mistake) -> LocaleID {
    let locale = LocaleID(text)
    guard locale.language != "und" else {
      throw Mistake(message: "--locale needs a language such as en-US, not \"\(text)\".")
    }
    return locale
  }

  private static func channel(_ text: String) throws(Mistake) -> AudioChannels {
    let last = AudioFormat.supportedChannels.upperBound - 1
    guard let number = Int(text), (0...last).contains(number) else {
      throw Mistake(message: "--channel is a number from 0 to \(last), not \"\(text)\".")
    }
    return .channel(number)
  }

  private static func channels(_ text: String) throws(Mistake) -> AudioChannels {
    switch text {
    case "mixed": return .mixed
    case "separate": return .separate
    default: throw Mistake(message: "--channels is mixed or separate, not \"\(text)\".")
    }
  }

  /// Reads `RATE[:CHANNELS[:TYPE]]`.
  private static func rawFormat(_ text: String) throws(Mistake) -> AudioFormat {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 3, let rate = Int(parts[0]),
      let channels = parts.count > 1 ? Int(parts[1]) : 1,
      let type = parts.count > 2 ? AudioFormat.SampleType(rawValue: parts[2]) : .int16
    else {
      let types = AudioFormat.SampleType.allCases.map(\.rawValue).joined(separator: ", ")
      throw Mistake(
        message: "--raw is RATE[:CHANNELS[:TYPE]] with a type of \(types), not \"\(text)\".")
    }
    let format = AudioFormat(type, sampleRate: rate, channels: channels)
    do throws(SpeechError) {
      try format.validate()
    } catch {
      throw Mistake(message: "--raw \(text): \(error)")
    }
    return format
  }
}
