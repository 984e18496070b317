// SPDX-License-Identifier: Apache-2.0

/// What a text must look like: the second argument of `matches`.
///
/// A row of characters, each of a set, each so many times, and nothing else: no groups, no alternatives, no way back. So a text is read
/// once, from left to right, in a time that grows with its length only.
struct TextPattern: Sendable, Hashable {
  /// What is wrong with a pattern.
  enum Flaw: Error, Hashable {
    /// A sign that patterns of other languages have, and this one has not.
    case reserved(Character)
    /// A bracket or a brace without its partner.
    case unclosed(Character)
    /// A count without something to count.
    case countsNothing
    /// A count that cannot be, such as `{3,1}`.
    case badCount
    /// A range that runs backwards, or a set of nothing.
    case badSet
    case tooLong
    case empty
  }

  /// The characters that may stand in one place.
  struct Letters: Sendable, Hashable {
    var ranges: [ClosedRange<UInt32>] = []
    var isNegated = false

    /// So many characters, or more.
    var count: Int {
      isNegated ? .max : ranges.reduce(0) { $0 + $1.count }
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      ranges.contains { $0.contains(scalar.value) } != isNegated
    }

    /// Whether others contain all of them; true only where that is sure.
    func areWithin(_ others: Letters) -> Bool {
      func hold(_ some: [ClosedRange<UInt32>], _ all: [ClosedRange<UInt32>]) -> Bool {
        all.allSatisfy { one in some.contains { $0.contains(one.lowerBound) && $0.contains(one.upperBound) } }
      }
      return switch (isNegated, others.isNegated) {
      case (false, false): hold(others.ranges, ranges)
      case (true, true): hold(ranges, others.ranges)
      case (false, true): ranges.allSatisfy { one in !others.ranges.contains { $0.overlaps(one) } }
      case (true, false): false
      }
    }
  }

  private struct Atom: Sendable, Hashable {
    let letters: Letters
    var mayBeMissing = false
    var mayRepeat = false
  }

  /// More places are no format that a person could keep to.
  private static let mostAtoms = 256
  /// As it is written.
  let text: String
  private var atoms: [Atom] = []

  init(_ text: String) throws(Flaw) {
    self.text = text
    var scalars = Array(text.unicodeScalars)[...]
    if scalars.isEmpty { throw .empty }
    while let scalar = scalars.popFirst() {
      let letters: Letters
      switch scalar {
      case ".": letters = Letters(isNegated: true)
      case "[": letters = try Self.set(&scalars)
      case "?", "*", "+", "{": throw .countsNothing
      case "]", "}": throw .unclosed(Character(scalar))
      case "(", ")", "|", "^", "$", "\\": throw .reserved(Character(scalar))
      default: letters = Letters(ranges: [scalar.value...scalar.value])
      }
      try add(letters, times: Self.times(&scalars))
    }
  }

  /// What only one text is like.
  init(spelling text: String) {
    self.text = text
    atoms = text.unicodeScalars.map { Atom(letters: Letters(ranges: [$0.value...$0.value])) }
  }

  private mutating func add(_ letters: Letters, times: (least: Int, most: Int?)) throws(Flaw) {
    guard times.least <= Self.mostAtoms, (times.most ?? 0) <= Self.mostAtoms else { throw .tooLong }
    for _ in 0..<times.least { atoms.append(Atom(letters: letters)) }
    if let most = times.most {
      for _ in times.least..<most { atoms.append(Atom(letters: letters, mayBeMissing: true)) }
    } else {
      atoms.append(Atom(letters: letters, mayBeMissing: true, mayRepeat: true))
    }
    guard atoms.count <= Self.mostAtoms else { throw .tooLong }
  }

  /// What stands in brackets, of which the first is read.
  private static func set(_ scalars: inout ArraySlice<Unicode.Scalar>) throws(Flaw) -> Letters {
    var letters = Letters()
    if scalars.first == "^" {
      letters.isNegated = true
      scalars.removeFirst()
    }
    while let first = scalars.popFirst() {
      guard first != "]" else {
        if letters.ranges.isEmpty { throw .badSet }
        return letters
      }
      guard scalars.first == "-", let last = scalars.dropFirst().first, last != "]" else {
        letters.ranges.append(first.value...first.value)
        continue
      }
      guard first.value <= last.value else { throw .badSet }
      letters.ranges.append(first.value...last.value)
      scalars.removeFirst(2)
    }
    throw .unclosed("[")
  }

  /// How often what was just read may stand there; nil for no most.
  private static func times(_ scalars: inout ArraySlice<Unicode.Scalar>) throws(Flaw) -> (least: Int, most: Int?) {
    switch scalars.first {
    case "?": scalars.removeFirst(); return (0, 1)
    case "*": scalars.removeFirst(); return (0, nil)
    case "+": scalars.removeFirst(); return (1, nil)
    case "{": break
    default: return (1, 1)
    }
    guard let end = scalars.firstIndex(of: "}") else { throw .unclosed("{") }
    let counts = scalars[(scalars.startIndex + 1)..<end].split(separator: ",", omittingEmptySubsequences: false)
      .map { String(String.UnicodeScalarView($0)) }
    scalars = scalars[(end + 1)...]
    // Why: `Int` takes a sign and zeros in front, too.
    guard counts.count <= 2,
      counts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && ($0.count < 2 || $0.first != "0") }),
      let least = Int(counts[0])
    else { throw .badCount }
    if counts.count == 2, counts[1].isEmpty { return (least, nil) }
    guard let most = counts.count == 1 ? least : Int(counts[1]), most >= least, most > 0 else { throw .badCount }
    return (least, most)
  }

  /// How many places a text may have come to.
  var count: Int { atoms.count + 1 }

  /// Where a text may have come to before its first character; the last place is the end.
  var start: [Bool] {
    var places = Array(repeating: false, count: atoms.count + 1)
    reach(0, &places)
    return places
  }

  /// Where a text may have come to by one more character; nowhere if it is not so.
  func places(after scalar: Unicode.Scalar, from places: [Bool]) -> [Bool] {
    var next = Array(repeating: false, count: atoms.count + 1)
    for place in atoms.indices where places[place] && atoms[place].letters.contains(scalar) {
      reach(atoms[place].mayRepeat ? place : place + 1, &next)
    }
    return next
  }

  /// Whether the whole of a text is so; every place that it may have come to is followed at once.
  func matches(_ scalars: some Sequence<Unicode.Scalar>) -> Bool {
    var places = start
    for scalar in scalars {
      places = self.places(after: scalar, from: places)
      guard places.contains(true) else { return false }
    }
    return places[atoms.count]
  }

  /// Whether every text that matches it also matches another pattern, with wider counts or letters; true only where that is sure.
  func isWithin(_ other: TextPattern) -> Bool {
    var rest = atoms[...]
    for place in other.atoms {
      if let next = rest.first, next.letters.areWithin(place.letters), place.mayBeMissing || !next.mayBeMissing,
        place.mayRepeat || !next.mayRepeat
      {
        rest.removeFirst()
      } else if !place.mayBeMissing {
        return false
      }
    }
    return rest.isEmpty
  }

  /// Visits what the characters of the places are told by.
  func forEachRange(_ body: (ClosedRange<UInt32>) -> Void) {
    for atom in atoms { atom.letters.ranges.forEach(body) }
  }

  /// How many texts are so, or more; `most` for as many or more.
  func texts(upTo most: Int) -> Int {
    var count = 1
    for atom in atoms {
      guard !atom.mayRepeat else { return most }
      count = min(most, count * (min(most, atom.letters.count) + (atom.mayBeMissing ? 1 : 0)))
    }
    return count
  }

  private func reach(_ first: Int, _ places: inout [Bool]) {
    var place = first
    while !places[place] {
      places[place] = true
      guard place < atoms.count, atoms[place].mayBeMissing else { return }
      place += 1
    }
  }
}
