import Foundation
import SpeechAudio
import Testing

/// Kinds of files that fuzzing found.
@Suite struct FoundByFuzzingTests {
  @Test("A length near the greatest number overflows nothing, in a file or from a pipe")
  func greatLengths() throws {
    let samples = SoundBytes.ramp(500)
    let bytes = try WrittenFile.bytes(.rf64, samples)
    let place = try WrittenFile.place(of: "ds64", in: bytes) + 16
    let lengths: [Int64] = [.max, .max - 1, .max - 100, 0x7FFF_FFFF_FFF0, .max / 2, .max / 2 + 1]
    for length in lengths {
      let lie = WrittenFile.changed(bytes, at: place, to: SoundBytes.little(length as Int64))
      let piped = try AudioFile(
        fileDescriptor: pipe([lie]), name: "input", closesDescriptor: true)
      #expect(try piped.samples().count == 500, "\(length)")
    }
  }

  @Test(
    "Block codecs make no sound up where a header says that there is more",
    arguments: [AudioFileWriter.Encoding.gsm, .imaADPCM, .microsoftADPCM])
  func endlessBlocks(encoding: AudioFileWriter.Encoding) throws {
    let folder = try TemporaryFolder()
    for container in [AudioFileWriter.Container.wave64, .wav] {
      let bytes = try WrittenFile.bytes(container, SoundBytes.ramp(3200), encoding)
      let url = folder.url.appending(path: "x")
      let size = container == .wav ? 4 : 16
      let place = try WrittenFile.place(of: "data", in: bytes) + size
      let lie =
        container == .wav
        ? SoundBytes.little(UInt32(0x7000_0000)) : SoundBytes.little(Int64(0x1634_0AED_6939_0365))
      try Data(WrittenFile.changed(bytes, at: place, to: lie)).write(to: url)
      let file = try AudioFile(url)
      // What is there is kept; some may be made up in the read in which the end shows.
      let count = try file.samples().count
      #expect(count >= 3200 && count < 3200 + 40_000)
    }
  }
}
