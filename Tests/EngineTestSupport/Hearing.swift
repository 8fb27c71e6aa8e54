public import SpeechAudio
public import SpeechRecognition

/// Lets a session hear an utterance, in pieces of a number of samples.
public func hear(
  _ sound: AudioBuffer, in session: any EngineSession, pieces: Int = .max,
  start: AudioTime = .zero, wants: Set<UtteranceRequest.Want> = [], pauses: Bool = false
) throws -> Updates {
  let updates = Updates()
  let context = EngineContext { updates.add($0) }
  try session.begin(UtteranceRequest(start: start, wants: wants), context)
  var position = 0
  while position < sound.frameCount {
    let next = position + min(pieces, sound.frameCount - position)
    try session.accept(sound[position..<next], context)
    position = next
  }
  if pauses { try session.pause(context) }
  try session.end(context)
  return updates
}
