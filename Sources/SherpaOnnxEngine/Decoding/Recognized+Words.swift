import SpeechAudio
import SpeechRecognition

internal import Foundation

extension Recognized {
  /// The words of the text, with times and confidence where the tokens that make up the text have
  /// them.
  ///
  /// A word begins when its first token does. It ends when its last token does where the model gives
  /// durations, else where the next word begins: models that give starts only tell no more.
  ///
  /// - Parameter utterance: The stretch of the stream that was decoded.
  /// - Returns: The words in order.
  func words(in utterance: AudioTimeRange) -> [Hypothesis.Word] {
    let pieces = pieces
    let texts = pieces.map(\.text)
    guard let spans = tokenSpans(of: texts) else {
      return pieces.map { Hypothesis.Word($0.text, joinsPrevious: $0.joinsPrevious) }
    }
    let starts = spans.map { span in span.first.flatMap { tokens[$0].start } }
    return texts.indices.map { index in
      let span = spans[index]
      return Hypothesis.Word(
        texts[index],
        range: starts[index].map { start in
          let next = starts.dropFirst(index + 1).lazy.compactMap(\.self).first
          return range(from: start, through: span.last, next: next, in: utterance)
        },
        confidence: confidence(of: span), joinsPrevious: pieces[index].joinsPrevious)
    }
  }

  /// The words of the text: what stands between blanks, and each character of scripts that are
  /// written without them.
  private var pieces: [(text: String, joinsPrevious: Bool)] {
    var pieces: [(text: String, joinsPrevious: Bool)] = []
    for chunk in text.split(whereSeparator: \.isWhitespace) {
      var startsWord = true
      for (index, character) in zip(chunk.indices, chunk) {
        let standsAlone = character.isIdeographOrKana
        if startsWord || standsAlone {
          pieces.append((String(character), index != chunk.startIndex))
        } else {
          pieces[pieces.count - 1].text.append(character)
        }
        startsWord = standsAlone
      }
    }
    // Marks belong to the word before them.
    return pieces.reduce(into: []) { words, piece in
      let isMark = piece.text.allSatisfy { $0.isPunctuation }
      if piece.joinsPrevious, isMark, !words.isEmpty {
        words[words.count - 1].text += piece.text
      } else {
        words.append(piece)
      }
    }
  }

  /// The tokens of each word: those whose characters are the word's, in order; `nil` when the
  /// tokens don't spell the text.
  private func tokenSpans(of words: [String]) -> [Range<Int>]? {
    var spans: [Range<Int>] = []
    var position = 0
    for word in words {
      let first = position
      var spelled = ""
      while spelled.count < word.count, position < tokens.count {
        spelled += tokens[position].spelling
        position += 1
      }
      guard spelled == word else { return nil }
      spans.append(first..<position)
    }
    return spans
  }

  private func range(
    from start: Double, through last: Int?, next: Double?, in utterance: AudioTimeRange
  ) -> AudioTimeRange {
    let token = last.map { tokens[$0] }
    let measured = token.flatMap { token in
      token.start.flatMap { start in
        token.duration.map { start + $0 }
      }
    }
    let length = utterance.duration.seconds
    let start = min(max(start, 0), length)
    let end = min(max(measured ?? next ?? length, start), length)
    func time(_ seconds: Double) -> AudioTime {
      utterance.start + AudioTime(samples: Int64((seconds * 1000).rounded()), rate: 1000)
    }
    return AudioTimeRange(start: time(start), end: max(min(time(end), utterance.end), time(start)))
  }

  /// The geometric mean of the tokens' probabilities, which is that of a word of one token.
  private func confidence(of span: Range<Int>) -> Double? {
    let probabilities = span.compactMap { tokens[$0].probability }
    guard !span.isEmpty, probabilities.count == span.count else { return nil }
    return pow(probabilities.reduce(1, *), 1 / Double(span.count))
  }
}

extension Recognized.Token {
  /// The characters that the token adds to the text: without the marks for the start of a word
  /// (SentencePiece's lower one eighth block, or a blank) and for a word that goes on (`@@`).
  var spelling: String {
    var characters = text[...]
    if characters.hasSuffix("@@") { characters = characters.dropLast(2) }
    return String(characters.filter { $0 != "▁" && !$0.isWhitespace })
  }
}

extension Character {
  /// Whether it is of a script that is written without blanks: the Unicode blocks of Hiragana,
  /// Katakana, and CJK Unified Ideographs with their extensions.
  fileprivate var isIdeographOrKana: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    return scalar.properties.isIdeographic || (0x3041...0x30FF).contains(scalar.value)
  }
}
