/// Finds which words of other readings stand in the place of which words of the best one.
enum WordAlignment {
  /// Finds the substitutes of each word, in the order of the readings, each named once.
  ///
  /// Words are compared without case and marks: a reading that only has its commas elsewhere says
  /// nothing else. Substitutes are named as their reading writes them.
  ///
  /// - Parameters:
  ///   - words: The words of the best reading.
  ///   - readings: Other readings of the same sound.
  /// - Returns: The substitutes of each of `words`.
  static func substitutes(for words: [String], in readings: [String]) -> [[String]] {
    var found = [[String]](repeating: [], count: words.count)
    guard !readings.isEmpty else { return found }
    let keys = words.map(key)
    var seen = keys.map { Set([$0]) }
    for reading in readings {
      let other = reading.split(whereSeparator: \.isWhitespace).map(String.init)
      let otherKeys = other.map(key)
      for (index, place) in pairs(keys, otherKeys)
      where seen[index].insert(otherKeys[place]).inserted {
        found[index].append(other[place])
      }
    }
    return found
  }

  private static func key(_ word: String) -> String {
    let key = SpokenForm.plainWords(in: word).joined(separator: " ")
    return key.isEmpty ? word : key
  }

  /// The words that face each other in an alignment of least edit distance.
  private static func pairs(_ words: [String], _ other: [String]) -> [(Int, Int)] {
    let columns = other.count + 1
    var cost = [Int](repeating: 0, count: (words.count + 1) * columns)
    for row in 0...words.count {
      for column in 0...other.count {
        guard row > 0, column > 0 else {
          cost[row * columns + column] = row + column
          continue
        }
        let change = words[row - 1] == other[column - 1] ? 0 : 1
        cost[row * columns + column] = min(
          cost[(row - 1) * columns + column - 1] + change,
          cost[(row - 1) * columns + column] + 1, cost[row * columns + column - 1] + 1)
      }
    }
    var pairs: [(Int, Int)] = []
    var (row, column) = (words.count, other.count)
    while row > 0, column > 0 {
      let change = words[row - 1] == other[column - 1] ? 0 : 1
      let here = cost[row * columns + column]
      if here == cost[(row - 1) * columns + column - 1] + change {
        pairs.append((row - 1, column - 1))
        (row, column) = (row - 1, column - 1)
      } else if here == cost[(row - 1) * columns + column] + 1 {
        row -= 1
      } else {
        column -= 1
      }
    }
    return pairs
  }
}
