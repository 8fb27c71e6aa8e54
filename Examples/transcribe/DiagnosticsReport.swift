import Foundation
import SpeechRecognition

/// How good a file's sound is, as lines for a person and as a part of the JSON.
struct DiagnosticsReport: Encodable {
  struct Format: Encodable, Equatable {
    let rate, channels: Int
  }

  let seconds: Double
  let formats: [Format]
  let bandwidth, level, contrast: Double?
  let peak, offset, silenceShare, clippedShare, cancelledShare: Double
  let notANumber, beyondFullScale: Int64
  let missingSeconds: Double
  let advice: [String]

  init(_ diagnostics: AudioDiagnostics) {
    seconds = diagnostics.duration.seconds
    formats = diagnostics.formats.map { Format(rate: $0.sampleRate, channels: $0.channels) }
    bandwidth = diagnostics.bandwidth
    level = diagnostics.level
    contrast = diagnostics.contrast
    peak = diagnostics.peak
    offset = diagnostics.offset
    silenceShare = diagnostics.silenceShare
    clippedShare = diagnostics.clippedShare
    cancelledShare = diagnostics.cancelledShare
    notANumber = diagnostics.notANumberCount
    beyondFullScale = diagnostics.overCount
    missingSeconds = diagnostics.missing.seconds
    advice = diagnostics.advice
  }

  /// One line for the sound, one for its faults where there are any, and one for each advice.
  var lines: [String] {
    let formats = formats.map { format in
      "\(format.rate) Hz, \(format.channels) channel\(format.channels == 1 ? "" : "s")"
    }
    var facts = [number(seconds, "s", digits: 1)] + formats
    if let bandwidth { facts.append("up to \(number(bandwidth, "Hz"))") }
    if let level { facts.append("level \(number(level, "dBFS"))") }
    facts.append("peak \(number(peak, "dBFS"))")
    if let contrast { facts.append("\(number(contrast, "dB")) above the quiet moments") }
    facts.append("\(percent(silenceShare)) silence")
    return [facts.joined(separator: ", ")] + (faults.isEmpty ? [] : [faults])
      + advice.map { "advice: \($0)" }
  }

  private var faults: String {
    var faults: [String] = []
    if clippedShare > 0 { faults.append("\(percent(clippedShare)) clipped") }
    if cancelledShare > 0 { faults.append("\(percent(cancelledShare)) in opposite phase") }
    if abs(offset) >= 0.001 { faults.append("offset \(percent(offset)) of full scale") }
    if notANumber > 0 { faults.append("\(notANumber) samples not a number") }
    if beyondFullScale > 0 { faults.append("\(beyondFullScale) samples beyond full scale") }
    if missingSeconds > 0 { faults.append("\(number(missingSeconds, "s", digits: 2)) missing") }
    return faults.joined(separator: ", ")
  }

  private func number(_ value: Double, _ unit: String, digits: Int = 0) -> String {
    String(format: "%.\(digits)f \(unit)", value)
  }

  private func percent(_ share: Double) -> String {
    String(format: abs(share) < 0.0995 ? "%.1f %%" : "%.0f %%", share * 100)
  }
}
