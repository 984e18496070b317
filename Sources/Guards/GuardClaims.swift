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
    var patterns: [(pattern: TextPattern, wanted: Bool)] = []
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
  private struct Element {
    let list: GuardExpression
    /// In place of the slot of a variable, and like no other.
    let slot: Int
    /// What is known of it; nil where only guards say something of it.
    let fact: Guard.Fact?
  }

  private(set) var claims: [Claim] = []
  private(set) var relations: [Relation] = []
  /// The bounds of a part that follow from its comparisons with other parts.
  var related: [(part: GuardExpression, low: Int, high: Int)] = []
  /// The fields of which it is claimed that they are there, or not.
  private(set) var presences: [(path: GuardPath, isThere: Bool)] = []
  /// Elements that lists must have.
  private var elements: [Element] = []
  /// What is claimed of every element of a list.
  private var ofEach: [(part: GuardQuantified, wanted: Bool)] = []
  let facts: [Guard.Fact]
  /// The name of a secret of which claims that leave only a few values to it are looked for; nil to look for any claims.
  let secret: String?
  /// Whether an event may bring words that its types do not know: a guard errs then, and is as good as false.
  let admitsOtherWords: Bool
  /// Work that is left: rows of `||` in rows of `&&` could have very many ways.
  private var ways = 200
  /// The same for what several patterns have in common.
  var searching = 200_000

  init(
    _ facts: [Guard.Fact], lacking absent: GuardPath? = nil, leavingFewTo secret: String? = nil,
    admittingOtherWords admitsOtherWords: Bool = false
  ) {
    self.facts = facts
    self.admitsOtherWords = admitsOtherWords
    self.secret = secret
    if let absent { presences = [(absent, false)] }
  }

  /// Whether all parts can come out as wanted, together with what is claimed already.
  mutating func admit(_ parts: ArraySlice<(GuardExpression, Bool)>) -> Bool {
    guard let (part, wanted) = parts.first else { return areCompatible() }
    let rest = parts.dropFirst()
    ways -= 1
    guard ways > 0 else { return secret == nil }
    if case .flag(let flag)? = part.constant { return flag == wanted && admit(rest) }
    switch part {
    case .not(let inner, _): return admit([(inner, !wanted)] + rest)
    case .and(let inner): return wanted ? admitAll(inner, wanted, rest) : admitOne(of: inner, wanted, rest)
    case .or(let inner): return wanted ? admitOne(of: inner, wanted, rest) : admitAll(inner, wanted, rest)
    case .path: return claim(part, .equal, .flag(wanted)) && admit(rest)
    case .compare(let comparison, let left, let right)
    where !comparison.isOrder && left != right && (left.judges || right.judges):
      let areSame = (comparison == .equal) == wanted
      return admitOne(of: [true, false].map { [(left, $0), (right, $0 == areSame)] }, rest)
    case .compare(let comparison, let left, let right): return compare(comparison, left, right, wanted) && admit(rest)
    case .within(let value, .list(let elements, _)): return within(value, elements, wanted, rest)
    case .within(_, let list) where isEmpty(list): return !wanted && admit(rest)
    case .quantified(let quantified):
      if let each = quantified.ofEachElement { return admit([(each, wanted)] + rest) }
      return admitElements(quantified, wanted, rest)
    case .matches(.path(let path), let pattern, _):
      return claim(path, like: pattern, wanted) && admit(rest)
    case .has(let path, _): return claim(path, isThere: wanted) && admit(rest)
    case .within, .matches, .flag, .number, .text, .named, .list, .size: return admit(rest)
    }
  }

  /// A field is there, or not; false if the opposite is claimed already.
  private mutating func claim(_ path: GuardPath, isThere: Bool) -> Bool {
    if let known = presences.first(where: { $0.path == path }) { return known.isThere == isThere }
    presences.append((path, isThere))
    return true
  }

  /// Claims that a text matches a pattern, or that it does not; false if that contradicts what is claimed of another pattern.
  ///
  /// What matches the narrower of two patterns matches the wider one.
  private mutating func claim(_ path: GuardPath, like pattern: TextPattern, _ wanted: Bool) -> Bool {
    let index = index(of: path)
    let isImpossible = claims[index].patterns.contains { other, isWanted in
      isWanted != wanted && (wanted ? pattern.isWithin(other) : other.isWithin(pattern))
    }
    claims[index].patterns.append((pattern, wanted))
    return !isImpossible
  }

  private mutating func admitAll(
    _ parts: [GuardExpression], _ wanted: Bool, _ rest: ArraySlice<(GuardExpression, Bool)>
  ) -> Bool {
    admit(parts.map { ($0, wanted) } + rest)
  }

  private mutating func admitOne(
    of parts: [GuardExpression], _ wanted: Bool, _ rest: ArraySlice<(GuardExpression, Bool)>
  ) -> Bool {
    admitOne(of: parts.map { [($0, wanted)] }, rest)
  }

  private mutating func admitOne(
    of choices: [[(GuardExpression, Bool)]], _ rest: ArraySlice<(GuardExpression, Bool)>
  ) -> Bool {
    let before = (claims, relations, presences, elements, ofEach)
    for choice in choices {
      if admit(choice + rest) { return true }
      (claims, relations, presences, elements, ofEach) = before
    }
    return false
  }
}

/// Lists and their elements.
extension GuardClaims {
  /// More are never needed for a guard that people can read: an `exists` within an `all` could ask for ever more.
  private static let mostElements = 12
  /// Above the slots of all variables, which are as many as quantifiers stand within each other.
  private static let firstSlot = 1_000

  /// `all` holds of an empty list, and `exists` does not, whatever they say of an element; but of an element that is known to be
  /// there, or that an `exists` asks for, all must hold that is said of each.
  private mutating func admitElements(
    _ part: GuardQuantified, _ wanted: Bool, _ rest: ArraySlice<(GuardExpression, Bool)>
  ) -> Bool {
    let isOfEach = wanted != (part.quantifier == .exists)
    if isEmpty(part.list) { return isOfEach && admit(rest) }
    var parts: [(GuardExpression, Bool)] = []
    if isOfEach {
      ofEach.append((part, wanted))
      let fact = facts.first { $0.member != nil && part.list.isPath($0.path) }
      if let fact, !elements.contains(where: { $0.fact != nil && $0.list == part.list }) { add(to: part.list, fact) }
      parts = elements.filter { $0.list == part.list }.map { (part.body(of: $0.slot), wanted) }
    } else if elements.count < Self.mostElements {
      if case .path(let list) = part.list, !add(.greater, .int(0), to: list, ofSize: true) { return false }
      let slot = add(to: part.list, nil)
      parts = [(part.body(of: slot), wanted)]
      parts += ofEach.filter { $0.part.list == part.list }.map { ($0.part.body(of: slot), $0.wanted) }
    }
    return admit(parts + rest)
  }

  /// Gives an element of a list a name, and says which.
  @discardableResult
  private mutating func add(to list: GuardExpression, _ fact: Guard.Fact?) -> Int {
    let slot = Self.firstSlot + elements.count
    elements.append(Element(list: list, slot: slot, fact: fact))
    return slot
  }
}

/// Comparing.
extension GuardClaims {
  private mutating func add(
    _ comparison: GuardComparison, _ value: Value, to path: GuardPath, ofSize isOfSize: Bool = false
  ) -> Bool {
    let index = index(of: path, ofSize: isOfSize)
    claims[index].compare(comparison, value)
    return claims[index].isPossible
  }

  mutating func index(of path: GuardPath, ofSize isOfSize: Bool = false) -> Int {
    if let index = claims.firstIndex(where: { $0.path == path && $0.isOfSize == isOfSize }) { return index }
    claims.append(isOfSize ? firstOfSize(of: path) : first(of: path))
    return claims.count - 1
  }

  /// What is claimed of the size of a path.
  func size(of path: GuardPath) -> Claim {
    claims.first { $0.path == path && $0.isOfSize } ?? firstOfSize(of: path)
  }

  /// Whether a fact says that the text of a path neither begins nor ends with white space.
  func isTrimmed(_ path: GuardPath) -> Bool {
    facts.contains { $0.isTrimmed && GuardExpression.path(path).isPath($0.path) }
  }

  /// Whether a fact says that a list has no elements.
  private func isEmpty(_ list: GuardExpression) -> Bool {
    facts.contains { $0.value == .list([]) && list.isPath($0.path) }
  }

  private func firstOfSize(of path: GuardPath) -> Claim {
    var claim = Claim(path: path, isOfSize: true)
    if isEmpty(.path(path)) {
      claim.equal(.int(0))
      return claim
    }
    claim.low = facts.contains { $0.member != nil && GuardExpression.path(path).isPath($0.path) } ? 1 : 0
    if let bounds = bounds(of: path) { (claim.low, claim.high) = (max(0, bounds.lowerBound), bounds.upperBound) }
    return claim
  }

  /// What the type of a path and the facts claim of it.
  private func first(of path: GuardPath) -> Claim {
    var claim = Claim(path: path, isOfSize: false)
    claim.admitsOtherWords = admitsOtherWords && (path.slot != nil || path.root == "event")
    switch path.type {
    case .count, .seconds: claim.low = 0
    default: break
    }
    if !facts.isEmpty {
      let words = path.slot == nil ? [path.root] + path.members.map(\.name) : []
      let value = facts.first { $0.path == words && $0.member == nil && $0.value != nil }?.value
      if let value { claim.equal(value) }
      switch path.type {
      case .int, .count, .seconds:
        if let bounds = bounds(of: path) {
          (claim.low, claim.high) = (max(claim.low, bounds.lowerBound), bounds.upperBound)
        }
      default: break
      }
    }
    if let slot = path.slot, let fact = elements.first(where: { $0.slot == slot })?.fact,
      path.members.map(\.name) == fact.member, let value = fact.value
    {
      claim.equal(value)
    }
    return claim
  }

  private func bounds(of path: GuardPath) -> ClosedRange<Int>? {
    facts.first { $0.bounds != nil && GuardExpression.path(path).isPath($0.path) }?.bounds
  }

  private mutating func compare(
    _ comparison: GuardComparison, _ left: GuardExpression, _ right: GuardExpression, _ wanted: Bool
  ) -> Bool {
    var comparison = wanted ? comparison : comparison.negated
    var (left, right) = (left, right)
    // A flag is the opposite of another one just where they are not equal.
    if !comparison.isOrder {
      while case .not(let inner, _) = left { (left, comparison) = (inner, comparison.negated) }
      while case .not(let inner, _) = right { (right, comparison) = (inner, comparison.negated) }
    }
    if left == right, left.constant == nil { return comparison.holdsOfEquals }
    if let first = left.constant, let second = right.constant { return comparison.holds(first, second) }
    if let value = right.constant { return claim(left, comparison, value) }
    if let value = left.constant { return claim(right, comparison.turned, value) }
    return relate(left, comparison, right)
  }

  mutating func relate(_ left: GuardExpression, _ comparison: GuardComparison, _ right: GuardExpression) -> Bool {
    if let index = relations.firstIndex(where: { $0.left == left && $0.right == right }) {
      return relations[index].compare(comparison)
    }
    if let index = relations.firstIndex(where: { $0.left == right && $0.right == left }) {
      return relations[index].compare(comparison.turned)
    }
    var relation = Relation(left: left, right: right, isPossible: (true, true, true))
    let isPossible = relation.compare(comparison)
    relations.append(relation)
    return isPossible
  }

  private mutating func claim(_ part: GuardExpression, _ comparison: GuardComparison, _ value: Value) -> Bool {
    switch part {
    case .path(let path): return add(comparison, value, to: path)
    case .size(.path(let path), _): return add(comparison, value, to: path, ofSize: true)
    default: return true
    }
  }

  /// A value in a list of literals is one of them.
  private mutating func within(
    _ part: GuardExpression, _ elements: [GuardExpression], _ wanted: Bool, _ rest: ArraySlice<(GuardExpression, Bool)>
  ) -> Bool {
    let values = elements.compactMap(\.constant)
    guard values.count == elements.count else { return admit(rest) }
    if let value = part.constant { return values.contains(value) == wanted && admit(rest) }
    let equals = elements.map { GuardExpression.compare(.equal, part, $0) }
    return wanted ? admitOne(of: equals, wanted, rest) : admitAll(equals, wanted, rest)
  }
}

extension GuardClaims.Relation {
  /// Claims a comparison; false if nothing compares so any more.
  fileprivate mutating func compare(_ comparison: GuardComparison) -> Bool {
    switch comparison {
    case .equal: (isPossible.less, isPossible.greater) = (false, false)
    case .notEqual: isPossible.equal = false
    case .less: (isPossible.equal, isPossible.greater) = (false, false)
    case .lessOrEqual: isPossible.greater = false
    case .greater: (isPossible.less, isPossible.equal) = (false, false)
    case .greaterOrEqual: isPossible.less = false
    }
    return isPossible.less || isPossible.equal || isPossible.greater
  }
}

extension GuardClaims.Claim {
  fileprivate mutating func equal(_ value: Value) {
    if let equal, equal != value { (low, high) = (1, 0) }
    equal = value
  }

  fileprivate mutating func compare(_ comparison: GuardComparison, _ value: Value) {
    switch (comparison, value) {
    case (.equal, _): equal(value)
    case (.notEqual, .flag(let flag)): equal(.flag(!flag))
    case (.notEqual, .int(low)): low = low == Int.max ? low : low + 1
    case (.notEqual, _): others.append(value)
    case (.less, .int(let number)): high = min(high, number == Int.min ? number : number - 1)
    case (.lessOrEqual, .int(let number)): high = min(high, number)
    case (.greater, .int(let number)): low = max(low, number == Int.max ? number : number + 1)
    case (.greaterOrEqual, .int(let number)): low = max(low, number)
    default: break
    }
  }
}

extension GuardComparison {
  fileprivate var negated: GuardComparison {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  /// The same comparison with its sides changed.
  fileprivate var turned: GuardComparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  fileprivate var holdsOfEquals: Bool { self == .equal || self == .lessOrEqual || self == .greaterOrEqual }

  fileprivate func holds(_ left: Value, _ right: Value) -> Bool {
    switch (self, left, right) {
    case (.equal, _, _): left == right
    case (.notEqual, _, _): left != right
    case (.less, .int(let low), .int(let high)): low < high
    case (.lessOrEqual, .int(let low), .int(let high)): low <= high
    case (.greater, .int(let low), .int(let high)): low > high
    case (.greaterOrEqual, .int(let low), .int(let high)): low >= high
    default: true
    }
  }
}

extension GuardExpression {
  /// Whether it is the path of these names, from a root.
  fileprivate func isPath(_ names: [String]) -> Bool {
    guard case .path(let path) = self, path.slot == nil else { return false }
    return [path.root] + path.members.map(\.name) == names
  }
}
