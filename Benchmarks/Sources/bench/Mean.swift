extension [Double] {
  /// The arithmetic mean, not a number for no values.
  var mean: Double { isEmpty ? .nan : reduce(0, +) / Double(count) }
}
