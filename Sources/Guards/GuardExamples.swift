// SPDX-License-Identifier: Apache-2.0

package import Values

extension Guard {
  /// A value for the path of a name or a field, such as `["event", "userID"]`.
  package struct Example: Sendable, Equatable {
    package let path: [String]
    package let value: Value
  }

  /// Values with which bound guards come out as wanted, as far as they say something of texts (what they must look like, how long they are,
  /// what they equal), of numbers, of flags and of words, and of how two of these compare.
  ///
  /// What a guard says besides is not minded, so whoever uses the values tries them.
  ///
  /// - Parameters:
  ///   - wanted: the guards, each with whether it is to hold.
  ///   - facts: what is known beside them.
  ///   - work: how much may be done to find texts that are like several patterns.
  /// - Returns: empty where nothing makes all of them come out so.
  package static func examples(
    for wanted: [(Guard, Bool)], knowing facts: [Fact] = [], within work: Int = 200_000
  ) -> [Example] {
    var claims = GuardClaims(facts)
    claims.searching = work
    guard claims.admit(wanted.map { ($0.0.expression, $0.1) }) else { return [] }
    var known: [(paths: [GuardPath], value: Value)] = []
    for paths in claims.equalPaths {
      if let value = claims.example(of: paths, beside: known) { known.append((paths, value)) }
    }
    return known.flatMap { paths, value in
      paths.map { Example(path: [$0.root] + $0.members.map(\.name), value: value) }
    }
  }
}

extension GuardClaims {
  /// The paths of which something is claimed, by themselves or beside others; those that must be equal are together.
  fileprivate var equalPaths: [[GuardPath]] {
    var groups: [[GuardPath]] = []
    func add(_ path: GuardPath) {
      if path.slot == nil, !groups.contains(where: { $0.contains(path) }) { groups.append([path]) }
    }
    for claim in claims { add(claim.path) }
    for relation in relations {
      for case .path(let path) in [relation.left, relation.right] { add(path) }
    }
    for relation in relations where !relation.isPossible.less && !relation.isPossible.greater {
      guard case .path(let left) = relation.left, case .path(let right) = relation.right,
        let first = groups.firstIndex(where: { $0.contains(left) }),
        let second = groups.firstIndex(where: { $0.contains(right) }), first != second
      else { continue }
      groups[min(first, second)] += groups.remove(at: max(first, second))
    }
    return groups
  }

  /// A value that is all that is claimed of some paths that must be equal; nil where none is found, and for lists and records.
  ///
  /// - Parameter known: the values of other paths.
  fileprivate mutating func example(
    of paths: [GuardPath], beside known: [(paths: [GuardPath], value: Value)]
  ) -> Value? {
    let equals = claims.filter { paths.contains($0.path) && !$0.isOfSize }
    guard let path = paths.first else { return nil }
    var claim = Claim(path: path, isOfSize: false)
    for other in equals { claim.narrow(by: other) }
    for (others, value) in known { compare(paths, others, value, &claim) }
    switch path.type {
    case .text, .secret:
      let excluded = claim.others.compactMap { if case .text(let text) = $0 { text } else { nil } }
      return text(of: equals.isEmpty ? [claim] : equals, besides: excluded).map { .text($0) }
    case .int, .count, .seconds: return claim.number.map { .int($0) }
    case .numbered(_, let numbers): return numbers.map { Value.int($0.number) }.first { claim.mayBe($0) }
    case .oneOf(_, let words): return words.map { Value.text($0) }.first { claim.mayBe($0) }
    case .flag: return claim.equal
    case .list, .record, nil: return nil
    }
  }

  /// Claims how some paths compare with others of a known value.
  private func compare(_ paths: [GuardPath], _ others: [GuardPath], _ value: Value, _ claim: inout Claim) {
    for relation in relations {
      guard case .path(let left) = relation.left, case .path(let right) = relation.right else { continue }
      var isPossible = relation.isPossible
      if others.contains(left), paths.contains(right) {
        (isPossible.less, isPossible.greater) = (isPossible.greater, isPossible.less)
      } else if !(paths.contains(left) && others.contains(right)) {
        continue
      }
      if !isPossible.equal { claim.others.append(value) }
      guard case .int(let number) = value else { continue }
      if !isPossible.less { claim.low = max(claim.low, number) }
      if !isPossible.greater { claim.high = min(claim.high, number) }
    }
  }
}

extension GuardClaims.Claim {
  /// Adds what is claimed of an equal path.
  fileprivate mutating func narrow(by other: GuardClaims.Claim) {
    (low, high) = (max(low, other.low), min(high, other.high))
    if equal == nil { equal = other.equal }
    others += other.others
  }

  fileprivate func mayBe(_ value: Value) -> Bool {
    if case .int(let number) = value, number < low || number > high { return false }
    return (equal == nil || equal == value) && !others.contains(value)
  }

  /// The least number that it may be, if there is one; else the greatest one, or 1.
  fileprivate var number: Int? {
    if case .int(let number)? = equal { return mayBe(.int(number)) ? number : nil }
    let candidates = (0...others.count).map { step in
      low > Int.min ? low &+ step : high < Int.max ? high &- step : 1 + step
    }
    return candidates.first { mayBe(.int($0)) }
  }
}
