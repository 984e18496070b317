// SPDX-License-Identifier: Apache-2.0

import Values

extension Guard {
  /// What does not fit the types of a scope, from the left: unknown names and fields, values that cannot be compared,
  /// words that a closed type does not have, a result that is no flag.
  ///
  /// Empty if the guard is right.
  public func check(in scope: GuardScope) -> [GuardProblem] {
    var checker = GuardChecker(text: text, scope: scope)
    _ = checker.guardExpression(expression)
    return checker.problems
  }

  /// The same guard with the types of its names written into it, ready to be evaluated.
  ///
  /// From here on a guard knows the words and numbers of closed types by itself. A guard that ``check(in:)`` finds
  /// fault with is bound to nothing, and errs wherever it reads a name.
  public func bound(in scope: GuardScope) -> Guard {
    var checker = GuardChecker(text: text, scope: scope)
    let typed = checker.guardExpression(expression)
    guard !checker.problems.isEmpty else { return Guard(text: text, expression: typed) }
    var unbinder = GuardChecker(text: text, scope: GuardScope())
    return Guard(text: text, expression: unbinder.guardExpression(expression))
  }
}

/// Holds a guard's tree against the types of its names, and gives the tree back with the types in it.
struct GuardChecker {
  /// A part of the tree with types in it.
  ///
  /// The type is nil where it is not known since a problem was found; nothing more is said about such a part.
  struct Typed {
    var expression: GuardExpression
    var type: ValueType?
  }

  /// A pattern for fewer secrets than this as good as names them.
  static let fewestSecrets = 1_000

  let text: String
  let scope: GuardScope
  /// Whether what is looked at now must not hold.
  private var isNegated = false
  private(set) var problems: [GuardProblem] = []
  private var variables: [(name: String, type: ValueType?)] = []

  init(text: String, scope: GuardScope) {
    self.text = text
    self.scope = scope
  }

  mutating func guardExpression(_ expression: GuardExpression) -> GuardExpression {
    flag(expression)
  }

  mutating func report(_ trap: GuardTrap, at span: GuardSpan) {
    problems.append(GuardProblem(trap, at: span, in: text.utf8))
  }

  /// A part that must be true or false.
  private mutating func flag(_ expression: GuardExpression) -> GuardExpression {
    let part = typed(expression)
    if let type = part.type, type != .flag {
      report(.flagExpected(subject(expression), type), at: expression.span)
    }
    return part.expression
  }

  /// Any part; `expecting` is the type of what it is compared with, for the sake of the message.
  mutating func typed(_ expression: GuardExpression, expecting: ValueType? = nil) -> Typed {
    switch expression {
    case .flag: return Typed(expression: expression, type: .flag)
    case .number: return Typed(expression: expression, type: .int)
    case .text: return Typed(expression: expression, type: .text)
    case .named(let named, let span): return typed(.text(named.name, span))
    case .list(let elements, let span): return list(elements, span)
    case .path(let path):
      let path = bound(path, expecting: expecting)
      // Whoever stands for the items of a list stands for what an event brings: nobody types lists.
      if path.type == .secret, path.slot != nil || path.root == "event" { report(.secretOfEvent, at: path.span) }
      if isPrivate(path) { report(.privateOfEvent(path.members.last?.name ?? path.root), at: path.span) }
      return Typed(expression: .path(path), type: path.type)
    case .not(let inner, let span): return negated(inner, span)
    case .and(let parts): return Typed(expression: .and(flags(parts)), type: .flag)
    case .or(let parts): return Typed(expression: .or(flags(parts)), type: .flag)
    case .compare(let comparison, let left, let right):
      return Typed(expression: compare(comparison, left, right), type: .flag)
    case .within(let left, let right): return Typed(expression: within(left, right), type: .flag)
    case .size(let inner, let span): return Typed(expression: .size(sized(inner), span), type: .count)
    case .has(let path, let span): return Typed(expression: .has(bound(path), span), type: .flag)
    case .matches(let inner, let pattern, let span):
      return Typed(expression: .matches(spelled(inner, pattern), pattern, span), type: .flag)
    case .quantified(let part): return Typed(expression: .quantified(quantified(part)), type: .flag)
    }
  }

  private mutating func flags(_ parts: [GuardExpression]) -> [GuardExpression] {
    var checked: [GuardExpression] = []
    checked.reserveCapacity(parts.count)
    for part in parts { checked.append(flag(part)) }
    return checked
  }

  private mutating func negated(_ inner: GuardExpression, _ span: GuardSpan) -> Typed {
    isNegated.toggle()
    let part = typed(inner)
    isNegated.toggle()
    guard let type = part.type else { return Typed(expression: .not(part.expression, span), type: nil) }
    if type != .flag { report(.negated(subject(inner), type), at: span) }
    return Typed(expression: .not(part.expression, span), type: type == .flag ? .flag : nil)
  }

  /// A list in brackets; its elements are of the type of the first.
  private mutating func list(_ elements: [GuardExpression], _ span: GuardSpan) -> Typed {
    if elements.isEmpty { report(.emptyList, at: span) }
    var type: ValueType?
    var checked: [GuardExpression] = []
    for element in elements {
      let part = typed(element)
      checked.append(part.expression)
      guard let other = part.type else { continue }
      if let type, type != other, !(type.isNumber && other.isNumber) {
        report(.mixedList(type, other), at: element.span)
      }
      type = type ?? other
    }
    return Typed(expression: .list(checked, span), type: type.map(ValueType.list))
  }

  private mutating func sized(_ inner: GuardExpression) -> GuardExpression {
    let part = typed(inner)
    switch part.type {
    case .text, .secret, .list, nil: break
    case let type?: report(.noSize(subject(inner), type), at: inner.span)
    }
    return part.expression
  }

  /// A part that has characters, for a pattern.
  private mutating func spelled(_ inner: GuardExpression, _ pattern: TextPattern) -> GuardExpression {
    let part = typed(inner)
    switch part.type {
    // To forbid the simplest ones gives none away.
    case .secret where !isNegated && pattern.texts(upTo: Self.fewestSecrets) < Self.fewestSecrets:
      report(.secretWritten(subject(inner)), at: inner.span)
    case .text, .secret, nil: break
    case let type?: report(.noCharacters(subject(inner), type), at: inner.span)
    }
    return part.expression
  }

  private mutating func quantified(_ part: GuardQuantified) -> GuardQuantified {
    let list = typed(part.list)
    var element: ValueType?
    switch list.type {
    case .list(let type): element = type
    case nil: break
    case let type?:
      report(.listExpected(subject(part.list), type, by: part.quantifier.rawValue), at: part.list.span)
    }
    let taken = scope.type(of: part.variable) != nil || variables.contains { $0.name == part.variable }
    if taken { report(.shadows(part.variable), at: part.variableSpan) }
    variables.append((part.variable, element))
    defer { variables.removeLast() }
    return GuardQuantified(
      quantifier: part.quantifier, list: list.expression, variable: part.variable, variableSpan: part.variableSpan,
      body: flag(part.body), span: part.span)
  }
}

/// Names and their members.
extension GuardChecker {
  /// Whether a path leads to, or past, what the contract marks private.
  private func isPrivate(_ path: GuardPath) -> Bool {
    guard path.type != nil, !path.members.isEmpty else { return false }
    let root = path.slot.map { variables.indices.contains($0) ? variables[$0].type : nil } ?? scope.type(of: path.root)
    guard case .record(let record)? = root else { return false }
    // What is compared is one value: that others beside it are private does not matter.
    return record.isMarkedPrivate(at: path.members.map(\.name))
  }

  private mutating func bound(_ path: GuardPath, expecting: ValueType? = nil) -> GuardPath {
    var path = path
    path.type = typeOfEnd(path, expecting: expecting)
    path.value = scope.value(of: path)
    return path
  }

  /// The type at the end of a path; nil, and a problem unless there is one already, where the path leads nowhere.
  private mutating func typeOfEnd(_ path: GuardPath, expecting: ValueType?) -> ValueType? {
    let root: ValueType?
    if let slot = path.slot {
      root = variables.indices.contains(slot) ? variables[slot].type : nil
    } else if let declared = scope.type(of: path.root) {
      root = declared
    } else {
      let names = variables.map(\.name)
      report(
        .unknownName(path.root, in: scope, variables: names, expecting: path.members.isEmpty ? expecting : nil),
        at: path.rootSpan)
      return nil
    }
    guard var type = root else { return nil }
    var owner = path.root
    for member in path.members {
      guard case .record(let record) = type else {
        report(.noMembers(owner, type), at: member.span)
        return nil
      }
      guard let next = record.type(of: member.name) else {
        report(.unknownMember(member.name, of: owner, record), at: member.span)
        return nil
      }
      type = next
      owner = member.name
    }
    return type
  }

  /// A part as a message speaks of it: the author's last word of a path, or the literal; nil for what has no name.
  func subject(_ expression: GuardExpression) -> String? {
    switch expression {
    case .path(let path): path.members.last?.name ?? path.root
    case .text(let text, _): "\"\(text)\""
    case .number(let number, _): String(number)
    case .flag(let flag, _): String(flag)
    default: nil
    }
  }
}
