internal import struct Foundation.Locale

extension EngineConfiguration {
  /// Makes the configuration of a dictation in the engine's best fit for a locale.
  ///
  /// - Throws: ``SpeechError`` of code `localeNotSupported` when the engine has no model for the
  ///   language, or what the engine says is missing.
  init(
    for engine: any SpeechEngine, locale wanted: LocaleID?, hints: LanguageHints
  ) throws(SpeechError) {
    let tasks = [Self.defaultTask: EngineTask.dictation(hints: hints)]
    let locales = try engine.locales()
    let fit =
      wanted.map { $0.bestMatch(among: locales) }
      ?? LocaleID(Locale.current).bestMatch(among: locales) ?? locales.first
    if let fit {
      self.init(locale: fit, tasks: tasks)
      return
    }
    // The engine knows best what is missing.
    let locale = wanted ?? LocaleID(Locale.current)
    self.init(locale: locale, tasks: tasks)
    _ = try engine.validate(self)
    let offered = locales.isEmpty ? "none" : locales.map(\.identifier).joined(separator: ", ")
    throw SpeechError(
      .localeNotSupported,
      "The engine \(engine.descriptor.id) has no model for \(locale); it has \(offered).",
      remedy: "Choose one of those, or install a model for the language.",
      engine: engine.descriptor.id)
  }
}
