// SPDX-License-Identifier: Apache-2.0

import Values

/// What would have to hold of each path for a guard to come out so.
struct GuardClaims {
  /// What is claimed of one path, or of its size.
  struct Claim {
    let path: GuardPath
    let isOfSize: Bool
    var low = Int.min
    var high = Int.max
    var equal: Value?
    var others: [Value] = []
    /// What a text must look like, and what it must not.
    var patterns: [PatternSearch.Wanted] = []
    /// Whether a word may come that its type does not know.
    var admitsOtherWords = false

    /// Whether a value can be all that.
    var isPossible: Bool {
      if low > high { return false }
      if let equal, others.contains(equal) { return false }
      if case .int(let number)? = equal, number < low || number > high { return false }
      if low == high, others.contains(.int(low)) { return false }
      guard !isOfSize, !admitsOtherWords, case .oneOf(_, let words)? = path.type else { return true }
      return words.contains { word in (equal == nil || equal == .text(word)) && !others.contains(.text(word)) }
    }
  }

  /// How two things that are no literals compare.
  struct Relation {
    let left: GuardExpression
    let right: GuardExpression
    var isPossible: (less: Bool, equal: Bool, greater: Bool)
  }

  /// An element that a list must have, with a name of its own.
  struct Element {
    let list: GuardExpression
    /// In place of the slot of a variable, and like no other.
    let slot: Int
    /// What is known of it; nil where only guards say something of it.
    let fact: Guard.Fact?
  }

  /// Something that must come out as wanted.
  typealias Part = (part: GuardExpression, wanted: Bool)

  /// All that is claimed so far.
  struct Claimed {
    var claims: [Claim] = []
    var relations: [Relation] = []
    /// The fields of which it is claimed that they are there, or not.
    var presences: [(path: GuardPath, isThere: Bool)] = []
    /// Elements that lists must have.
    var elements: [Element] = []
    /// What is claimed of every element of a list.
    var ofEach: [(part: GuardQuantified, wanted: Bool)] = []
    /// Of each of these rows of choices one must hold, and which one is not settled.
    var open: [[[Part]]] = []
  }

  var claimed = Claimed()
  /// The bounds of a part that follow from its comparisons with other parts.
  var related: [(part: GuardExpression, low: Int, high: Int)] = []
  let facts: [Guard.Fact]
  /// The name of a secret of which claims that leave only a few values to it are looked for; nil to look for any claims.
  let secret: String?
  /// Whether an event may bring words that its types do not know: a guard errs then, and is as good as false.
  let admitsOtherWords: Bool
  /// Work that is left: rows of `||` in rows of `&&` could have very many ways.
  var work = 60_000
  /// The same for what several patterns have in common.
  var searching = 200_000
  /// The same for the order in which parts must be.
  var ordering = 10_000_000
  /// What was found out about patterns.
  var written: [PatternSearch: Bool] = [:]
  var writtenSizes: [PatternSearch: ClosedRange<Int>] = [:]

  init(
    _ facts: [Guard.Fact], lacking absent: GuardPath? = nil, leavingFewTo secret: String? = nil,
    admittingOtherWords admitsOtherWords: Bool = false
  ) {
    self.facts = facts
    self.admitsOtherWords = admitsOtherWords
    self.secret = secret
    if let absent { claimed.presences = [(absent, false)] }
  }

  var claims: [Claim] { claimed.claims }
  var relations: [Relation] { claimed.relations }
  var presences: [(path: GuardPath, isThere: Bool)] { claimed.presences }

  /// Whether all parts can come out as wanted, at once.
  mutating func admit(_ parts: [Part]) -> Bool { claim(parts) && settle() }

  /// Claims that all parts come out as wanted; false if one of them contradicts what is claimed already.
  mutating func claim(_ parts: [Part]) -> Bool {
    for part in parts where !claim(part.part, part.wanted) { return false }
    return true
  }

  private mutating func claim(_ part: GuardExpression, _ wanted: Bool) -> Bool {
    work -= 1
    if case .flag(let flag)? = part.constant { return flag == wanted }
    switch part {
    case .not(let inner, _): return claim(inner, !wanted)
    case .and(let inner): return wanted ? claim(inner.map { ($0, true) }) : claimOne(of: inner, wanted)
    case .or(let inner): return wanted ? claimOne(of: inner, wanted) : claim(inner.map { ($0, false) })
    case .path: return claim(part, .equal, .flag(wanted))
    case .compare(let comparison, let left, let right)
    where !comparison.isOrder && left != right && (left.judges || right.judges):
      let areSame = (comparison == .equal) == wanted
      claimed.open.append([true, false].map { [(left, $0), (right, $0 == areSame)] })
      return true
    case .compare(let comparison, let left, let right): return compare(comparison, left, right, wanted)
    case .within(let value, .list(let elements, _)): return within(value, elements, wanted)
    case .within(_, let list) where isEmpty(list): return !wanted
    case .within(let value, let list) where known(list) != nil: return within(value, known(list) ?? [], wanted)
    case .within(let value, .path(let list)) where value.constant != nil && list.type == .list(.text):
      return claimElements(.some(of: list, is: value), wanted)
    case .quantified(let quantified):
      if let each = quantified.ofEachElement { return claim(each, wanted) }
      if let elements = known(quantified.list), !elements.isEmpty, let each = quantified.ofEach(of: elements) {
        return claim(each, wanted)
      }
      return claimElements(quantified, wanted)
    case .matches(.path(let path), let pattern, _): return claim(path, like: pattern, wanted)
    case .has(let path, _): return claim(path, isThere: wanted)
    case .within, .matches, .flag, .number, .text, .named, .list, .size: return true
    }
  }

  mutating func claimOne(of parts: [GuardExpression], _ wanted: Bool) -> Bool {
    claimed.open.append(parts.map { [($0, wanted)] })
    return true
  }

  /// A field is there, or not; false if the opposite is claimed already.
  private mutating func claim(_ path: GuardPath, isThere: Bool) -> Bool {
    if let known = presences.first(where: { $0.path == path }) { return known.isThere == isThere }
    claimed.presences.append((path, isThere))
    return true
  }

  /// Claims that a text matches a pattern, or that it does not; false if that contradicts what is claimed of another pattern.
  ///
  /// What matches the narrower of two patterns matches the wider one.
  private mutating func claim(_ path: GuardPath, like pattern: TextPattern, _ wanted: Bool) -> Bool {
    let index = index(of: path)
    let isImpossible = claims[index].patterns.contains { other in
      other.wanted != wanted && (wanted ? pattern.isWithin(other.pattern) : other.pattern.isWithin(pattern))
    }
    let claim = PatternSearch.Wanted(pattern: pattern, wanted: wanted)
    if !claims[index].patterns.contains(claim) { claimed.claims[index].patterns.append(claim) }
    return !isImpossible
  }
}

/// Lists and their elements.
extension GuardClaims {
  /// More are never needed for a guard that people can read: an `exists` within an `all` could ask for ever more.
  private static let mostElements = 12
  /// Above the slots of all variables, which are as many as quantifiers stand within each other.
  static let firstSlot = 1_000

  /// `all` holds of an empty list, and `exists` does not, whatever they say of an element; but of an element that is known to be
  /// there, or that an `exists` asks for, all must hold that is said of each.
  private mutating func claimElements(_ part: GuardQuantified, _ wanted: Bool) -> Bool {
    let isOfEach = wanted != (part.quantifier == .exists)
    if isEmpty(part.list) { return isOfEach }
    let elements = claimed.elements
    var parts: [Part] = []
    if isOfEach {
      claimed.ofEach.append((part, wanted))
      let fact = facts.first { $0.member != nil && part.list.isPath($0.path) }
      if let fact, !elements.contains(where: { $0.fact != nil && $0.list == part.list }) { add(to: part.list, fact) }
      parts = claimed.elements.filter { $0.list == part.list }.map { (part.body(of: $0.slot), wanted) }
    } else if elements.count < Self.mostElements {
      if case .path(let list) = part.list, !add(.greater, .int(0), to: list, ofSize: true) { return false }
      let slot = add(to: part.list, nil)
      parts = [(part.body(of: slot), wanted)]
      parts += claimed.ofEach.filter { $0.part.list == part.list }.map { ($0.part.body(of: slot), $0.wanted) }
    }
    return claim(parts)
  }

  /// Of a list that has elements, one must be all that is said of each; false if that contradicts what is claimed.
  mutating func claimSomeOfEach() -> Bool {
    for each in claimed.ofEach {
      let list = each.part.list
      guard case .path(let path) = list, size(of: path).isOfSome, claimed.elements.count < Self.mostElements,
        !claimed.elements.contains(where: { $0.list == list })
      else { continue }
      let slot = add(to: list, nil)
      guard claim(claimed.ofEach.filter { $0.part.list == list }.map { ($0.part.body(of: slot), $0.wanted) }) else {
        return false
      }
    }
    return true
  }

  /// Gives an element of a list a name, and says which.
  @discardableResult
  private mutating func add(to list: GuardExpression, _ fact: Guard.Fact?) -> Int {
    let slot = Self.firstSlot + claimed.elements.count
    claimed.elements.append(Element(list: list, slot: slot, fact: fact))
    return slot
  }
}

extension GuardClaims.Claim {
  /// Whether the size is surely more than 0.
  fileprivate var isOfSome: Bool {
    if case .int(let size)? = equal { return size > 0 }
    return low > 0
  }
}

extension GuardQuantified {
  /// That some element of a list is a value, in which no variable stands.
  fileprivate static func some(of list: GuardPath, is value: GuardExpression) -> GuardQuantified {
    let element = GuardExpression.path(GuardPath(root: "element", rootSpan: list.span, slot: 0, type: .text))
    return GuardQuantified(
      quantifier: .exists, list: .path(list), variable: "element", variableSpan: list.span,
      body: .compare(.equal, element, value), span: list.span)
  }
}
