// SPDX-License-Identifier: Apache-2.0

/// Guards that leave so few values to a secret that they as good as hold it, though no pattern of them does so alone.
package struct ToldSecret {
  /// Those that do so together, none of which can be left out, as indices; the last one completes it.
  package private(set) var places: [Int]
  /// What is wrong, as a headline of at most 90 characters.
  package let message: String
  /// What to do about it.
  package let help: String?

  /// Nil where that is not sure.
  ///
  /// - Parameters:
  ///   - name: that of the secret, as the guards call it.
  ///   - size: how many characters of it may be typed at all.
  ///   - guards: all that must hold of what is typed, bound to their types.
  ///   - facts: what is written elsewhere, such as the constants of the contract.
  package init?(
    _ name: String, of size: ClosedRange<Int>, in guards: [Guard], knowing facts: [Guard.Fact] = []
  ) {
    let expressions = guards.map(\.expression.unfolded)
    guard expressions.contains(where: \.hasPattern) else { return nil }
    func areTelling(_ places: [Int]) -> Bool {
      var claims = GuardClaims([Guard.Fact([name], isIn: size)] + facts, leavingFewTo: name)
      return claims.admit(places.map { (expressions[$0], true) })
    }
    guard let last = guards.indices.first(where: { areTelling(Array(0...$0)) }) else { return nil }
    places = Array(0...last)
    for place in 0..<last {
      let others = places.filter { $0 != place }
      if areTelling(others) { places = others }
    }
    let trap = GuardTrap.secretWritten(name, byMany: true)
    (message, help) = (trap.message, trap.help)
  }
}

extension GuardExpression {
  fileprivate var hasPattern: Bool {
    switch self {
    case .matches: true
    case .not(let inner, _): inner.hasPattern
    case .and(let parts), .or(let parts): parts.contains(where: \.hasPattern)
    case .compare(_, let left, let right): left.hasPattern || right.hasPattern
    case .flag, .number, .text, .named, .path, .has, .list, .size, .within, .quantified: false
    }
  }
}
