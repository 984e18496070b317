// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import SDKContract
import Values

extension Resolver {
  /// What may come back at a place of a step: the replies of its calls, and its own event.
  ///
  /// Nil where it cannot be told, since a name has a flaw of its own.
  func arriving(from source: ArrivalSource, _ context: StepContext) -> [Arriving]? {
    guard !context.isEventUnknown else { return nil }
    var arriving: [Arriving] = []
    for call in source.calls(context.syntax) {
      guard let id = contract.call(named: call.name.value) else { return nil }
      let mode = context.awaited?.mode
      let replies = contract[id].replies
      arriving.reserveCapacity(arriving.count + replies.count + 1)
      // By index, since copying a whole reply is costly.
      for index in replies.indices {
        if let under = replies[index].underMode, let mode, under != mode { continue }
        arriving.append(
          Arriving(event: replies[index].event, mode: replies[index].mode, outcome: replies[index].outcome))
      }
    }
    if let own = context.awaited { arriving.append(Arriving(event: own.event, mode: own.mode, outcome: .success)) }
    return arriving
  }

  mutating func transitions(
    _ syntaxes: [TransitionSyntax], _ context: StepContext, from source: ArrivalSource
  ) -> [Transition] {
    guard !syntaxes.isEmpty else { return [] }
    var transitions: [Transition] = []
    transitions.reserveCapacity(syntaxes.count)
    var keys = TriggerPlaces(count: syntaxes.count)
    for syntax in syntaxes {
      guard let trigger = trigger(syntax, context, source) else {
        checkNames(of: syntax.target, in: nil)
        continue
      }
      let line = NamingLine(trigger: trigger, source: source, context: context)
      if let first = keys.add(trigger, syntax.range) {
        report(
          GraphRules.duplicateOutcome, "this outcome is named twice", syntax.range,
          help: "keep one of the two lines", notes: [Note("the first is here", at: first)])
        checkNames(of: syntax.target, in: line)
        continue
      }
      guard !isCodeOfAnotherEvent(syntax, trigger, context, source) else { continue }
      guard let target = target(syntax.target, context, trigger: trigger, from: source) else { continue }
      transitions.append(Transition(trigger: trigger, target: target, range: syntax.range))
    }
    return transitions
  }

  /// Looks the names of a target up whose line cannot be taken: what is wrong with them does not depend on the key.
  private mutating func checkNames(of target: TargetSyntax, in line: NamingLine?) {
    if case .to(let name) = target.move, places[name]?.end == nil,
      places[name]?.step.map({ isInterrupt($0) }) ?? true
    {
      _ = unknown(name, target.range, in: line)
    }
    _ = say(target.say, filledBy: nil)
  }

  private func isInterrupt(_ id: StepID) -> Bool { Int(id.index) >= document.steps.count }

  /// A code alone that cannot come in the step's own event, at a line that stays at the step: `retry` and `stay` are of
  /// no use there, and the code is the slip.
  private mutating func isCodeOfAnotherEvent(
    _ syntax: TransitionSyntax, _ trigger: Trigger, _ context: StepContext, _ source: ArrivalSource
  ) -> Bool {
    guard case .event(let event, _, outcome: .code(let code)) = trigger, let own = context.awaited, own.event != event,
      syntax.target.move == .retry || syntax.target.move == .stay, syntax.key.isCodeAlone,
      contract[event].kind == .challenge, let arriving = arriving(from: source, context),
      !arriving.contains(where: { $0.event == event && $0.outcome == .code(code) })
    else { return false }
    report(
      GraphRules.unknownCode, "`\(code)` does not arrive in `\(contract[own.event].name)`", syntax.range,
      help: "it arrives in `\(contract[event].name)`; \(codesArriving(in: own.event, mode: own.mode))")
    checkNames(of: syntax.target, in: NamingLine(trigger: trigger, source: source, context: context))
    return true
  }

  private mutating func trigger(
    _ syntax: TransitionSyntax, _ context: StepContext, _ source: ArrivalSource
  ) -> Trigger? {
    switch syntax.key {
    case .code(let number): return event(carrying: .number(number), context, source, syntax.range)
    case .error(let word): return error(word, syntax.range).map { .error($0.number) }
    case .rejected(let word): return error(word, syntax.range).map { .rejected($0.number) }
    case .accepted: return .accepted
    case .timeout: return .timeout
    case .exhausted: return .exhausted
    case .allow: return .allow
    case .deny: return .deny
    case .otherwise: return .otherwise
    case .event(let event):
      let isWord = event.mode == nil && event.outcome == .success
      let name = event.name.value.eventName
      if let id = contract.event(named: name) { return trigger(event, id) }
      if isWord, contract.codes.contains(where: { $0.name == name }) {
        return self.event(carrying: .name(name), context, source, syntax.range)
      }
      if let code = codeAlone(name, event) {
        report(
          GraphRules.unknownEvent, "`\(contract.name)` has no event `\(name)`", event.name.range,
          help: "write just `\(code)`")
        return nil
      }
      return unknownTrigger(name, isWord: isWord, event.name.range)
    }
  }

  /// An error that was looked up; `number` is nil where none is written.
  private struct FoundError { let number: Int? }

  /// The number of an error, by number or name; nil, with a finding, for a status code and for a name that no error has.
  private mutating func error(_ word: String?, _ range: SourceRange) -> FoundError? {
    guard let word else { return FoundError(number: nil) }
    guard let number = Int(word) else {
      if let error = contract.errors.first(where: { $0.name == word }) { return FoundError(number: error.number) }
      report(
        GraphRules.unknownCode, "`\(contract.name)` has no error number `\(word)`", range,
        help: suggestion(word, contract.errors.map(\.name)) ?? Cure(whereListed("error numbers")))
      return nil
    }
    guard !contract.errors.contains(where: { $0.number == number }),
      contract.codes.contains(where: { $0.number == number })
    else { return FoundError(number: number) }
    report(
      GraphRules.unknownCode, "`\(number)` is a status code, not an error number", range, help: "write `\(number):`")
    return nil
  }

  private mutating func unknownTrigger(_ name: String, isWord: Bool, _ range: SourceRange) -> Trigger? {
    let names = contract.events.map(\.name) + (isWord ? contract.codes.map { $0.name } + KeySyntax.words : [])
    report(
      GraphRules.unknownEvent, "`\(contract.name)` has no event\(isWord ? " or code" : "") \(Diagnostic.quoting(name))",
      range,
      help: cure(for: name).map { Cure($0) } ?? Self.cureOfGluedError(name) ?? suggestion(name, names)
        ?? Cure(whereListed("events and codes")))
    return nil
  }

  /// The code that is meant by `status 102`; nil for anything else.
  private func codeAlone(_ name: String, _ event: EventSyntax) -> String? {
    guard case .code(let code) = event.outcome, ["status", "code", "statuscode"].contains(name.lowercased()),
      contract.codes.contains(where: { String($0.number) == code || $0.name == code })
    else { return nil }
    return code
  }

  /// What is meant by `default`, and by `getUser-166`; nil for anything else.
  private func cure(for name: String) -> String? {
    if let word = KeySyntax.word(called: name) { return "write `\(word)`" }
    guard let sign = name.lastIndex(where: { $0 == "-" || $0 == "_" }) else { return nil }
    let (event, code) = (name[..<sign], name[sign...].dropFirst())
    guard Int(code) != nil, contract.event(named: String(event)) != nil else { return nil }
    return "write `\(event) \(code)`, with a space"
  }

  private mutating func trigger(_ syntax: EventSyntax, _ id: EventID) -> Trigger? {
    guard let mode = mode(syntax, of: id) else { return nil }
    if contract[id].kind == .notice {
      report(
        GraphRules.wrongEventKind, "`\(contract[id].name)` is a notice and leads nowhere", syntax.name.range,
        help: Cure("take the line out: a notice is traced, and the flow goes on waiting", .entry))
      return nil
    }
    switch syntax.outcome {
    case .success: return .event(id, mode: mode.number, outcome: .success)
    case .code(let code):
      return statusCode(code, in: id, mode: mode.number, syntax.name.range)
        .map { .event(id, mode: mode.number, outcome: .code($0)) }
    case .error(let word):
      guard contract[id].hasStatus else {
        report(
          GraphRules.wrongEventKind, "`\(contract[id].name)` carries no error", syntax.name.range,
          help: "take the line out")
        return nil
      }
      return error(word, syntax.name.range).map { .event(id, mode: mode.number, outcome: .error($0.number)) }
    }
  }
}

extension KeySyntax {
  /// Whether it can only be a status code without its event, by number or by name.
  fileprivate var isCodeAlone: Bool {
    switch self {
    case .code: true
    case .event(let event): event.mode == nil && event.outcome == .success
    default: false
    }
  }
}

/// Whose replies come back at a place of a step.
enum ArrivalSource {
  /// Those of all its calls.
  case step
  /// Those of one call.
  case call(CallSyntax)

  fileprivate func calls(_ step: StepSyntax) -> [CallSyntax] {
    switch self {
    case .call(let call): return [call]
    case .step:
      var calls: [CallSyntax] = []
      if let answer = step.answer { calls.append(answer) }
      if case .call(let call) = step.kind { calls.append(call) }
      for choice in step.choices {
        if case .call(let call) = choice.action { calls.append(call) }
      }
      return calls
    }
  }
}

/// The keys of a `then:` so far, each with its place.
private struct TriggerPlaces {
  private var keys: [(trigger: Trigger, range: SourceRange)] = []
  /// Only where there are many: a few are compared faster than they are hashed.
  private var index: [Trigger: SourceRange] = [:]
  private static let few = 16

  init(count: Int) { keys.reserveCapacity(min(count, Self.few)) }

  /// The place of the same key; nil, and the key is kept, if there is none.
  mutating func add(_ trigger: Trigger, _ range: SourceRange) -> SourceRange? {
    if keys.count < Self.few {
      if let twin = keys.first(where: { $0.trigger == trigger }) { return twin.range }
      keys.append((trigger, range))
      return nil
    }
    if index.isEmpty {
      for key in keys { index[key.trigger] = key.range }
    }
    if let twin = index[trigger] { return twin }
    index[trigger] = range
    return nil
  }
}
