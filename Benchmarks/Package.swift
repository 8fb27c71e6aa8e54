// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "swift-speech-benchmarks",
  traits: [
    .trait(name: "SherpaOnnx", description: "Measures sherpa-onnx too; `make bench-engines`.")
  ],
  dependencies: [
    .package(
      name: "swift-speech", path: "..",
      traits: [.trait(name: "SherpaOnnx", condition: .when(traits: ["SherpaOnnx"]))])
  ],
  targets: [
    // What libsoxr is measured against; the library itself doesn't use it.
    .systemLibrary(
      name: "CSampleRate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),
    .executableTarget(
      name: "bench",
      dependencies: [
        "CSampleRate",
        .product(name: "PocketSphinxEngine", package: "swift-speech"),
        .product(name: "SherpaOnnxEngine", package: "swift-speech"),
        .product(name: "SpeechAudio", package: "swift-speech"),
        .product(name: "SpeechRecognition", package: "swift-speech"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
