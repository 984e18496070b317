// SPDX-License-Identifier: Apache-2.0

package import Values

extension Guard {
  /// A value for the path of a name or a field, such as `["event", "userID"]`.
  package struct Example: Sendable, Equatable {
    package let path: [String]
    package let value: Value
  }

  /// Values with which bound guards come out as wanted, as far as they say something of texts (what they must look like, how long they are,
  /// what they equal), of numbers, of flags and of words.
  ///
  /// What a guard says of two paths together is not minded, so whoever uses the values tries them.
  ///
  /// - Parameters:
  ///   - wanted: the guards, each with whether it is to hold.
  ///   - facts: what is known beside them.
  /// - Returns: empty where nothing makes all of them come out so.
  package static func examples(for wanted: [(Guard, Bool)], knowing facts: [Fact] = []) -> [Example] {
    var claims = GuardClaims(facts)
    guard claims.admit(wanted.map { ($0.0.expression, $0.1) }[...]) else { return [] }
    var paths: [GuardPath] = []
    for claim in claims.claims where claim.path.slot == nil && !paths.contains(claim.path) { paths.append(claim.path) }
    return paths.compactMap { path in
      claims.example(of: path).map { Example(path: [path.root] + path.members.map(\.name), value: $0) }
    }
  }
}

extension GuardClaims {
  /// A value that is all that is claimed of a path; nil where none is found, and for lists and records.
  fileprivate mutating func example(of path: GuardPath) -> Value? {
    let claim = claims.first { $0.path == path && !$0.isOfSize }
    switch path.type {
    case .text, .secret: return text(of: path).map { .text($0) }
    case .int, .count, .seconds: return claim?.number.map { .int($0) }
    case .numbered(_, let numbers): return numbers.map { Value.int($0.number) }.first { claim?.mayBe($0) ?? true }
    case .oneOf(_, let words): return words.map { Value.text($0) }.first { claim?.mayBe($0) ?? true }
    case .flag: return claim?.equal
    case .list, .record, nil: return nil
    }
  }
}

extension GuardClaims.Claim {
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
