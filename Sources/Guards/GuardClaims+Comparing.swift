// SPDX-License-Identifier: Apache-2.0

import Values

/// Comparing.
extension GuardClaims {
  mutating func add(
    _ comparison: GuardComparison, _ value: Value, to path: GuardPath, ofSize isOfSize: Bool = false
  ) -> Bool {
    let index = index(of: path, ofSize: isOfSize)
    claimed.claims[index].compare(comparison, value)
    return claims[index].isPossible
  }

  mutating func index(of path: GuardPath, ofSize isOfSize: Bool = false) -> Int {
    if let index = claims.firstIndex(where: { $0.path == path && $0.isOfSize == isOfSize }) { return index }
    claimed.claims.append(isOfSize ? firstOfSize(of: path) : first(of: path))
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

  /// What a list consists of by a fact; nil where none says so.
  func known(_ list: GuardExpression) -> [GuardExpression]? {
    for fact in facts where list.isPath(fact.path) {
      guard case .list(let values)? = fact.value else { continue }
      let elements = values.compactMap { GuardExpression($0, at: list.span) }
      if elements.count == values.count { return elements }
    }
    return nil
  }

  /// Whether a fact says that a list has no elements.
  func isEmpty(_ list: GuardExpression) -> Bool {
    facts.contains { $0.value == .list([]) && list.isPath($0.path) }
  }

  private func firstOfSize(of path: GuardPath) -> Claim {
    var claim = Claim(path: path, isOfSize: true)
    if let elements = known(.path(path)) {
      claim.equal(.int(elements.count))
      return claim
    }
    if let size = facts.lazy.filter({ GuardExpression.path(path).isPath($0.path) }).compactMap(\.sizeOfText).first {
      claim.equal(.int(size))
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
    if let slot = path.slot, let fact = claimed.elements.first(where: { $0.slot == slot })?.fact,
      path.members.map(\.name) == fact.member, let value = fact.value
    {
      claim.equal(value)
    }
    return claim
  }

  private func bounds(of path: GuardPath) -> ClosedRange<Int>? {
    facts.first { $0.bounds != nil && GuardExpression.path(path).isPath($0.path) }?.bounds
  }

  mutating func compare(
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
      return claimed.relations[index].compare(comparison)
    }
    if let index = relations.firstIndex(where: { $0.left == right && $0.right == left }) {
      return claimed.relations[index].compare(comparison.turned)
    }
    var relation = Relation(left: left, right: right, isPossible: (true, true, true))
    let isPossible = relation.compare(comparison)
    claimed.relations.append(relation)
    return isPossible
  }

  mutating func claim(_ part: GuardExpression, _ comparison: GuardComparison, _ value: Value) -> Bool {
    switch part {
    case .path(let path): return add(comparison, value, to: path)
    case .size(.path(let path), _): return add(comparison, value, to: path, ofSize: true)
    default: return true
    }
  }

  /// A value in a list of literals is one of them.
  mutating func within(_ part: GuardExpression, _ elements: [GuardExpression], _ wanted: Bool) -> Bool {
    let values = elements.compactMap(\.constant)
    guard values.count == elements.count else { return true }
    if let value = part.constant { return values.contains(value) == wanted }
    let equals = elements.map { GuardExpression.compare(.equal, part, $0) }
    return wanted ? claimOne(of: equals, wanted) : claim(equals.map { ($0, false) })
  }
}

extension GuardClaims.Relation {
  /// Claims a comparison; false if nothing compares so any more.
  mutating func compare(_ comparison: GuardComparison) -> Bool {
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

  mutating func compare(_ comparison: GuardComparison, _ value: Value) {
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

extension Guard.Fact {
  /// How many Unicode scalars a text has that is known; nil for anything else.
  fileprivate var sizeOfText: Int? {
    guard member == nil, case .text(let text)? = value else { return nil }
    return text.unicodeScalars.count
  }
}

extension GuardExpression {
  /// Whether it is the path of these names, from a root.
  func isPath(_ names: [String]) -> Bool {
    guard case .path(let path) = self, path.slot == nil else { return false }
    return [path.root] + path.members.map(\.name) == names
  }
}
