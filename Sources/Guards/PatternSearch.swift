// SPDX-License-Identifier: Apache-2.0

import Values

/// Looks for a text that some patterns match and others do not, of a size that is allowed.
///
/// All patterns read the text at once; what matters of a text is where each of them has come to by it. Of characters that no pattern
/// tells apart, one is tried.
struct PatternSearch: Hashable {
  /// A pattern, and whether the text must match it or must not.
  struct Wanted: Hashable {
    let pattern: TextPattern
    let wanted: Bool
  }

  private struct State: Hashable {
    var places: [[Bool]]
    var size: Int
    var endsInSpace: Bool
  }

  private let patterns: [Wanted]
  private let size: ClosedRange<Int>
  private let isTrimmed: Bool
  /// Sizes from here on make no difference.
  private let mostSize: Int

  /// - Parameter isTrimmed: whether the text neither begins nor ends with white space.
  init(_ patterns: [Wanted], size: ClosedRange<Int>, isTrimmed: Bool) {
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

  /// The shortest text, as long as there is time for that; then any.
  ///
  /// - Parameter work: how much may be done, of which what is done is taken.
  func search(within work: inout Int) -> Found {
    var first = work / 2
    work -= first
    let found = search(within: &first, shortestFirst: true)
    work += max(first, 0)
    if case .unknown = found { return search(within: &work, shortestFirst: false) }
    return found
  }

  private func search(within work: inout Int, shortestFirst: Bool) -> Found {
    let sorts = shortestFirst ? sorts.reversed() : sorts
    let cost = cost(of: sorts)
    var seen: Set<State> = [first]
    var steps = [Step(state: first, before: -1, scalar: " ")]
    var open = [0]
    // Where the shortest ones come first, how many were looked at.
    var looked = 0
    while looked < open.count {
      let index = shortestFirst ? open[looked] : open.removeLast()
      if shortestFirst { looked += 1 }
      let state = steps[index].state
      if isText(state) { return .text(text(to: index, steps)) }
      work -= cost
      guard work > 0 else { return .unknown }
      for sort in sorts {
        guard let next = next(state, sort.scalar), seen.insert(next).inserted else { continue }
        open.append(steps.count)
        steps.append(Step(state: next, before: index, scalar: sort.scalar))
      }
    }
    return .none
  }

  /// How many texts there are to be found, or more.
  ///
  /// - Parameters:
  ///   - most: what is told where there are as many or more, and where it would take too long to count them.
  ///   - work: how much may be done, of which what is done is taken.
  func texts(upTo most: Int, within work: inout Int) -> Int {
    guard let (ways, ends) = ways(within: &work) else { return most }
    var count = 0
    // By state: how many texts of one length come to it.
    var counts = [0: 1]
    var length = 0
    while !counts.isEmpty {
      var longer: [Int: Int] = [:]
      for (state, texts) in counts {
        if ends[state] { count += texts }
        // What is longer than there are states has come round to one of them, and does so again and again.
        guard count < most, length <= ends.count else { return most }
        for way in ways[state] { longer[way.to] = min(most, longer[way.to, default: 0] + texts * way.count) }
      }
      counts = longer
      length += 1
    }
    return count
  }

  /// The sizes of the shortest and of the longest text to be found, `Int.max` where none is the longest; nil where there is no text, and
  /// where it would take too long.
  func sizes(within work: inout Int) -> ClosedRange<Int>? {
    guard let (ways, ends) = ways(within: &work) else { return nil }
    // Those that a text of the length comes to.
    var states: Set<Int> = [0]
    var (shortest, longest): (Int?, Int) = (nil, 0)
    var length = 0
    while !states.isEmpty {
      // What is longer than there are states has come round to one of them, and does so again and again.
      if length > ends.count { return shortest.map { $0...Int.max } }
      work -= states.count
      guard work > 0 else { return nil }
      if states.contains(where: { ends[$0] }) { (shortest, longest) = (shortest ?? length, length) }
      states = Set(states.flatMap { ways[$0].map(\.to) })
      length += 1
    }
    return shortest.map { $0...longest }
  }

  /// By state, the first one first: where one more character leads, with how many characters do, and whether a text may end in it.
  ///
  /// States from which no text goes on are left out. Nil where it would take too long.
  private func ways(within work: inout Int) -> (ways: [[(to: Int, count: Int)]], ends: [Bool])? {
    let sorts = sorts
    let cost = cost(of: sorts)
    var numbers = [first: 0]
    var states = [first]
    var ways: [[(to: Int, count: Int)]] = []
    var sources: [[Int]] = [[]]
    while ways.count < states.count {
      work -= cost
      guard work > 0 else { return nil }
      let state = states[ways.count]
      ways.append([])
      for sort in sorts {
        guard let next = next(state, sort.scalar) else { continue }
        let number = numbers[next] ?? states.count
        if number == states.count {
          numbers[next] = number
          states.append(next)
          sources.append([])
        }
        ways[ways.count - 1].append((number, sort.count))
        sources[number].append(ways.count - 1)
      }
    }
    let ends = states.map(isText)
    var goesOn = ends
    var open = states.indices.filter { ends[$0] }
    while let state = open.popLast() {
      for source in sources[state] where !goesOn[source] {
        goesOn[source] = true
        open.append(source)
      }
    }
    return (ways.map { $0.filter { goesOn[$0.to] } }, ends)
  }

  private func cost(of sorts: [Sort]) -> Int { patterns.reduce(1) { $0 + $1.pattern.count } * sorts.count }

  private var first: State { State(places: patterns.map(\.pattern.start), size: 0, endsInSpace: false) }

  /// Where one more character leads; nil if no text goes on so.
  private func next(_ state: State, _ scalar: Unicode.Scalar) -> State? {
    if state.size == mostSize, size.upperBound != .max { return nil }
    let isSpace = scalar.value < 0x80 && Trimming.isSpace(UInt8(scalar.value))
    if isTrimmed, isSpace, state.size == 0 { return nil }
    var next = State(
      places: state.places, size: min(state.size + 1, max(mostSize, 1)), endsInSpace: isTrimmed && isSpace)
    for index in patterns.indices {
      next.places[index] = patterns[index].pattern.places(after: scalar, from: state.places[index])
      if patterns[index].wanted, !next.places[index].contains(true) { return nil }
    }
    return next
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

  /// Characters that the patterns do not tell apart.
  private struct Sort {
    /// One of them: what people type most often.
    let scalar: Unicode.Scalar
    let count: Int
  }

  /// Those that people type most often last.
  private var sorts: [Sort] {
    // Why: white space is told apart, too, and nothing else is between its two blocks; the numbers of halves of pairs are no characters.
    let halves: ClosedRange<UInt32> = 0xD800...0xDFFF
    var first: Set<UInt32> = [0, 0x09, 0x0E, 0x20, 0x21, halves.lowerBound, halves.upperBound + 1]
    for pattern in patterns {
      pattern.pattern.forEachRange { range in
        first.insert(range.lowerBound)
        first.insert(range.upperBound + 1)
      }
    }
    let bounds = first.filter { $0 <= 0x10FFFF }.sorted()
    let usual: [Unicode.Scalar] = ["-", "A", "1", "a"]
    func rank(_ scalar: Unicode.Scalar) -> Int {
      usual.firstIndex(of: scalar).map { $0 + 1 } ?? ((0x21...0x7E).contains(scalar.value) ? 0 : -1)
    }
    let all = bounds.enumerated().compactMap { index, low -> Sort? in
      guard !halves.contains(low) else { return nil }
      let high = index + 1 < bounds.count ? bounds[index + 1] - 1 : 0x10FFFF
      let known = usual.last { low <= $0.value && $0.value <= high } ?? Unicode.Scalar(low)
      return known.map { Sort(scalar: $0, count: Int(high - low) + 1) }
    }
    return all.sorted { (rank($0.scalar), $0.scalar.value) < (rank($1.scalar), $1.scalar.value) }
  }
}
