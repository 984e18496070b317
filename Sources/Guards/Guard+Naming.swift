// SPDX-License-Identifier: Apache-2.0

extension Guard {
  /// The same of what bears another name elsewhere, such as the input of another step.
  ///
  /// - Parameter names: by name: the other one.
  package func naming(_ names: [String: String]) -> Guard {
    names.isEmpty ? self : Guard(text: text, expression: expression.naming(names))
  }
}

extension GuardExpression {
  fileprivate func naming(_ names: [String: String]) -> GuardExpression {
    switch self {
    case .flag, .number, .text, .named: self
    case .path(let path): .path(path.naming(names))
    case .has(let path, let span): .has(path.naming(names), span)
    case .list(let parts, let span): .list(parts.map { $0.naming(names) }, span)
    case .and(let parts): .and(parts.map { $0.naming(names) })
    case .or(let parts): .or(parts.map { $0.naming(names) })
    case .not(let inner, let span): .not(inner.naming(names), span)
    case .size(let inner, let span): .size(inner.naming(names), span)
    case .matches(let inner, let pattern, let span): .matches(inner.naming(names), pattern, span)
    case .compare(let sign, let left, let right): .compare(sign, left.naming(names), right.naming(names))
    case .within(let left, let right): .within(left.naming(names), right.naming(names))
    case .quantified(let part):
      .quantified(
        GuardQuantified(
          quantifier: part.quantifier, list: part.list.naming(names), variable: part.variable,
          variableSpan: part.variableSpan, body: part.body.naming(names), span: part.span))
    }
  }
}

extension GuardPath {
  fileprivate func naming(_ names: [String: String]) -> GuardPath {
    guard slot == nil, let name = names[root] else { return self }
    return GuardPath(root: name, rootSpan: rootSpan, slot: nil, members: members, type: type)
  }
}
