import EngineTestSupport
import SpeechAudio
import SpeechRecognition

/// Lets a session hear samples, in pieces of a number of samples.
func hear(
  _ samples: [Int16], in session: any EngineSession, pieces: Int = .max,
  start: AudioTime = .zero, wants: Set<UtteranceRequest.Want> = []
) throws -> Updates {
  try EngineTestSupport.hear(
    AudioBuffer(samples, sampleRate: DebianSpeech.rate), in: session, pieces: pieces, start: start,
    wants: wants)
}
