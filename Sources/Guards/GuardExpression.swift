// SPDX-License-Identifier: Apache-2.0

import Values

/// Where a piece of a guard stands in its text, in UTF-8 bytes.
///
/// Places take no part in equality: two trees are equal when they say the same.
struct GuardSpan: Sendable, Hashable {
  var start: UInt16
  /// Just behind the last byte.
  var end: UInt16

  init(_ start: Int, _ end: Int) {
    self.start = UInt16(clamping: start)
    self.end = UInt16(clamping: end)
  }

  func through(_ other: GuardSpan) -> GuardSpan { GuardSpan(Int(start), Int(other.end)) }

  static func == (left: GuardSpan, right: GuardSpan) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// What a guard says, as a tree.
///
/// `&&` and `||` hold all their parts at once, so that a long row is not a deep tree.
indirect enum GuardExpression: Sendable, Hashable {
  case flag(Bool, GuardSpan)
  case number(Int, GuardSpan)
  case text(String, GuardSpan)
  /// A name of a number, such as `"set"` beside a challenge mode: made when the guard is bound to its types.
  case named(NamedNumber, GuardSpan)
  case list([GuardExpression], GuardSpan)
  case path(GuardPath)
  case not(GuardExpression, GuardSpan)
  case and([GuardExpression])
  case or([GuardExpression])
  case compare(GuardComparison, GuardExpression, GuardExpression)
  /// `value in list`
  case within(GuardExpression, GuardExpression)
  case size(GuardExpression, GuardSpan)
  case has(GuardPath, GuardSpan)
  /// `matches(value, "[0-9]{6}")`
  case matches(GuardExpression, TextPattern, GuardSpan)
  case quantified(GuardQuantified)
}

/// A name and the members below it, such as `event.passwordPolicy.msg`.
struct GuardPath: Sendable, Hashable {
  struct Member: Sendable, Hashable {
    let name: String
    let span: GuardSpan
  }

  let root: String
  let rootSpan: GuardSpan
  /// The place on the stack of variables when the root is the variable of an `all` or `exists`; nil for a fact.
  let slot: Int?
  var members: [Member] = []
  /// What stands at the end of the path; nil until the guard is bound to its types, and where it could not be.
  var type: ValueType?
  /// What stands there in each run, such as a constant of the contract; nil where only the run knows.
  var value: Value?

  var span: GuardSpan { members.last.map { rootSpan.through($0.span) } ?? rootSpan }

  /// Whether another path is the beginning of this one, or all of it.
  func isBelow(_ other: GuardPath) -> Bool {
    slot == other.slot && (slot != nil || root == other.root) && members.starts(with: other.members)
  }

  /// By what name a variable is called makes no difference.
  static func == (left: GuardPath, right: GuardPath) -> Bool {
    left.slot == right.slot && (left.slot != nil || left.root == right.root) && left.members == right.members
      && left.type == right.type
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(slot)
    if slot == nil { hasher.combine(root) }
    hasher.combine(members)
  }
}

/// `list.all(variable, body)` or `list.exists(variable, body)`.
struct GuardQuantified: Sendable, Hashable {
  enum Quantifier: String, Sendable, Hashable { case all, exists }

  let quantifier: Quantifier
  let list: GuardExpression
  let variable: String
  let variableSpan: GuardSpan
  let body: GuardExpression
  let span: GuardSpan

  /// By what name the variable is called makes no difference.
  static func == (left: GuardQuantified, right: GuardQuantified) -> Bool {
    left.quantifier == right.quantifier && left.list == right.list && left.body == right.body
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(quantifier)
    hasher.combine(list)
    hasher.combine(body)
  }
}

enum GuardComparison: String, Sendable, Hashable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  var isOrder: Bool { self != .equal && self != .notEqual }
}

extension GuardExpression {
  var span: GuardSpan {
    switch self {
    case .flag(_, let span), .number(_, let span), .text(_, let span), .named(_, let span), .list(_, let span),
      .not(_, let span), .size(_, let span), .has(_, let span), .matches(_, _, let span):
      span
    case .path(let path): path.span
    case .and(let parts), .or(let parts):
      parts.first.map { first in parts.last.map { first.span.through($0.span) } ?? first.span } ?? GuardSpan(0, 0)
    case .compare(_, let left, let right), .within(let left, let right): left.span.through(right.span)
    case .quantified(let quantified): quantified.span
    }
  }

  /// The same with others in the place of the parts that it is made of.
  func mappingParts(_ other: (GuardExpression) -> GuardExpression) -> GuardExpression {
    switch self {
    case .list(let parts, let span): .list(parts.map(other), span)
    case .not(let inner, let span): .not(other(inner), span)
    case .and(let parts): .and(parts.map(other))
    case .or(let parts): .or(parts.map(other))
    case .compare(let comparison, let left, let right): .compare(comparison, other(left), other(right))
    case .within(let part, let list): .within(other(part), other(list))
    case .size(let inner, let span): .size(other(inner), span)
    case .matches(let inner, let pattern, let span): .matches(other(inner), pattern, span)
    case .quantified(let part):
      .quantified(
        GuardQuantified(
          quantifier: part.quantifier, list: other(part.list), variable: part.variable,
          variableSpan: part.variableSpan, body: other(part.body), span: part.span))
    case .flag, .number, .text, .named, .path, .has: self
    }
  }

  /// Every path in the order of the text, those in `has` included.
  func forEachPath(_ body: (GuardPath) -> Void) {
    switch self {
    case .flag, .number, .text, .named: break
    case .path(let path), .has(let path, _): body(path)
    case .list(let parts, _), .and(let parts), .or(let parts):
      for part in parts { part.forEachPath(body) }
    case .not(let inner, _), .size(let inner, _), .matches(let inner, _, _): inner.forEachPath(body)
    case .compare(_, let left, let right), .within(let left, let right):
      left.forEachPath(body)
      right.forEachPath(body)
    case .quantified(let quantified):
      quantified.list.forEachPath(body)
      quantified.body.forEachPath(body)
    }
  }
}
