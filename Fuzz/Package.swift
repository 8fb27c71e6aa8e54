// swift-tools-version: 6.2

import PackageDescription

// Built by Scripts/fuzz, which gives the sanitizers to every module: a plain `swift build` can't
// link these targets. A new target is one `fuzzer(...)` here and one folder in Sources.

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A program around an `LLVMFuzzerTestOneInput`. libFuzzer brings its `main`, which SwiftPM expects
/// under the module's name.
func fuzzer(
  _ name: String, uses products: [String], and targets: [Target.Dependency] = []
) -> Target {
  let module = String(name.map { $0 == "-" ? "_" : $0 })
  return .executableTarget(
    name: name,
    dependencies: ["FuzzSupport"] + targets
      + products.map { .product(name: $0, package: "swift-speech") },
    swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library"])],
    linkerSettings: [.unsafeFlags(["-Xlinker", "--defsym=\(module)_main=main"])])
}

let package = Package(
  name: "swift-speech-fuzz",
  dependencies: [
    .package(name: "swift-speech", path: "..")
  ],
  targets: [
    // libFuzzer's own functions, and libsndfile to write sound files of every kind as seeds.
    .systemLibrary(name: "CLibFuzzer"),
    .systemLibrary(
      name: "CSoundFileForSeeds", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .target(name: "FuzzSupport", dependencies: ["CLibFuzzer"], swiftSettings: swiftSettings),

    fuzzer("fuzz-audio-file", uses: ["SpeechAudio"], and: ["CSoundFileForSeeds"]),
    fuzzer("fuzz-buffers", uses: ["SpeechAudio", "SpeechRecognition", "SpeechEngineTestKit"]),
  ],
  swiftLanguageModes: [.v6]
)
