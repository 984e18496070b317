// SPDX-License-Identifier: Apache-2.0

extension GuardExpression {
  /// The same with fewer quantifiers, so that none hides what a guard says of a secret.
  ///
  /// What a quantifier says of the elements of a written list is said of one element after the other. What does not depend on the
  /// elements is said outright, as if the list had some.
  var unfolded: GuardExpression {
    switch self {
    case .not(let inner, let span): return .not(inner.unfolded, span)
    case .and(let parts): return .and(parts.map(\.unfolded))
    case .or(let parts): return .or(parts.map(\.unfolded))
    case .quantified(let quantified): return quantified.unfolded
    case .flag, .number, .text, .named, .list, .path, .compare, .within, .size, .has, .matches: return self
    }
  }

  /// The same with a value, or another path, in the place of a variable.
  fileprivate func replacing(_ slot: Int, by value: GuardExpression) -> GuardExpression {
    switch self {
    case .path(let path) where path.slot == slot:
      if case .path(let base) = value, base.type == nil || !path.members.isEmpty { return .path(path.below(base)) }
      return path.members.isEmpty ? value : self
    case .has(let path, let span) where path.slot == slot:
      if case .path(let base) = value { return .has(path.below(base), span) }
      return self
    default: return mappingParts { $0.replacing(slot, by: value) }
    }
  }
}

extension GuardPath {
  /// The same with another path in the place of its variable.
  fileprivate func below(_ base: GuardPath) -> GuardPath {
    GuardPath(
      root: base.root, rootSpan: base.rootSpan, slot: base.slot, members: base.members + members, type: type)
  }
}

extension GuardQuantified {
  /// The longest list that is unfolded: a guard has no good reason for a longer one.
  private static let mostElements = 16
  /// The same for lists within each other, all elements together.
  private static let mostParts = 64

  fileprivate var unfolded: GuardExpression {
    guard let slot else { return body.unfolded }
    guard let each = each(slot) else { return .quantified(self) }
    return each.unfolded
  }

  /// The place of its variable on the stack; nil where its body does not name it.
  private var slot: Int? {
    var slot: Int?
    body.forEachPath { if $0.root == variable, let own = $0.slot { slot = own } }
    return slot
  }

  /// What it says of one element of a written list after the other; nil for another list, and where that would be too much.
  var ofEachElement: GuardExpression? {
    guard case .list(let elements, _) = list, !body.hasQuantifier || unfoldedParts <= Self.mostParts else { return nil }
    guard let slot else { return elements.isEmpty ? nil : body }
    return each(slot)
  }

  /// What it says of a list that consists of some elements; nil for none, and where that would be too much.
  func ofEach(of elements: [GuardExpression]) -> GuardExpression? {
    GuardQuantified(
      quantifier: quantifier, list: .list(elements, list.span), variable: variable, variableSpan: variableSpan,
      body: body, span: span
    ).ofEachElement
  }

  /// What it says of an element that has a slot of its own.
  func body(of element: Int) -> GuardExpression {
    guard let slot else { return body }
    return body.replacing(slot, by: .path(GuardPath(root: variable, rootSpan: variableSpan, slot: element)))
  }

  /// How often the body of the innermost quantifier would be written if all lists were taken apart.
  fileprivate var unfoldedParts: Int {
    if case .list(let elements, _) = list { max(1, elements.count) * body.unfoldedParts } else { body.unfoldedParts }
  }

  private func each(_ slot: Int) -> GuardExpression? {
    guard case .list(let elements, _) = list, elements.count <= Self.mostElements else { return nil }
    let parts = elements.map { body.replacing(slot, by: $0) }
    return quantifier == .all ? .and(parts) : .or(parts)
  }
}

extension GuardExpression {
  fileprivate var unfoldedParts: Int {
    switch self {
    case .quantified(let quantified): quantified.unfoldedParts
    case .not(let inner, _): inner.unfoldedParts
    case .and(let parts), .or(let parts): parts.reduce(0) { $0 + $1.unfoldedParts }
    default: 1
    }
  }

  fileprivate var hasQuantifier: Bool {
    switch self {
    case .quantified: true
    case .not(let inner, _), .size(let inner, _), .matches(let inner, _, _): inner.hasQuantifier
    case .and(let parts), .or(let parts), .list(let parts, _): parts.contains(where: \.hasQuantifier)
    case .compare(_, let left, let right), .within(let left, let right): left.hasQuantifier || right.hasQuantifier
    case .flag, .number, .text, .named, .path, .has: false
    }
  }
}
