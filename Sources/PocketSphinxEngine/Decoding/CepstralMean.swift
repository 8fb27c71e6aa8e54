/// The mean of rows of cepstra, and rows with it taken away.
struct CepstralMean {
  private(set) var sum: [Double]
  private(set) var weight: Double

  /// Starts with a mean that counts as much as a number of frames.
  init(_ mean: [Float], weight: Double) {
    sum = mean.map { Double($0) * weight }
    self.weight = weight
  }

  var width: Int { sum.count }

  var mean: [Float] {
    weight > 0 ? sum.map { Float($0 / weight) } : sum.map { _ in 0 }
  }

  /// Counts rows in, but for those without energy, whose first number is negative; the library's
  /// own mean over an utterance (`cmn.c`) leaves them out as well.
  mutating func add(_ rows: ArraySlice<Float>) {
    var start = rows.startIndex
    while start + width <= rows.endIndex {
      if rows[start] >= 0 {
        for column in 0..<width { sum[column] += Double(rows[start + column]) }
        weight += 1
      }
      start += width
    }
  }

  /// Lets what was counted weigh no more than a number of frames.
  mutating func limit(_ frames: Double) {
    guard weight > frames else { return }
    let factor = frames / weight
    sum = sum.map { $0 * factor }
    weight = frames
  }

  /// The rows with a mean taken away.
  static func subtract(_ mean: [Float], from rows: ArraySlice<Float>) -> [Float] {
    var column = 0
    return rows.map { value in
      let difference = value - mean[column]
      column = column + 1 == mean.count ? 0 : column + 1
      return difference
    }
  }
}
