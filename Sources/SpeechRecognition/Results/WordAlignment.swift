/// Finds which words of other readings stand in the place of which words of the best one.
enum WordAlignment {
  /// Finds the substitutes of each word, in the order of the readings, each named once.
  ///
  /// - Parameters:
  ///   - words: The words of the best reading.
  ///   - readings: Other readings of the same sound.
  /// - Returns: The substitutes of each of `words`.
  static func substitutes(for words: [String], in readings: [String]) -> [[String]] {
    var found = [[String]](repeating: [], count: words.count)
    for reading in readings {
      let other = reading.split(separator: " ").map(String.init)
      for (index, substitute) in pairs(words, other)
      where substitute != words[index] && !found[index].contains(substitute) {
        found[index].append(substitute)
      }
    }
    return found
  }

  /// The words that face each other in an alignment of least edit distance.
  private static func pairs(_ words: [String], _ other: [String]) -> [(Int, String)] {
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
    var pairs: [(Int, String)] = []
    var (row, column) = (words.count, other.count)
    while row > 0, column > 0 {
      let change = words[row - 1] == other[column - 1] ? 0 : 1
      let here = cost[row * columns + column]
      if here == cost[(row - 1) * columns + column - 1] + change {
        pairs.append((row - 1, other[column - 1]))
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
