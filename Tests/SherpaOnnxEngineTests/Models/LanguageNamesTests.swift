import SpeechRecognition
import Testing

@testable import SherpaOnnxEngine

struct LanguageNamesTests {
  @Test(arguments: [
    ("sherpa-onnx-whisper-tiny.en", ["en"]),
    ("sherpa-onnx-streaming-zipformer-bilingual-zh-en-2023-02-20", ["zh", "en"]),
    ("sherpa-onnx-sense-voice-zh-en-ja-ko-yue-2024-07-17", ["zh", "en", "ja", "ko", "yue"]),
    ("moonshine-tiny-en-en", ["en"]),
  ])
  func codesBetweenMarksAreLanguages(_ name: String, _ languages: [String]) {
    #expect(LanguageNames.find(in: name)?.map(\.identifier) == languages)
  }

  @Test(arguments: ["moonshine-tiny", "open", "", "zipformer-2023"])
  func aNameWithoutCodesTellsNone(_ name: String) {
    #expect(LanguageNames.find(in: name) == nil)
  }
}
