// SPDX-License-Identifier: Apache-2.0

public import Values

extension Guard {
  /// A fact that holds wherever the guard is evaluated.
  public struct Fact: Sendable {
    let path: [String]
    /// Below an element of the list at the path; nil for the path itself.
    let member: [String]?
    /// Nil where only bounds are known.
    let value: Value?
    /// Between what the number is, or the size of a text.
    let bounds: ClosedRange<Int>?
    /// Whether a text or a secret neither begins nor ends with white space.
    let isTrimmed: Bool

    /// - Parameter path: from a root name, such as `["event", "challengeMode"]`.
    public init(_ path: [String], is value: Value) {
      self.path = path
      member = nil
      self.value = value
      bounds = nil
      isTrimmed = false
    }

    /// That a number lies between two others, or that a text or a secret has so many characters.
    ///
    /// - Parameter isTrimmed: whether it neither begins nor ends with white space.
    public init(_ path: [String], isIn bounds: ClosedRange<Int>, isTrimmed: Bool = false) {
      self.path = path
      member = nil
      value = nil
      self.bounds = bounds
      self.isTrimmed = isTrimmed
    }

    /// That some element of a list has a value, such as one of `["event", "threats"]` whose `["threatSeverity"]` is `HIGH`.
    public init(someOf list: [String], has value: Value, at member: [String]) {
      path = list
      self.member = member
      self.value = value
      bounds = nil
      isTrimmed = false
    }
  }

  /// Whether some values of its names could make a bound guard come out so; false only where that is sure.
  ///
  /// What counts are the types (a `count` is never negative, a closed type has its words only), literals, what the same
  /// path must be twice at once, what the same text must look like by several patterns, and the facts. The words of the contract are taken for unknown: a guard that asks for
  /// them is a switch, and meant to be.
  public func canBe(_ outcome: Bool, knowing facts: [Fact] = []) -> Bool {
    Guard.canAllBe([(self, outcome)], knowing: facts)
  }

  /// Whether an event could make a bound guard come out as false, or err: also by a word that its types do not know; false only where
  /// that is sure.
  package func canFail(knowing facts: [Fact] = []) -> Bool {
    var claims = GuardClaims(facts, admittingOtherWords: true)
    return claims.admit([(expression, false)])
  }

  /// Whether some values of their names could make bound guards come out so, all at once; false only where that is sure.
  public static func canAllBe(_ wanted: [(Guard, Bool)], knowing facts: [Fact] = []) -> Bool {
    var claims = GuardClaims(facts)
    return claims.admit(wanted.map { ($0.0.expression, $0.1) })
  }

  /// Whether no one of bound guards need hold: all are false at once, or a field of the event is absent, so that some err; false only
  /// where that is sure.
  package static func mayAllFail(_ guards: [Guard], knowing facts: [Fact] = []) -> Bool {
    if canAllBe(guards.map { ($0, false) }, knowing: facts) { return true }
    return guards.flatMap(\.fieldsOfEvent).contains { field in
      var claims = GuardClaims(facts, lacking: field)
      let others = guards.filter { !$0.errs(without: field) }
      return claims.admit(others.map { ($0.expression, false) })
    }
  }
}
