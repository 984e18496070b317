// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import Guards
import SDKContract
import Values

extension Resolver {
  /// How many lists a step may let its user pick from: each may offer other items for every item of those before it.
  private static let mostPicks = 4

  /// `notification: { from: event.notifications, where: … }`: an input whose value is an item of a list.
  mutating func pick(_ syntax: InputSyntax, _ pick: PickSyntax, _ context: StepContext) -> Input? {
    reportNameClashes(syntax.name, context)
    guard !pick.from.value.path.isEmpty else {
      isDamaged = true
      return nil
    }
    guard context.inputs.count < Self.mostPicks else {
      report(
        GraphRules.flowTooLarge, "a step may have at most \(Self.mostPicks) picks", syntax.name.range,
        help: "let the user pick less at one step")
      return nil
    }
    guard let (source, element) = list(pick.from, for: syntax.name, context) else { return nil }
    if let order = pick.order, !element.isOrdered(by: order.field?.value) {
      reportNoOrder(order, of: element)
      return nil
    }
    let order = pick.order.map { Pick.Order(field: $0.field?.value, isDescending: $0.isDescending) }
    let free = Input(
      name: syntax.name.value, type: element, parameter: nil, suggestion: nil,
      pick: Pick(source: source, checks: [], order: order, show: nil, none: nil), range: syntax.name.range)
    let list = pick.from.value.path.joined(separator: ".")
    let show = pick.show.map { shown($0, ofItemsOf: list, element) }
    let none = say(pick.none, filledBy: context.source)
    guard let checks = checks(pick.checks, of: free, in: list, syntax.name, context) else { return nil }
    return Input(
      name: free.name, type: element, parameter: nil, suggestion: nil,
      pick: Pick(source: source, checks: checks, order: order, show: show, none: none), range: free.range)
  }

  /// What must hold of an item; nil, with findings, if a guard does not fit.
  private mutating func checks(
    _ written: [CheckSyntax], of item: Input, in list: String, _ name: Spanned<String>, _ context: StepContext
  ) -> [Check]? {
    guard !written.isEmpty else { return [] }
    let later = laterPicks(than: name, context)
    var inner = context
    inner.inputs.append(item)
    var scope = scope(of: inner)
    for input in inner.inputs { scope.declare(input.name, input.type) }
    var checks: [Check] = []
    for check in written {
      if let later = later.first(where: { check.check.expression.names.contains($0) }) {
        reportTooEarly(later, for: name, check.check.range)
        continue
      }
      let say = say(check.say, filledBy: .item(item.type, of: list))
      guard let expression = bound(check.check, scope, inner) else { continue }
      checks.append(Check(expression: expression, say: say, range: check.check.range))
    }
    return checks.count == written.count ? checks : nil
  }

  private mutating func reportNoOrder(_ order: OrderSyntax, of element: ValueType) {
    let names = element.fieldNames.filter { element.isOrdered(by: $0) }
    let way = order.isDescending ? "descending" : "ascending"
    isDamaged = true
    report(
      GraphRules.unknownReference,
      order.field.map { "items cannot be ordered by `\($0.value)`" } ?? "`\(way)` does not say by which field",
      order.range,
      help: order.field.flatMap { suggestion($0.value, names) }
        ?? (element.isOrdered(by: nil)
          ? "write `\(way)` alone: the items have no fields"
          : names.isEmpty
            ? "take `order` out: they have no numbers and no texts" : "order them by one of \(names.quoted)"))
  }

  /// A pick that neither the call nor a check nor another pick makes use of.
  mutating func reportUnusedPicks(_ context: StepContext, _ answer: CallUse, _ checks: [Check]) {
    for (index, input) in context.inputs.enumerated() where input.pick != nil {
      let isUsed =
        answer.arguments.contains { $0.source.isOf(index) }
        || checks.contains { $0.expression.names.contains(input.name) }
        || context.inputs[(index + 1)...].contains { $0.pick?.isOf(index, named: input.name) ?? false }
      guard !isUsed else { continue }
      report(
        GraphRules.unusedPick, "what is picked as `\(input.name)` changes nothing", input.range,
        help: "pass it on below `with:`, such as `$\(input.name)\(input.type.exampleField)`, or take the pick out")
    }
  }

  /// The index of a pick that a reference leads into, and the type that is found there; nil if it leads into none.
  func picked(_ path: [String], _ context: StepContext) -> (index: Int, type: ValueType?)? {
    guard path.count > 1, let index = context.inputs.firstIndex(where: { $0.name == path[0] && $0.pick != nil }) else {
      return nil
    }
    guard case .record(let record) = context.inputs[index].type else { return (index, nil) }
    return (index, record.type(at: Array(path.dropFirst())))
  }

  mutating func reportUnknownField(_ path: [String], of input: Input, _ range: SourceRange) {
    let names = input.type.fieldNames
    report(
      GraphRules.unknownReference, "`\(input.name)` has no field `\(path.dropFirst().joined(separator: "."))`", range,
      help: suggestion(path[1], names)
        ?? (names.isEmpty ? "it is a plain value: write `$\(input.name)`" : "its fields are \(names.quoted)"))
  }

  /// The list that a pick is from, and what its items are.
  private mutating func list(
    _ from: Spanned<ReferenceSyntax>, for name: Spanned<String>, _ context: StepContext
  ) -> (source: Pick.Source, element: ValueType)? {
    let path = from.value.path
    let rest = Array(path.dropFirst())
    let root: RecordType
    let source: Pick.Source
    if path[0] == "event" {
      guard let awaited = context.awaited else { return nil }
      (root, source) = (contract[awaited.event].fields, .event(rest))
    } else if let index = context.inputs.firstIndex(where: { $0.name == path[0] && $0.pick != nil }) {
      guard case .record(let record) = context.inputs[index].type else {
        reportNoList(path, context.inputs[index].type, from.range)
        return nil
      }
      (root, source) = (record, .picked(index, rest))
    } else {
      reportNoRoot(path[0], for: name, from.range, context)
      return nil
    }
    guard !rest.isEmpty, let found = root.type(at: rest) else {
      reportNoField(path, of: root, from.range)
      return nil
    }
    guard case .list(let element) = found else {
      reportNoList(path, found, from.range)
      return nil
    }
    if case .list = element {
      reportNoList(path, found, from.range)
      return nil
    }
    guard !element.holdsSecret else {
      report(
        GraphRules.secretLeak, "the items of `\(path.joined(separator: "."))` would show a secret", from.range,
        help: "a secret may go into a call and nowhere else; pick from another list")
      return nil
    }
    guard !root.isPrivate(at: rest) else {
      report(
        GraphRules.privateShown, "the items of `\(path.joined(separator: "."))` would show what is private", from.range,
        help: "what the contract marks private goes into calls and nowhere else; pick from another list")
      return nil
    }
    return (source, element)
  }

  private mutating func reportNoRoot(
    _ word: String, for name: Spanned<String>, _ range: SourceRange, _ context: StepContext
  ) {
    let earlier = context.inputs.filter { $0.pick != nil }.map(\.name)
    let later = laterPicks(than: name, context)
    if word == name.value || later.contains(word) { return reportTooEarly(word, for: name, range) }
    // A pick above that has a flaw of its own.
    if context.syntax.inputs.contains(where: { $0.pick != nil && $0.name.value == word }) {
      isDamaged = true
      return
    }
    report(
      GraphRules.unknownReference, "`\(word)` is neither the event nor picked before", range,
      help: suggestion(word, ["event"] + earlier) ?? "name a list of the event, such as `event.notifications`")
  }

  private mutating func reportNoField(_ path: [String], of root: RecordType, _ range: SourceRange) {
    let names = root.fields.map(\.name)
    let lists = root.fields.filter { if case .list = $0.type { true } else { false } }.map { "\(path[0]).\($0.name)" }
    report(
      GraphRules.unknownReference, "there is no list `\(path.joined(separator: "."))`", range,
      help: (path.count > 1 ? suggestion(path[1], names) : nil)
        ?? (lists.isEmpty ? "`\(path[0])` has no list" : "its lists are \(lists.quoted)"))
  }

  private mutating func reportNoList(_ path: [String], _ type: ValueType, _ range: SourceRange) {
    report(
      GraphRules.notAList, "`\(path.joined(separator: "."))` is of type \(type): nothing can be picked from it", range,
      help: "pick from a list of values or of records")
  }

  private mutating func reportTooEarly(_ word: String, for name: Spanned<String>, _ range: SourceRange) {
    report(
      GraphRules.pickTooEarly, "`\(word)` is not picked yet when `\(name.value)` is picked", range,
      help: "picks are made in the order of the file: move `\(word)` above `\(name.value)`")
  }

  /// The names that are picked after another one.
  private func laterPicks(than name: Spanned<String>, _ context: StepContext) -> [String] {
    let inputs = context.syntax.inputs
    guard let place = inputs.firstIndex(where: { $0.name.range == name.range }) else { return [] }
    return inputs[(place + 1)...].filter { $0.pick != nil }.map(\.name.value)
  }

  /// A name of a step must stand for one thing: an answer could not distinguish them.
  private mutating func reportNameClashes(_ name: Spanned<String>, _ context: StepContext) {
    let note = Note("the pick", at: name.range)
    for input in context.syntax.inputs where input.pick == nil && input.name.value == name.value {
      reportDuplicate("a pick and an input", input.name, notes: [note])
    }
    for choice in context.syntax.choices where choice.name.value == name.value {
      reportDuplicate("a pick and a choice", choice.name, notes: [note])
    }
  }
}

extension Pick {
  /// Whether it depends on an earlier pick.
  fileprivate func isOf(_ index: Int, named name: String) -> Bool {
    if case .picked(index, _) = source { return true }
    return checks.contains { $0.expression.names.contains(name) }
  }
}

extension CallUse.Argument.Source {
  /// Whether it is taken from an input.
  fileprivate func isOf(_ index: Int) -> Bool {
    switch self {
    case .input(index), .picked(index, _): true
    default: false
    }
  }
}

extension ValueType {
  fileprivate var fieldNames: [String] {
    if case .record(let record) = self { record.fields.map(\.name) } else { [] }
  }

  /// What a reference would add to the name.
  fileprivate var exampleField: String { fieldNames.first.map { "." + $0 } ?? "" }
}

extension ValueType {
  /// Whether values of this type can be compared: records by a field, all others without one.
  fileprivate func isOrdered(by field: String?) -> Bool {
    let compared: ValueType?
    switch (self, field) {
    case (.record(let record), let field?): compared = record.type(of: field)
    case (.record, nil), (_, .some): compared = nil
    case (_, nil): compared = self
    }
    switch compared {
    case .text, .int, .count, .seconds: return true
    default: return false
    }
  }
}
