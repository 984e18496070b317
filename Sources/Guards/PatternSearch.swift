// SPDX-License-Identifier: Apache-2.0

import Values

/// Looks for a text that some patterns match and others do not, of a size that is allowed.
///
/// All patterns read the text at once; what matters of a text is where each of them has come to by it. Of characters that no pattern
/// tells apart, one is tried.
struct PatternSearch {
  private struct State: Hashable {
    var places: [[Bool]]
    var size: Int
    var endsInSpace: Bool
  }

  private let patterns: [(pattern: TextPattern, wanted: Bool)]
  private let size: ClosedRange<Int>
  private let isTrimmed: Bool
  /// Sizes from here on make no difference.
  private let mostSize: Int

  /// - Parameter isTrimmed: whether the text neither begins nor ends with white space.
  init(_ patterns: [(pattern: TextPattern, wanted: Bool)], size: ClosedRange<Int>, isTrimmed: Bool) {
    self.patterns = patterns
    self.size = size
    self.isTrimmed = isTrimmed
    mostSize = size.upperBound == .max ? size.lowerBound : size.upperBound
  }

  /// Whether there is one; true, too, where the search takes too long.
  ///
  /// - Parameter work: how much may be done, of which what is done is taken.
  mutating func findsText(within work: inout Int) -> Bool {
    let characters = characters
    let cost = patterns.reduce(1) { $0 + $1.pattern.count } * characters.count
    let first = State(places: patterns.map(\.pattern.start), size: 0, endsInSpace: false)
    var seen: Set<State> = [first]
    var open = [first]
    while let state = open.popLast() {
      if isText(state) { return true }
      work -= cost
      guard work > 0 else { return true }
      if state.size == mostSize, size.upperBound != .max { continue }
      for scalar in characters {
        let isSpace = scalar.value < 0x80 && Trimming.isSpace(UInt8(scalar.value))
        if isTrimmed, isSpace, state.size == 0 { continue }
        var next = State(
          places: state.places, size: min(state.size + 1, max(mostSize, 1)), endsInSpace: isTrimmed && isSpace)
        var isAlive = true
        for index in patterns.indices {
          next.places[index] = patterns[index].pattern.places(after: scalar, from: state.places[index])
          if patterns[index].wanted, !next.places[index].contains(true) { isAlive = false }
        }
        if isAlive, seen.insert(next).inserted { open.append(next) }
      }
    }
    return false
  }

  private func isText(_ state: State) -> Bool {
    size.contains(state.size) && !state.endsInSpace
      && patterns.indices.allSatisfy { state.places[$0].last == patterns[$0].wanted }
  }

  /// One character of each sort that the patterns tell apart.
  private var characters: [Unicode.Scalar] {
    // Why: white space is told apart, too, and nothing else is between its two blocks.
    var first: Set<UInt32> = [0, 0x09, 0x0E, 0x20, 0x21]
    for pattern in patterns {
      pattern.pattern.forEachRange { range in
        first.insert(range.lowerBound)
        first.insert(range.upperBound + 1)
      }
    }
    // The numbers of halves of pairs are no characters.
    return Set(first.map { (0xD800...0xDFFF).contains($0) ? 0xE000 : $0 }).compactMap(Unicode.Scalar.init).sorted()
  }
}
