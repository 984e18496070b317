// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import SDKContract
import Values

extension Resolver {
  /// What may come back at a step: the replies of its calls, and its own event. Nil where it cannot be told, since a
  /// name has a flaw of its own.
  func arriving(at context: StepContext) -> [Arriving]? {
    guard !context.isEventUnknown else { return nil }
    var arriving: [Arriving] = []
    if let answer = context.syntax.answer, !add(answer.name.value, to: &arriving, context) { return nil }
    if case .call(let call) = context.syntax.kind, !add(call.name.value, to: &arriving, context) { return nil }
    for choice in context.syntax.choices {
      if case .call(let call) = choice.action, !add(call.name.value, to: &arriving, context) { return nil }
    }
    addOwn(to: &arriving, context)
    return arriving
  }

  /// What may come back from a call of a choice; nil where it cannot be told.
  func arriving(from call: String, _ context: StepContext) -> [Arriving]? {
    var arriving: [Arriving] = []
    guard !context.isEventUnknown, add(call, to: &arriving, context) else { return nil }
    addOwn(to: &arriving, context)
    return arriving
  }

  /// False if the contract has no such call.
  private func add(_ call: String, to arriving: inout [Arriving], _ context: StepContext) -> Bool {
    guard let id = contract.call(named: call) else { return false }
    let mode = context.awaited?.mode
    for reply in contract.calls[Int(id.index)].replies {
      if let under = reply.underMode, let mode, under != mode { continue }
      arriving.append(Arriving(event: reply.event, mode: reply.mode))
    }
    return true
  }

  private func addOwn(to arriving: inout [Arriving], _ context: StepContext) {
    if let own = context.awaited { arriving.append(Arriving(event: own.event, mode: own.mode)) }
  }

  mutating func transitions(
    _ syntaxes: [TransitionSyntax], _ context: StepContext, arriving: [Arriving]?
  ) -> [Transition] {
    guard !syntaxes.isEmpty else { return [] }
    var transitions: [Transition] = []
    transitions.reserveCapacity(syntaxes.count)
    var places: [Trigger: SourceRange] = [:]
    places.reserveCapacity(syntaxes.count)
    for syntax in syntaxes {
      guard let trigger = trigger(syntax, arriving: arriving) else { continue }
      if let first = places[trigger] {
        report(
          GraphRules.duplicateOutcome, "this outcome is named twice", syntax.range,
          help: "keep one of the two lines", notes: [Note("the first is here", at: first)])
        continue
      }
      places[trigger] = syntax.range
      guard let target = target(syntax.target, context, trigger: trigger, arriving: arriving ?? []) else { continue }
      transitions.append(Transition(trigger: trigger, target: target, range: syntax.range))
    }
    return transitions
  }

  private mutating func trigger(_ syntax: TransitionSyntax, arriving: [Arriving]?) -> Trigger? {
    switch syntax.key {
    case .code(let number): return event(carrying: .number(number), arriving: arriving, syntax.range)
    case .error(let number): return .error(number)
    case .rejected(let number): return .rejected(number)
    case .accepted: return .accepted
    case .timeout: return .timeout
    case .exhausted: return .exhausted
    case .otherwise: return .otherwise
    case .event(let event):
      let isWord = event.mode == nil && event.outcome == .success
      let name = event.name.value.eventName
      if isWord, contract.event(named: name) == nil, contract.codes.contains(where: { $0.name == name }) {
        return self.event(carrying: .name(name), arriving: arriving, syntax.range)
      }
      return trigger(event, isWord: isWord)
    }
  }

  private mutating func trigger(_ syntax: EventSyntax, isWord: Bool) -> Trigger? {
    let name = syntax.name.value.eventName
    guard contract.event(named: name) != nil else {
      let names = contract.events.map(\.name) + (isWord ? contract.codes.map(\.name) : [])
      report(
        GraphRules.unknownEvent, "`\(contract.name)` has no event\(isWord ? " or code" : "") `\(name)`",
        syntax.name.range,
        help: suggestion(name, names) ?? "`mfaflow contract \(contract.name)` lists events and codes")
      return nil
    }
    guard let id = event(syntax), let mode = mode(syntax, of: id) else { return nil }
    let spec = contract[id]
    if spec.kind == .notice {
      report(
        GraphRules.wrongEventKind, "`\(spec.name)` is a notice and leads nowhere", syntax.name.range,
        help: "take the line out: a notice is traced, and the flow goes on waiting")
      return nil
    }
    switch syntax.outcome {
    case .success: return .event(id, mode: mode.number, outcome: .success)
    case .code(let code):
      return statusCode(code, in: id, mode: mode.number, syntax.name.range)
        .map { .event(id, mode: mode.number, outcome: .code($0)) }
    case .error(let number):
      guard spec.hasStatus else {
        report(
          GraphRules.wrongEventKind, "`\(spec.name)` carries no error", syntax.name.range, help: "take the line out")
        return nil
      }
      return .event(id, mode: mode.number, outcome: .error(number))
    }
  }
}
