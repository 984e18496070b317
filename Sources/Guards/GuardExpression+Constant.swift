// SPDX-License-Identifier: Apache-2.0

import Values

extension GuardExpression {
  /// A literal; nil for a value that has none.
  init?(_ value: Value, at span: GuardSpan) {
    switch value {
    case .flag(let flag): self = .flag(flag, span)
    case .int(let number): self = .number(number, span)
    case .text(let text): self = .text(text, span)
    default: return nil
    }
  }

  /// What it always comes to, such as a literal, its size, or a constant of the contract; nil for anything else, and where it errs.
  var constant: Value? {
    switch self {
    case .flag(let flag, _): return .flag(flag)
    case .number(let number, _): return .int(number)
    case .text(let text, _): return .text(text)
    case .named(let named, _): return .int(named.number)
    case .path(let path): return path.value
    default:
      guard namesNothing(but: []) else { return nil }
      var evaluator = GuardEvaluator(facts: NoFacts())
      return try? evaluator.value(self)
    }
  }

  /// The same with what stands in each run in the place of each name of it, such as a constant of the contract.
  var settled: GuardExpression {
    switch self {
    case .path(let path): path.value.flatMap { GuardExpression(settling: $0, at: path.span) } ?? self
    case .has(let path, let span): path.value == nil ? self : .flag(true, span)
    default: mappingParts(\.settled)
    }
  }

  /// A literal, or a list of literals; nil for a value that has none.
  private init?(settling value: Value, at span: GuardSpan) {
    if case .list(let values) = value {
      let elements = values.compactMap { GuardExpression($0, at: span) }
      guard elements.count == values.count else { return nil }
      self = .list(elements, span)
    } else {
      self.init(value, at: span)
    }
  }

  /// Whether all paths in it begin with variables of quantifiers within it, or with one of some others.
  private func namesNothing(but variables: [String]) -> Bool {
    switch self {
    case .flag, .number, .text, .named: true
    case .path(let path), .has(let path, _): path.slot != nil && variables.contains(path.root)
    case .list(let parts, _), .and(let parts), .or(let parts):
      parts.allSatisfy { $0.namesNothing(but: variables) }
    case .not(let inner, _), .size(let inner, _), .matches(let inner, _, _): inner.namesNothing(but: variables)
    case .compare(_, let left, let right), .within(let left, let right):
      left.namesNothing(but: variables) && right.namesNothing(but: variables)
    case .quantified(let part):
      part.list.namesNothing(but: variables) && part.body.namesNothing(but: variables + [part.variable])
    }
  }
}

private struct NoFacts: GuardFacts {
  func value(named name: String) -> Value? { nil }
}
