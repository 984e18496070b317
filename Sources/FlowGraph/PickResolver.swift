// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import Guards
import SDKContract
import Values

extension Resolver {
  /// `notification: { from: $event.notifications, where: …, by: uuid }`: an input whose value is an element of a list.
  mutating func pick(_ syntax: InputSyntax, _ pick: PickSyntax, _ context: StepContext) -> Input? {
    guard let (source, element) = list(pick.from, context) else { return nil }
    guard case .text? = element.type(of: pick.key.value) else {
      let texts = element.fields.filter { $0.type == .text }.map(\.name)
      report(
        GraphRules.unknownReference, "`\(element.name)` has no text `\(pick.key.value)` to pick by", pick.key.range,
        help: suggestion(pick.key.value, texts) ?? "its texts are \(texts.quoted)")
      return nil
    }
    var condition: Guard?
    if let written = pick.condition {
      var scope = scope(of: context)
      for input in context.inputs { scope.declare(input.name, input.scopeType) }
      scope.declare(syntax.name.value, .record(element))
      condition = bound(written, scope, context)
      if condition == nil { return nil }
    }
    return Input(
      name: syntax.name.value, type: .text, parameter: nil, suggestion: nil,
      pick: Pick(source: source, condition: condition, key: pick.key.value, element: element), range: syntax.name.range)
  }

  /// The list that a pick is from, and what its elements are.
  private mutating func list(
    _ from: Spanned<ReferenceSyntax>, _ context: StepContext
  ) -> (source: Pick.Source, element: RecordType)? {
    let path = from.value.path
    let rest = Array(path.dropFirst())
    if path.first == "event", context.isEventUnknown { return nil }
    var found: (source: Pick.Source, type: ValueType?)?
    if path.first == "event", let awaited = context.awaited {
      found = (.event(rest), contract[awaited.event].fields.type(at: rest))
    } else if let index = context.inputs.firstIndex(where: { $0.name == path.first }), let pick = context.inputs[index].pick {
      found = (.picked(index, rest), pick.element.type(at: rest))
    }
    if let found, case .list(.record(let element))? = found.type { return (found.source, element) }
    report(
      GraphRules.unknownReference, "`$\(path.joined(separator: "."))` is no list of records that can be picked from",
      from.range, help: "name a list of the event, such as `$event.notifications`, or of what was picked above")
    return nil
  }
}

extension Input {
  /// What a guard sees of it.
  var scopeType: ValueType { pick.map { .record($0.element) } ?? type }
}
