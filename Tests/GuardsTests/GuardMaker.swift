// SPDX-License-Identifier: Apache-2.0

import Values

@testable import Guards

/// Makes random guards, right ones and any ones, and facts for them.
struct GuardMaker {
  private var generator: SeededGenerator
  private var variables: [(name: String, type: ValueType)] = []

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private var here: GuardSpan { GuardSpan(0, 0) }

  private mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &generator) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }

  /// Any tree that the grammar has, mostly of wrong types.
  mutating func anything(depth: Int) -> GuardExpression {
    switch roll(depth > 0 ? 14 : 5) {
    case 0: return .flag(roll(2) == 0, here)
    case 1: return .number(pick([0, 1, -1, 42, .max, .min]), here)
    case 2: return .text(pick(["", "LOW", "it's", "a \"b\"", "\\", "é🙂"]), here)
    case 3, 4: return .path(anyPath())
    case 5: return .not(anything(depth: depth - 1), here)
    case 6: return .and(several(depth))
    case 7: return .or(several(depth))
    case 8: return .compare(pick(GuardComparison.allCases), anything(depth: depth - 1), anything(depth: depth - 1))
    case 9: return .within(anything(depth: depth - 1), anything(depth: depth - 1))
    case 10: return .size(anything(depth: depth - 1), here)
    case 11:
      var path = anyPath()
      path.members.append(.init(name: "severity", span: here))
      return .has(path, here)
    case 12: return .list((0..<roll(4)).map { _ in anything(depth: depth - 1) }, here)
    default:
      let list = anything(depth: depth - 1)
      let name = pick(["x", "y", "event"])
      variables.append((name, .text))
      defer { variables.removeLast() }
      return quantified(list, name, anything(depth: depth - 1))
    }
  }

  private mutating func several(_ depth: Int) -> [GuardExpression] {
    (0..<2 + roll(2)).map { _ in anything(depth: depth - 1) }
  }

  private mutating func quantified(_ list: GuardExpression, _ name: String, _ body: GuardExpression) -> GuardExpression
  {
    .quantified(
      GuardQuantified(
        quantifier: pick([.all, .exists]), list: list, variable: name, variableSpan: here, body: body, span: here))
  }

  private mutating func anyPath() -> GuardPath {
    let members = (0..<roll(3)).map { _ in pick(["threats", "severity", "in", "all", "passwordPolicy", "msg"]) }
    return path([pick(["event", "newPassword", "x", "y", "nobody"])] + members)
  }

  private func path(_ names: [String]) -> GuardPath {
    let root = names.first ?? "event"
    var path = GuardPath(root: root, rootSpan: here, slot: variables.lastIndex { $0.name == root })
    path.members = names.dropFirst().map { .init(name: $0, span: here) }
    return path
  }

  /// A guard that fits the types of the shared scope.
  mutating func flag(depth: Int) -> GuardExpression {
    switch roll(depth > 0 ? 11 : 4) {
    case 0: return .flag(roll(2) == 0, here)
    case 1: return value(of: .flag)
    case 2:
      let paths = self.paths.map(\.names).filter { $0.count > 1 }
      return .has(path(pick(paths)), here)
    case 3:
      let type = pick([ValueType.text, .count, .flag, .secret, GuardWorld.severity, GuardWorld.mode])
      return .compare(pick([.equal, .notEqual]), value(of: type), operand(of: type))
    case 4: return .compare(pick(GuardComparison.allCases), number(), number())
    case 5: return .not(flag(depth: depth - 1), here)
    case 6: return .and((0..<2 + roll(2)).map { _ in flag(depth: depth - 1) })
    case 7: return .or((0..<2 + roll(2)).map { _ in flag(depth: depth - 1) })
    case 8:
      let type = pick([ValueType.text, GuardWorld.severity, GuardWorld.mode])
      return .within(value(of: type), .list((0...roll(3)).map { _ in operand(of: type) }, here))
    case 9:
      let type = pick([ValueType.text, GuardWorld.severity, GuardWorld.mode])
      return .within(operand(of: type), value(of: .list(type)))
    default:
      let lists = paths.compactMap { entry in
        if case .list(let element) = entry.type { (entry.names, element) } else { nil }
      }
      let (names, element) = pick(lists)
      let list = GuardExpression.path(path(names))
      let name = "v\(variables.count)"
      variables.append((name, element))
      defer { variables.removeLast() }
      return quantified(list, name, flag(depth: depth - 1))
    }
  }

  /// All paths of the shared scope and of the open variables, with their types.
  private var paths: [(names: [String], type: ValueType)] {
    var found: [(names: [String], type: ValueType)] = []
    var open: [(names: [String], type: ValueType)] =
      GuardWorld.scope.names.compactMap { name in GuardWorld.scope.type(of: name).map { ([name], $0) } }
      + variables.map { ([$0.name], $0.type) }
    while let entry = open.popLast() {
      found.append(entry)
      if case .record(let record) = entry.type {
        open += record.fields.map { (entry.names + [$0.name], $0.type) }
      }
    }
    return found
  }

  private mutating func value(of type: ValueType) -> GuardExpression {
    .path(path(pick(paths.filter { $0.type == type }).names))
  }

  private mutating func number() -> GuardExpression {
    switch roll(3) {
    case 0: .number(roll(6) - 1, here)
    case 1: .size(value(of: pick([.text, .secret, .list(.text)])), here)
    default: value(of: pick([.count, .seconds, .int]))
    }
  }

  /// A path or a literal that compares with the type.
  private mutating func operand(of type: ValueType) -> GuardExpression {
    if roll(2) == 0 { return value(of: type) }
    switch type {
    case .text: return .text(pick(["alice", "verify"]), here)
    case .count, .seconds, .int: return .number(roll(4), here)
    case .flag: return .flag(roll(2) == 0, here)
    case .oneOf(_, let words): return .text(pick(words), here)
    case .numbered(_, let numbers):
      let number = pick(numbers)
      return roll(2) == 0 ? .text(number.name, here) : .number(number.number, here)
    case .secret, .list, .record: return value(of: type)
    }
  }
}

/// Facts.
extension GuardMaker {
  /// Facts of the types of the shared scope, some missing, some words and numbers unknown, some secrets wiped.
  mutating func facts() -> Facts {
    var values: [String: Value] = [:]
    for name in GuardWorld.scope.names {
      if let type = GuardWorld.scope.type(of: name), roll(12) > 0 { values[name] = fact(of: type) }
    }
    return Facts(values)
  }

  private mutating func fact(of type: ValueType) -> Value {
    switch type {
    case .text: return .text(pick(["alice", "verify", ""]))
    case .int: return .int(roll(6) - 3)
    case .count, .seconds: return .int(roll(4))
    case .flag: return .flag(roll(2) == 0)
    case .secret: return .secret(Secret(pick(["same", "same", "other", ""])))
    case .oneOf(_, let words): return .text(roll(10) == 0 ? "STRANGE" : pick(words))
    case .numbered(_, let numbers): return .int(roll(10) == 0 ? 99 : pick(numbers).number)
    case .list(let element): return .list((0..<roll(4)).map { _ in fact(of: element) })
    case .record(let record):
      return .record(
        Record(
          record.fields.compactMap { field in
            roll(15) == 0 ? nil : Record.Field(field.name, fact(of: field.type))
          }))
    }
  }

  /// Any value at all.
  mutating func value(depth: Int) -> Value {
    switch roll(depth > 0 ? 6 : 4) {
    case 0: .text(pick(["LOW", "", "é"]))
    case 1: .int(pick([0, 1, .min, .max]))
    case 2: .flag(roll(2) == 0)
    case 3: .secret(Secret(pick(["", "hidden"])))
    case 4: .list((0..<roll(4)).map { _ in value(depth: depth - 1) })
    default:
      .record(
        Record(
          ["threats", "severity", "in", "all", "passwordPolicy"].filter { _ in roll(3) > 0 }.map {
            Record.Field($0, value(depth: depth - 1))
          }))
    }
  }
}
