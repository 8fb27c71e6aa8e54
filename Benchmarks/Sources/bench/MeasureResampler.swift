import Foundation
import Glibc
import SpeechAudio

/// The converter of the package (libsoxr) against libsamplerate and against `sox`: how much of a tone
/// beyond the new limit is left, whether the size of the blocks matters, and the CPU time.
struct MeasureResampler: Measure {
  let name = "resampler"

  private static let inputRate = 48_000
  private static let outputRate = 16_000
  /// Sound for the CPU time, in seconds.
  private static let seconds = 120

  /// A tone beyond the new limit must be this far down, in dB.
  private static let attenuation = 80.0

  private struct System: Sendable {
    var name: String
    var convert: @Sendable ([Float], Int) throws -> [Float]
  }

  private static let systems =
    [System(name: "AudioConverter (libsoxr)") { try convert($0, block: $1) }]
    + SampleRateConverter.Quality.all.map { quality in
      System(name: "libsamplerate, \(quality.name)") {
        try SampleRateConverter(quality: quality, ratio: Double(outputRate) / Double(inputRate))
          .convert($0, block: $1)
      }
    }

  func run(in workspace: Workspace) async throws -> Report.Section {
    var rows: [Report.Row] = []
    let noise = Self.noise(seconds: Self.seconds)
    for system in Self.systems {
      var cpu = Double.infinity
      for _ in 1...workspace.options.runs {
        let start = Self.processTime
        _ = try system.convert(noise, 4_096)
        cpu = min(cpu, Self.processTime - start)
      }
      rows.append(
        .init(
          label: system.name,
          values: [
            "alias": try Self.level(of: 10_000, through: system.convert),
            "edge": try Self.level(of: 7_000, through: system.convert),
            "differ": Double(try Self.differingBlocks(system.convert)),
            "cpu": cpu * 60 / Double(Self.seconds),
          ]))
    }
    if let sox = try soxRows(noise, in: workspace) { rows += sox }
    let own = rows[0].values
    return Report.Section(
      name: name,
      title: "Resampling \(Self.inputRate) Hz to \(Self.outputRate) Hz, least of "
        + "\(workspace.options.runs) runs",
      columns: [
        .init(key: "alias", title: "10 kHz tone, dB", digits: 1),
        .init(key: "edge", title: "7 kHz tone, dB", digits: 3),
        .init(key: "differ", title: "block sizes that differ of \(Self.blocks.count)", digits: 0),
        .init(key: "cpu", title: "CPU s a minute", digits: 4),
      ], rows: rows,
      limits: [
        .init(what: "10 kHz tone, dB", value: own["alias"] ?? .nan, limit: -Self.attenuation),
        .init(what: "block sizes that differ", value: own["differ"] ?? .nan, limit: 0),
      ])
  }

  // MARK: Systems

  private static func convert(_ samples: [Float], block: Int) throws -> [Float] {
    let converter = try AudioConverter(
      from: AudioFormat(.float32, sampleRate: inputRate),
      to: AudioFormat(.float32, sampleRate: outputRate))
    let whole = AudioBuffer(samples, sampleRate: inputRate)
    var converted: [Float] = []
    for first in stride(from: 0, to: samples.count, by: block) {
      converted += try converter.convert(whole[first..<first + block]).floatSamples
    }
    return converted + (try converter.flush().floatSamples)
  }

  /// `sox` from file to file, and the same with the package; nothing where there is no `sox`.
  private func soxRows(_ samples: [Float], in workspace: Workspace) throws -> [Report.Row]? {
    let source = workspace.folder.appending(path: "48000.wav")
    let target = workspace.folder.appending(path: "16000.wav")
    try WaveFile.write(samples.map { Int16($0 * 32_767) }, rate: Self.inputRate, to: source)
    var sox = Double.infinity
    var own = Double.infinity
    for _ in 1...workspace.options.runs {
      do {
        sox = min(
          sox,
          try ChildProcess.run(
            "sox", ["-D", source.path, "-r", "16k", target.path], in: workspace.folder
          ).cpuSeconds)
      } catch {
        Progress.say("\(name): no figures of sox: \(error)")
        return nil
      }
      let start = Self.processTime
      try Self.convert(source, to: target)
      own = min(own, Self.processTime - start)
    }
    return [("file to file, sox -r 16k", sox), ("file to file, AudioConverter", own)].map {
      Report.Row(label: $0, values: ["cpu": $1 * 60 / Double(Self.seconds)])
    }
  }

  private static func convert(_ source: URL, to target: URL) throws {
    let file = try AudioFile(source)
    let converter = try AudioConverter(
      from: file.format, to: AudioFormat(.int16, sampleRate: outputRate))
    var samples: [Int16] = []
    while let buffer = try file.read(frames: 4_096) {
      samples += try converter.convert(buffer).int16Samples
    }
    samples += try converter.flush().int16Samples
    try WaveFile.write(samples, rate: outputRate, to: target)
  }

  // MARK: Sound

  /// The block sizes that are tried: all powers of two from 1 to 65 536 and their neighbours.
  private static let blocks: [Int] = {
    let powers = (0...16).map { 1 << $0 }
    let all = Set(
      powers + powers.map { $0 + 1 } + powers.map { $0 - 1 } + [160, 320, 441, 480, 1_000])
    return all.filter { (1...65_536).contains($0) }.sorted()
  }()

  private static func differingBlocks(_ convert: ([Float], Int) throws -> [Float]) throws -> Int {
    let sound = Array(noise(seconds: 2).prefix(80_000))
    let whole = try convert(sound, sound.count)
    return try blocks.count { try convert(sound, $0) != whole }
  }

  /// How loud a tone comes out against how it went in, in dB, away from its ends.
  private static func level(
    of frequency: Double, through convert: ([Float], Int) throws -> [Float]
  ) throws -> Double {
    let tone = (0..<2 * inputRate).map { index in
      Float(0.5 * sin(2 * .pi * frequency * Double(index) / Double(inputRate)))
    }
    let output = try convert(tone, 4_096)
    let middle = output[output.count / 4..<output.count * 3 / 4]
    let power = middle.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(middle.count)
    return 10 * log10(max(power, 1e-20) / 0.125)
  }

  private static func noise(seconds: Int) -> [Float] {
    // A fixed linear congruential generator (Numerical Recipes' constants).
    var seed: UInt32 = 1
    return (0..<seconds * inputRate).map { _ in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return 0.25 * (Float(seed >> 8) / 8_388_608 - 1)
    }
  }

  private static var processTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
