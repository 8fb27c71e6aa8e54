internal import Glibc

extension AudioDiagnostics {
  /// What is wrong with the sound and what to do about it, as sentences for a person, the gravest
  /// first; empty when nothing is.
  public var advice: [String] {
    var advice = lossAdvice
    if duration > .zero { advice += brokenAdvice + soundAdvice }
    return advice
  }

  /// What never reached the session.
  private var lossAdvice: [String] {
    var advice: [String] = []
    if refusedBuffers > 0 {
      advice.append(
        "\(refusedBuffers) buffer\(refusedBuffers == 1 ? " was" : "s were") refused, for format or "
          + "place in time. Give whole frames of a supported format in the order of time.")
    }
    if droppedFrames > 0 {
      advice.append(
        "\(droppedFrames) frames were offered while the line was full and are lost. Use append, "
          + "which waits, or decode less at once.")
    }
    if missing.seconds >= 0.01 {
      advice.append("\(missing) of the sound is missing between buffers. Look for lost packets.")
    }
    if unfinishedByteCount > 0 {
      advice.append(
        "The sound ended within a frame: \(unfinishedByteCount) "
          + "byte\(unfinishedByteCount == 1 ? " is" : "s are") left over. Check the encoding and "
          + "the number of channels.")
    }
    return advice
  }

  /// What no sound has.
  private var brokenAdvice: [String] {
    var advice: [String] = []
    if notANumberCount > 0 {
      advice.append(
        "\(notANumberCount) samples (\(percent(notANumberShare))) are not numbers."
          + (notANumberShare > 0.001 ? " Check the sample type and the byte order." : ""))
    }
    if Double(overCount) > 0.001 * Double(sampleCount) {
      advice.append(
        "\(overCount) samples are beyond full scale. Floating-point samples are within ±1: divide "
          + "by the full scale of what they were made from.")
    }
    if cancelledShare > 0.1 {
      advice.append(
        "The channels are in opposite phase (\(percent(cancelledShare)) of the time), so that "
          + "their mix would be silent; one of them was heard. Mend the wiring, or take one "
          + "channel.")
    }
    return advice
  }

  /// What makes speech hard to recognise.
  private var soundAdvice: [String] {
    guard let level else {
      return [
        peak > -160
          ? "All of the sound is below −60 dBFS. Check the microphone and its level."
          : "The sound is digital silence. Check that the right input or channel is recorded."
      ]
    }
    var advice: [String] = []
    if clippedShare > 0.001 {
      advice.append(
        "\(percent(clippedShare)) of the samples are clipped. Lower the recording level: what is "
          + "cut off can't be brought back.")
    }
    if let text = bandAdvice { advice.append(text) }
    if level < -45 {
      advice.append(
        "The sound is quiet: \(Int(level.rounded())) dBFS. Raise the recording level, or go nearer "
          + "to the microphone.")
    }
    if abs(offset) > 0.05 {
      advice.append(
        "The samples are not centred: their mean is \(percent(abs(offset))) of full scale. Check "
          + "the sample type (signed or unsigned) or the sound card.")
    }
    // Of quiet sound, the quiet moments count as silence, so that little can be said.
    if let contrast, contrast < 12, level >= -45 {
      advice.append(
        "The loud moments are only \(Int(contrast.rounded())) dB above the quiet ones: there is "
          + "noise, music or no speech. Go nearer to the microphone, or reduce the noise.")
    }
    if silenceShare > 0.9 {
      advice.append("\(percent(silenceShare)) of the sound is silence.")
    }
    return advice
  }

  private var bandAdvice: String? {
    let rate = formats.map(\.sampleRate).max() ?? 0
    if rate > 0, rate < 11_025 {
      return
        "The rate is \(rate) Hz: telephone sound. A model for 8000 Hz makes fewer errors on it "
        + "than one for 16 000 Hz; record at 16 000 Hz where you can."
    }
    guard let bandwidth, bandwidth <= 5000 else { return nil }
    guard bandwidth >= 3000 else {
      return "The sound reaches to \(Int(bandwidth)) Hz only: it is muffled, or no speech."
    }
    return
      "The rate is \(rate) Hz, but the sound reaches to \(Int(bandwidth)) Hz only, as telephone "
      + "sound does. A model for 8000 Hz may make fewer errors; a higher rate doesn't bring back "
      + "what the line cut off."
  }

  /// A share with as many digits as are needed.
  private func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    if tenths == 0 { return "less than 0.1 %" }
    return tenths >= 100 ? "\((tenths + 5) / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }
}
