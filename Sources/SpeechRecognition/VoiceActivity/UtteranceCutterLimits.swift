internal import SpeechAudio

extension UtteranceCutter {
  /// The limits in samples, moved to where they make sense.
  struct Limits {
    /// The level in dBFS above which a frame of a short clip counts as sound.
    static let clipLevel: Float = -50
    /// The frames of sound that make a short clip an utterance.
    static let clipFrames = 4

    let frameLength: Int
    let frame: Int64
    let pause: Int64
    let shortestPause: Int64
    let shortest: Int64
    let longest: Int64
    let searchWindow: Int64
    let padding: Int64
    /// The gap between sounds that are counted together towards ``shortest``.
    let stretchGap: Int64
    /// The length of an input below which it is handed out whole if no speech stands out.
    let shortClip: Int64
    /// The digital silence that parts the stream, in samples: the pause, but 0.5 to 10 s.
    let edge: Int
    /// The digital silence that shows a detector the end of the input, in samples.
    let tail: Int
    /// The frames over which the quietest place is looked for.
    let quietFrames: Int
    /// The most frames that a detector can take for speech in hindsight.
    let lookBackFrames: Int

    init(_ endpointing: Endpointing, frameLength: Int, sampleRate: Int) {
      let rate = Int64(min(max(sampleRate, 1), 1 << 24))
      let most = 3600 * rate
      func samples(_ time: AudioTime) -> Int64 {
        min(max(time.samples(rate: Int(rate)), 0), most)
      }
      self.frameLength = min(max(frameLength, 1), Int(rate))
      frame = Int64(self.frameLength)
      pause = max(samples(endpointing.pause), frame)
      shortestPause = min(pause, max(rate / 5, frame))
      shortest = samples(endpointing.shortest)
      longest = max(samples(endpointing.longest), 2 * frame)
      searchWindow = samples(endpointing.searchWindow)
      padding = samples(endpointing.padding)
      stretchGap = min(pause, max(rate / 5, frame))
      shortClip = rate
      edge = Int(max(min(pause, 10 * rate), rate / 2))
      tail = Int(min(Int64(edge), rate)) + self.frameLength
      quietFrames = Int(max(rate / 10 / frame, 1))
      lookBackFrames = Int(max(3 * rate / frame, 1))
    }

    /// The pause that ends an utterance: shorter and shorter, down to 0.2 s, the nearer the
    /// utterance comes to its greatest length.
    func pause(afterLength length: Int64) -> Int64 {
      let start = longest * 6 / 10
      guard length > start, pause > shortestPause else { return pause }
      let share = min(Double(length - start) / Double(max(longest - start, 1)), 1)
      return pause - Int64(share * Double(pause - shortestPause))
    }
  }
}
