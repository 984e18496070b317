// SPDX-License-Identifier: Apache-2.0

import Values

/// Writes a guard's tree as text that reads back as the same tree.
struct GuardPrinter {
  private(set) var text = ""

  /// How tightly a construct binds; a part that binds less tightly than its place asks for stands in parentheses.
  private enum Binding: Int {
    case or, and, relation, prefix, primary
  }

  mutating func write(_ expression: GuardExpression) {
    switch expression {
    case .flag(let flag, _): text += flag ? "true" : "false"
    case .number(let number, _): text += String(number)
    case .text(let value, _): writeText(value)
    case .named(let named, _): writeText(named.name)
    case .list(let elements, _):
      text += "["
      writeRow(elements, between: ", ", .or)
      text += "]"
    case .path(let path): text += path.description
    case .not(let inner, _):
      text += "!"
      write(inner, in: .prefix)
    case .and(let parts): writeRow(parts, between: " && ", .relation)
    case .or(let parts): writeRow(parts, between: " || ", .and)
    case .compare(let comparison, let left, let right): writeRelation(left, comparison.rawValue, right)
    case .within(let left, let right): writeRelation(left, "in", right)
    case .size(let inner, _):
      text += "size("
      write(inner)
      text += ")"
    case .has(let path, _): text += "has(\(path))"
    case .matches(let inner, let pattern, _):
      text += "matches("
      write(inner)
      text += ", "
      writeText(pattern.text)
      text += ")"
    case .quantified(let quantified): write(quantified)
    }
  }

  private mutating func write(_ quantified: GuardQuantified) {
    switch quantified.list {
    case .path, .list: write(quantified.list)
    default: writeInParentheses(quantified.list)
    }
    text += ".\(quantified.quantifier.rawValue)(\(quantified.variable), "
    write(quantified.body)
    text += ")"
  }

  private mutating func writeRelation(_ left: GuardExpression, _ sign: String, _ right: GuardExpression) {
    write(left, in: .prefix)
    text += " \(sign) "
    write(right, in: .prefix)
  }

  private mutating func writeRow(_ parts: [GuardExpression], between separator: String, _ place: Binding) {
    for (index, part) in parts.enumerated() {
      if index > 0 { text += separator }
      write(part, in: place)
    }
  }

  private mutating func write(_ expression: GuardExpression, in place: Binding) {
    if binding(of: expression).rawValue < place.rawValue {
      writeInParentheses(expression)
    } else {
      write(expression)
    }
  }

  private mutating func writeInParentheses(_ expression: GuardExpression) {
    text += "("
    write(expression)
    text += ")"
  }

  private mutating func writeText(_ value: String) {
    text += "\""
    for scalar in value.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text.unicodeScalars.append("\\") }
      text.unicodeScalars.append(scalar)
    }
    text += "\""
  }

  private func binding(of expression: GuardExpression) -> Binding {
    switch expression {
    case .or: .or
    case .and: .and
    case .compare, .within: .relation
    case .not: .prefix
    case .flag, .number, .text, .named, .list, .path, .size, .has, .matches, .quantified: .primary
    }
  }
}

extension GuardPath: CustomStringConvertible {
  var description: String { members.reduce(root) { "\($0).\($1.name)" } }
}
