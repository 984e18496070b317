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

  enum Found {
    case text(String)
    case none
    /// The search would take too long.
    case unknown
  }

  /// How a state was come to.
  private struct Step {
    let state: State
    /// The step before, as an index; -1 for the first.
    let before: Int
    let scalar: Unicode.Scalar
  }

  /// - Parameter work: how much may be done, of which what is done is taken.
  func search(within work: inout Int) -> Found {
    let characters = characters
    let cost = patterns.reduce(1) { $0 + $1.pattern.count } * characters.count
    let first = State(places: patterns.map(\.pattern.start), size: 0, endsInSpace: false)
    var seen: Set<State> = [first]
    var steps = [Step(state: first, before: -1, scalar: " ")]
    var open = [0]
    while let index = open.popLast() {
      let state = steps[index].state
      if isText(state) { return .text(text(to: index, steps)) }
      work -= cost
      guard work > 0 else { return .unknown }
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
        if isAlive, seen.insert(next).inserted {
          open.append(steps.count)
          steps.append(Step(state: next, before: index, scalar: scalar))
        }
      }
    }
    return .none
  }

  private func text(to last: Int, _ steps: [Step]) -> String {
    var scalars: [Unicode.Scalar] = []
    var index = last
    while steps[index].before >= 0 {
      scalars.append(steps[index].scalar)
      index = steps[index].before
    }
    return String(String.UnicodeScalarView(scalars.reversed()))
  }

  private func isText(_ state: State) -> Bool {
    size.contains(state.size) && !state.endsInSpace
      && patterns.indices.allSatisfy { state.places[$0].last == patterns[$0].wanted }
  }

  /// One character of each sort that the patterns tell apart, those that people type most often last.
  private var characters: [Unicode.Scalar] {
    // Why: white space is told apart, too, and nothing else is between its two blocks.
    var first: Set<UInt32> = [0, 0x09, 0x0E, 0x20, 0x21]
    for pattern in patterns {
      pattern.pattern.forEachRange { range in
        first.insert(range.lowerBound)
        first.insert(range.upperBound + 1)
      }
    }
    let bounds = first.sorted()
    let usual: [Unicode.Scalar] = ["-", "A", "1", "a"]
    func rank(_ scalar: Unicode.Scalar) -> Int {
      usual.firstIndex(of: scalar).map { $0 + 1 } ?? ((0x21...0x7E).contains(scalar.value) ? 0 : -1)
    }
    let all = bounds.enumerated().compactMap { index, low -> Unicode.Scalar? in
      let high = index + 1 < bounds.count ? bounds[index + 1] - 1 : .max
      if let known = usual.last(where: { low <= $0.value && $0.value <= high }) { return known }
      // The numbers of halves of pairs are no characters.
      return Unicode.Scalar((0xD800...0xDFFF).contains(low) ? 0xE000 : low)
    }
    return Set(all).sorted { (rank($0), $0.value) < (rank($1), $1.value) }
  }
}
