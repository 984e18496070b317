// SPDX-License-Identifier: Apache-2.0

import Values

/// What may be compared with what. Whole numbers of every kind compare with each other; a closed type with its own
/// words; a secret with a secret; nothing is converted.
extension GuardChecker {
  mutating func compare(
    _ comparison: GuardComparison, _ left: GuardExpression, _ right: GuardExpression
  ) -> GuardExpression {
    var first: Typed
    var second: Typed
    if isUnknownWord(left) {
      second = typed(right)
      first = typed(left, expecting: second.type)
    } else {
      first = typed(left)
      second = typed(right, expecting: first.type)
    }
    if fit(&first, &second), comparison.isOrder {
      for part in [first, second] {
        guard let type = part.type, !type.isNumber else { continue }
        report(.noOrder(subject(part.expression), type, comparison.rawValue), at: part.expression.span)
        break
      }
    }
    return .compare(comparison, first.expression, second.expression)
  }

  mutating func within(_ left: GuardExpression, _ right: GuardExpression) -> GuardExpression {
    var value = typed(left)
    if case .secret = value.type {
      report(.secretInList(subject(left)), at: left.span)
      value.type = nil
    }
    if case .list(let elements, let span) = right {
      let fitted = fit(&value, into: elements, span)
      return .within(value.expression, .list(fitted, span))
    }
    let list = typed(right)
    switch list.type {
    case .list(let type)?:
      var element = Typed(expression: right, type: type)
      _ = fit(&value, &element)
    case let type?: report(.listExpected(subject(right), type, by: "in"), at: right.span)
    case nil: break
    }
    return .within(value.expression, list.expression)
  }

  /// The elements of a list in brackets, each held against a value.
  ///
  /// Those of a closed type go first, since they tell what a literal on the other side stands for.
  private mutating func fit(
    _ value: inout Typed, into elements: [GuardExpression], _ span: GuardSpan
  ) -> [GuardExpression] {
    if elements.isEmpty { report(.emptyList, at: span) }
    var parts: [Typed] = []
    parts.reserveCapacity(elements.count)
    for element in elements { parts.append(typed(element, expecting: value.type)) }
    for isClosed in [true, false] {
      for index in parts.indices where (isPath(elements[index]) && parts[index].type?.words != nil) == isClosed {
        _ = fit(&value, &parts[index])
      }
    }
    return parts.map(\.expression)
  }

  /// Whether two parts can be equal; says why not.
  ///
  /// A literal beside a closed type takes that type.
  private mutating func fit(_ first: inout Typed, _ second: inout Typed) -> Bool {
    guard let type = first.type, let other = second.type else { return false }
    if let word = adopt(&second, type) ?? adopt(&first, other) { return word }
    if areComparable(type, other) { return true }
    let (left, right) = (first.expression, second.expression)
    let whole = left.span.through(right.span)
    switch (type, other) {
    case (.list, .list), (.record, .record): report(.notComparable(subject(left), type), at: left.span)
    case _ where !isPath(left) && isPath(right):
      report(.mismatch(subject(right), other, with: type, isOfConstant: isConstant(left, right)), at: whole)
    default: report(.mismatch(subject(left), type, with: other, isOfConstant: isConstant(left, right)), at: whole)
    }
    return false
  }

  private func areComparable(_ type: ValueType, _ other: ValueType) -> Bool {
    switch (type, other) {
    case (.secret, .secret), (.text, .text), (.flag, .flag): true
    case (.oneOf, .oneOf), (.numbered, .numbered): type == other
    case (.numbered, _): other.isNumber
    case (_, .numbered): type.isNumber
    default: type.isNumber && other.isNumber
    }
  }

  /// Makes a literal a word or number of a closed type; false, and a problem, if the type has no such word, nil if
  /// this is no literal or the type is not closed.
  private mutating func adopt(_ part: inout Typed, _ type: ValueType) -> Bool? {
    let word: String
    switch (part.expression, type) {
    case (.text(let text, _), .oneOf(_, let words)):
      part.type = type
      if words.contains(text) { return true }
      word = text
    case (.text(let text, let span), .numbered(_, let numbers)):
      part.type = type
      if let number = numbers.first(where: { $0.name == text }) {
        part.expression = .named(number, span)
        return true
      }
      word = text
    case (.number(let number, _), .numbered(_, let numbers)):
      if numbers.contains(where: { $0.number == number }) { return true }
      word = String(number)
    default: return nil
    }
    report(.unknownWord(word, of: type), at: part.expression.span)
    return false
  }

  private func isPath(_ expression: GuardExpression) -> Bool {
    if case .path = expression { true } else { false }
  }

  /// Whether one of two parts is a constant of the contract.
  private func isConstant(_ left: GuardExpression, _ right: GuardExpression) -> Bool {
    [left, right].contains { part in
      if case .path(let path) = part { path.slot == nil && path.root == "contract" } else { false }
    }
  }

  /// Whether this is a bare word that no scope knows, perhaps a text without its quotes.
  private func isUnknownWord(_ expression: GuardExpression) -> Bool {
    guard case .path(let path) = expression else { return false }
    return path.slot == nil && path.members.isEmpty && scope.type(of: path.root) == nil
  }
}
