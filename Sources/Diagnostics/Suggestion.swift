// SPDX-License-Identifier: Apache-2.0

/// "Did you mean": the known word that an author most likely wanted to write.
public enum Suggestion {
  /// Longer words are never compared: nobody mistypes them, and comparing costs their product.
  private static let longestWord = 64

  /// The candidate nearest to a word; nil if none is near enough to be a typing mistake.
  ///
  /// The same word in other letter case wins; then the fewest letters that are added, left out, changed or swapped.
  /// Of equally near candidates it is the first in the alphabet, so that the answer is always the same. Where none is
  /// near, it is the one that ends with a slash and the word, then the one of which the word is a beginning, or that is a beginning of the
  /// word.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let written = Letters(word)
    guard !written.folded.isEmpty, written.folded.count <= longestWord else { return nil }
    var best: String?
    var bestDistance = written.allowedDistance + 1
    var cut: (candidate: String, rest: Int)?
    for candidate in candidates where candidate != word {
      let distance = written.distance(to: candidate, atMost: bestDistance)
      if distance < bestDistance || (distance == bestDistance && best.map { candidate < $0 } == true) {
        best = candidate
        bestDistance = distance
      }
      guard best == nil,
        let rest = candidate.hasSuffix("/" + word)
          ? 0 : isOneShort(word, of: candidate) ? 1 : rest(of: candidate, beside: word)
      else { continue }
      if cut.map({ (rest, candidate) < ($0.rest, $0.candidate) }) ?? true { cut = (candidate, rest) }
    }
    return best ?? cut?.candidate
  }

  /// The cure "did you mean `x`?" where a candidate is near, and a change of the word where only one is; else the fallback.
  public static func cure(
    for word: String, among candidates: some Sequence<String>, otherwise fallback: @autoclosure () -> String
  ) -> Cure {
    cure(for: word, among: candidates) ?? Cure(fallback())
  }

  /// The cure "did you mean `x`?"; nil where nothing is near.
  ///
  /// - Parameter more: what else is said behind the question.
  public static func cure(for word: String, among candidates: some Sequence<String>, more: String = "") -> Cure? {
    let candidates = Array(candidates)
    guard let near = nearest(to: word, among: candidates) else { return nil }
    // In other capitals it is the same word, whatever else is near.
    let isSame = candidates.filter { $0.lowercased() == word.lowercased() } == [near]
    let isOnly = isSlip(word, of: near) && candidates.allSatisfy { $0 == near || $0 == word || !isSlip(word, of: $0) }
    return Cure(
      "did you mean `\(near)`?" + more, near.isPlainName && (isSame || isOnly) ? .word(word, by: near) : nil)
  }

  /// The cure where one of few words is due: "did you mean `x`?" where one alone is nearest, else the fallback.
  ///
  /// Why: between `aal1` and `aal3` nobody may guess for the author of `aal4`.
  public static func cure(
    for word: String, ofAll words: [String], otherwise fallback: @autoclosure () -> String
  ) -> Cure {
    guard let near = nearest(to: word, among: words), !isAmbiguous(word, near, among: words) else {
      return Cure(fallback())
    }
    return cure(for: word, among: words, otherwise: fallback())
  }

  /// Whether other words are as near to a word as the nearest.
  private static func isAmbiguous(_ word: String, _ near: String, among words: [String]) -> Bool {
    let written = Letters(word)
    let least = written.distance(to: near, atMost: written.allowedDistance)
    return words.contains { other in
      guard other != near, other != word else { return false }
      return least <= written.allowedDistance
        ? written.distance(to: other, atMost: least) <= least : rest(of: other, beside: word) != nil
    }
  }

  /// Whether a word is near enough to another one to be a typing mistake.
  private static func isSlip(_ word: String, of other: String) -> Bool {
    let written = Letters(word)
    guard !written.folded.isEmpty, written.folded.count <= longestWord else { return false }
    return written.distance(to: other, atMost: written.allowedDistance) <= written.allowedDistance
  }

  /// Whether one letter that is added, left out or changed, or two that are swapped, are all in which two words differ.
  package static func isOneLetter(_ word: String, from other: String) -> Bool {
    max(word.utf8.count, other.utf8.count) <= longestWord && !word.isEmpty
      && Letters(word).distance(to: other, atMost: 1) <= 1
  }

  /// Shorter words begin too many others.
  private static let shortestBeginning = 4

  /// Such as `add` for `ad`: of two letters all are the beginning of few words that are one letter longer.
  private static func isOneShort(_ word: String, of candidate: String) -> Bool {
    word.utf8.count == 2 && candidate.utf8.count == 3 && candidate.hasPrefix(word)
  }

  /// How many bytes one of two words is longer, if the other is its beginning in any letter case; else nil.
  private static func rest(of candidate: String, beside word: String) -> Int? {
    let shorter = min(candidate.utf8.count, word.utf8.count)
    guard shorter >= shortestBeginning, max(candidate.utf8.count, word.utf8.count) <= longestWord else { return nil }
    for (one, other) in zip(candidate.utf8, word.utf8) where one != other {
      guard one | 0x20 == other | 0x20, (97...122).contains(one | 0x20) else { return nil }
    }
    return abs(candidate.utf8.count - word.utf8.count)
  }

  /// The sentence "did you mean `x`?", or the fallback when nothing is near.
  public static func help(
    for word: String, among candidates: some Sequence<String>, otherwise fallback: String
  ) -> String {
    nearest(to: word, among: candidates).map { "did you mean `\($0)`?" } ?? fallback
  }
}

extension String {
  /// Whether it may stand anywhere without quotes, and is no number: one number is not a slip for another.
  fileprivate var isPlainName: Bool {
    let isLetter = { (byte: UInt8) in (97...122).contains(byte | 0x20) }
    return utf8.first.map(isLetter) == true
      && utf8.allSatisfy { isLetter($0) || (48...57).contains($0) || $0 == 0x2D || $0 == 0x5F }
  }
}

/// A word as a row of lower-case scalars, ready to be compared.
private struct Letters {
  let folded: [UInt32]

  init(_ word: String) {
    folded = word.unicodeScalars.map { scalar in
      if scalar.isASCII {
        return scalar.value >= 65 && scalar.value <= 90 ? scalar.value + 32 : scalar.value
      }
      return scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value
    }
  }

  /// How many slips are believed in a word of this length: short words are near to everything.
  var allowedDistance: Int {
    switch folded.count {
    case ...2: 0
    case ...4: 1
    case ...8: 2
    default: 3
    }
  }

  /// Damerau and Levenshtein's distance, with swaps of neighbours only; `limit + 1` if it is more than `limit`.
  func distance(to candidate: String, atMost limit: Int) -> Int {
    guard candidate.utf8.count <= 4 * (folded.count + limit) else { return limit + 1 }
    let other = Letters(candidate).folded
    if folded == other { return 0 }
    guard abs(folded.count - other.count) <= limit else { return limit + 1 }
    var before: [Int] = []
    var last = Array(0...other.count)
    for row in 1...folded.count {
      var current = [row]
      current.reserveCapacity(other.count + 1)
      for column in 0..<other.count {
        let same = folded[row - 1] == other[column]
        var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (same ? 0 : 1))
        if row > 1, column > 0, folded[row - 1] == other[column - 1], folded[row - 2] == other[column] {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      if let nearest = current.min(), nearest > limit { return limit + 1 }
      before = last
      last = current
    }
    return last[other.count]
  }
}
