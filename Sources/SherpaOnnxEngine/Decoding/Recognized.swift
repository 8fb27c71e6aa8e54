import CSherpaOnnxShim

internal import Foundation

/// What the library recognised, copied out of its memory.
struct Recognized: Equatable {
  struct Token: Equatable {
    var text: String
    /// Seconds since the start of the sound.
    var start: Double?
    /// Seconds.
    var duration: Double?
    /// From 0 to 1.
    var probability: Double?
  }

  var text = ""
  var tokens: [Token] = []
}

extension Recognized {
  init(_ result: shx_result) {
    text = result.text.map { String(cString: $0) } ?? ""
    tokens = (0..<result.count).map { index in
      Token(
        text: result.tokens?[index].map { String(cString: $0) } ?? "",
        start: Self.finite(result.starts?[index]), duration: Self.finite(result.durations?[index]),
        probability: Self.finite(result.log_probabilities?[index]).map { logarithm in
          min(exp(logarithm), 1)
        })
    }
  }

  private static func finite(_ number: Float?) -> Double? {
    number.flatMap { $0.isFinite ? Double($0) : nil }
  }
}
