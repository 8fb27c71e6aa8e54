import SpeechAudio
import Testing

@testable import SherpaOnnxEngine

struct ModelSearchTests {
  @Test func placesComeInOrder() {
    let search = ModelSearch(environment: [
      "SPEECH_MODEL_PATH": "/a:/b/c::/a", "XDG_DATA_HOME": "/data", "HOME": "/home/me",
    ])
    #expect(
      search.places == [
        "/a", "/b/c", "/data/swift-speech/models", "/usr/local/share/swift-speech/models",
        "/usr/share/swift-speech/models",
      ])
  }

  @Test func theHomeFolderIsUsedWithoutADataFolder() {
    for environment in [["HOME": "/home/me"], ["HOME": "/home/me", "XDG_DATA_HOME": "relative"]] {
      #expect(
        ModelSearch(environment: environment).places.first
          == "/home/me/.local/share/swift-speech/models")
    }
    #expect(ModelSearch(environment: [:]).places.count == 2)
  }

  @Test func modelsOfThisEngineAreListedAndBrokenOnesWithTheirError() throws {
    let place = try TestFolder("models")
    let model = PublishedModel.all[0]
    for (file, bytes) in model.files {
      try place.write("good/\(file)", bytes)
      if file != "tokens.txt" { try place.write("half/\(file)", bytes) }
    }
    try place.write("broken/model.json", "{")
    try place.write("other/model.json", "{\"format\": 1, \"engine\": \"pocketsphinx\"}")
    try place.write("pictures/a.jpg", "x")
    try place.write("file", "x")

    let search = ModelSearch(environment: ["SPEECH_MODEL_PATH": "/nowhere:\(place.path)"])
    let entries = search.entries().filter { $0.path.hasPrefix(place.path) }
    #expect(entries.map { $0.path.dropFirst(place.path.count + 1) } == ["broken", "good", "half"])
    #expect(try entries[1].folder.get().kind == .moonshine)
    for broken in [entries[0], entries[2]] {
      #expect(throws: SpeechError.self) { try broken.folder.get() }
    }

    #expect(try search.folder("good").path == "\(place.path)/good")
    #expect(try search.folder("\(place.path)/good").id == "good")
    let half = #expect(throws: SpeechError.self) { try search.folder("half") }
    #expect(half?.message.contains("the tokens file") == true)
    let none = #expect(throws: SpeechError.self) { try search.folder("none") }
    #expect(none?.code == .modelNotFound && none?.message.contains("good") == true)
  }
}
