// Ask a person for consent, and recognise nothing without it.
import PocketSphinxEngine
import SpeechRecognition

func makeRecognizer() async throws(SpeechError) -> SpeechRecognizer? {
  let authorization = try SpeechAuthorization(
    application: "org.example.notes",
    usageDescription: "Your dictation becomes text on this computer; no sound is kept.")
  switch try await authorization.request() {
  case .authorized:
    return try SpeechRecognizer(engine: .pocketSphinx, authorization: authorization)
  case .notDetermined: print("Nobody answered; ask again later.")
  case .denied: print("The user said no.")
  case .restricted: print("The administrator forbids it.")
  }
  return nil
}

protocol Dialog: Sendable {
  func ask(_ title: String, details: String) async -> Bool?
}

func makeAuthorization(_ dialog: some Dialog) throws(SpeechError) -> SpeechAuthorization {
  try SpeechAuthorization(
    application: "org.example.notes", usageDescription: "Your dictation becomes text.",
    prompt: ConsentPrompt { question in
      await dialog.ask(question.sentence, details: question.usageDescription)
    })
}
