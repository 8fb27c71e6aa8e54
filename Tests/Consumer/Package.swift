// swift-tools-version: 6.2

// A package as a stranger would write it: it names products, and sets no flags.

import PackageDescription

let package = Package(
  name: "consumer",
  dependencies: [
    .package(name: "swift-speech", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "three-lines",
      dependencies: [
        .product(name: "PocketSphinxEngine", package: "swift-speech"),
        .product(name: "SpeechRecognition", package: "swift-speech"),
      ]),
    .executableTarget(
      name: "analyzer",
      dependencies: [
        .product(name: "PocketSphinxEngine", package: "swift-speech"),
        .product(name: "SpeechRecognition", package: "swift-speech"),
      ]),
    .executableTarget(
      name: "chunks",
      dependencies: [
        .product(name: "PocketSphinxEngine", package: "swift-speech"),
        .product(name: "SpeechRecognition", package: "swift-speech"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
