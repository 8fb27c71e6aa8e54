// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "swift-speech",
  products: [
    .library(name: "SpeechAudio", targets: ["SpeechAudio"]),
    .library(name: "SpeechRecognition", targets: ["SpeechRecognition"]),
    .library(name: "PocketSphinxEngine", targets: ["PocketSphinxEngine"]),
    .library(name: "SherpaOnnxEngine", targets: ["SherpaOnnxEngine"]),
    .library(name: "SpeechEngineTestKit", targets: ["SpeechEngineTestKit"]),
    .executable(name: "transcribe", targets: ["transcribe"]),
    .executable(name: "engines", targets: ["engines"]),
  ],
  traits: [
    .trait(
      name: "SherpaOnnx",
      description: "Speech recognition by sherpa-onnx; needs Scripts/install-sherpa-onnx.")
  ],
  targets: [
    // MARK: Libraries
    .target(name: "SpeechAudio", dependencies: ["CSoundFile", "CSoxr"]),
    .target(name: "SpeechRecognition", dependencies: ["SpeechAudio"]),
    .target(
      name: "PocketSphinxEngine",
      dependencies: ["SpeechRecognition", "SpeechAudio", "CPocketSphinxShim"]),
    .target(
      name: "SherpaOnnxEngine",
      dependencies: ["SpeechRecognition", "SpeechAudio", "CSherpaOnnxShim"]),
    .target(name: "SpeechEngineTestKit", dependencies: ["SpeechRecognition", "SpeechAudio"]),

    // MARK: C libraries
    .systemLibrary(
      name: "CSoundFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSoxr", pkgConfig: "soxr", providers: [.apt(["libsoxr-dev"])]),
    .systemLibrary(
      name: "CPocketSphinx", pkgConfig: "pocketsphinx",
      providers: [.apt(["libpocketsphinx-dev", "libsphinxbase-dev"])]),
    .target(name: "CPocketSphinxShim", dependencies: ["CPocketSphinx"]),
    .systemLibrary(name: "CSherpaOnnx", pkgConfig: "sherpa-onnx"),
    .target(
      name: "CSherpaOnnxShim",
      dependencies: [.target(name: "CSherpaOnnx", condition: .when(traits: ["SherpaOnnx"]))],
      cSettings: [.define("SHERPA_ONNX", .when(traits: ["SherpaOnnx"]))],
      cxxSettings: [.define("SHERPA_ONNX", .when(traits: ["SherpaOnnx"]))]),

    // MARK: Examples
    .executableTarget(
      name: "transcribe",
      dependencies: [
        "SpeechRecognition", "SpeechAudio", "PocketSphinxEngine", "SherpaOnnxEngine",
      ],
      path: "Examples/transcribe"),
    .executableTarget(
      name: "engines",
      dependencies: ["SpeechRecognition", "PocketSphinxEngine", "SherpaOnnxEngine"],
      path: "Examples/engines"),

    // MARK: Tests
    .testTarget(name: "SpeechAudioTests", dependencies: ["SpeechAudio"]),
    .testTarget(
      name: "SpeechRecognitionTests",
      dependencies: ["SpeechRecognition", "SpeechAudio", "SpeechEngineTestKit"]),
    .target(
      name: "EngineTestSupport", dependencies: ["SpeechRecognition", "SpeechAudio"],
      path: "Tests/EngineTestSupport"),
    .testTarget(
      name: "PocketSphinxEngineTests",
      dependencies: [
        "EngineTestSupport", "PocketSphinxEngine", "SpeechRecognition", "SpeechAudio",
        "SpeechEngineTestKit",
      ]),
    .testTarget(
      name: "SherpaOnnxEngineTests",
      dependencies: [
        "EngineTestSupport", "SherpaOnnxEngine", "CSherpaOnnxShim", "SpeechRecognition",
        "SpeechAudio",
        "SpeechEngineTestKit",
      ]),
    .testTarget(
      name: "SpeechEngineTestKitTests",
      dependencies: ["SpeechEngineTestKit", "SpeechRecognition", "SpeechAudio"]),
    .testTarget(name: "TranscribeTests", dependencies: ["transcribe"]),
    .testTarget(name: "EnginesTests", dependencies: ["engines", "SpeechRecognition"]),
  ],
  swiftLanguageModes: [.v6]
)

// One set of settings for every Swift target.
let targetsInC: Set = ["CPocketSphinxShim", "CSherpaOnnxShim"]
for target in package.targets where target.type != .system && !targetsInC.contains(target.name) {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
