// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import FlowMeaning
import Guards
import SDKContract
import Values

/// Reads the patterns of a flow's steps, where what comes is told apart as both of two flows tell it apart.
///
/// What counts is what takes an outcome, and not how many lines say so: a line that leads where `else` leads is no difference.
struct PatternReader {
  let flow: Flow
  private let told: ToldApart
  /// The SDK's phases in which runs ask at each step, by its index, as indices of the contract's; nil where that is not known.
  let phases: [Int: Set<UInt8>]?

  init(_ flow: Flow, _ told: ToldApart, phases: [Int: Set<UInt8>]?) {
    self.flow = flow
    self.told = told
    self.phases = phases
  }

  var contract: Contract { flow.contract }

  /// The patterns in the order of the flow's steps.
  func patterns() -> [StepPattern] { flow.steps.map { pattern(of: StepFacts($0, contract)) } }

  private func pattern(of facts: StepFacts) -> StepPattern {
    let step = facts.step
    var pattern = StepPattern()
    pattern.facets = facets(of: step)
    pattern.to = step.to.map { way($0) }
    if let after = step.requirement?.after { pattern.after = .step(Int(after.value.index)) }
    pattern.lines = idleLines(of: facts)
    for call in facts.calls {
      let read = self.pattern(of: call, at: facts)
      switch call.origin {
      case .call: pattern.call = read
      case .answer: pattern.answer = read
      case .choice, .itself, .exhausted: break
      }
    }
    pattern.choices = step.choices.indices.map { index in
      choice(index, of: facts, facts.calls.first { $0.origin == .choice(index) })
    }
    return pattern
  }

  private func choice(_ index: Int, of facts: StepFacts, _ call: CallFacts?) -> ChoicePattern {
    let step = facts.step
    let choice = step.choices[index]
    var pattern = ChoicePattern()
    // What the contract asks for anyway is the same with no `when`.
    if let when = choice.when, !contract.demandsAll(when, of: choice) {
      (pattern.facets[.when], pattern.named) = guardPattern(when.description)
    }
    let isCall =
      switch choice.action {
      case .call: true
      // Whoever is asked before a step that calls by itself is asked before the call.
      case .go(let target): if case .step(let step) = target.move, case .call = flow[step].kind { true } else { false }
      }
    pattern.facets[.confirm] = choice.confirm.map { _ in FacetValue("asked", items: isCall ? ["asked"] : nil) }
    pattern.facets[.auto] = triedBefore(index, at: step).map {
      FacetValue(
        $0 == 0 ? "taken without asking" : "taken without asking if \($0) before it cannot be", amount: $0,
        items: call.map { contract[$0.use.call].sends } ?? false ? ["sends"] : nil)
    }
    pattern.facets[.max] = limit(choice.max?.value, .run, choice.scopedMax)
    if choice.scopedMax != nil { pattern.facets[.total] = limit(choice.max?.value, .run, nil) }
    pattern.facets[.every] = choice.every.map { FacetValue(Milliseconds.words($0.value), amount: -$0.value) }
    pattern.facets[.within] = time(choice.within?.value)
    switch choice.action {
    case .go(let target):
      pattern.to = way(target)
      pattern.facets[.claims] = claim(target)
    case .call(let use, _):
      pattern.call = call.map { self.pattern(of: $0, at: facts) }
      pattern.facets[.within] = pattern.facets[.within] ?? time(contract[use.call].patience)
    }
    return pattern
  }

  /// A guard without the names of the steps that it compares with `interrupted`, and those steps: they may have other names.
  private func guardPattern(_ text: String) -> (FacetValue, [ComparedTarget]) {
    guard text.contains("interrupted") else { return (FacetValue(text), []) }
    var steps: [ComparedTarget] = []
    var pieces = text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    // Every second piece stands in quotation marks.
    for index in stride(from: 1, to: pieces.count - 1, by: 2) {
      guard let step = flow.steps.firstIndex(where: { $0.name.value == pieces[index] }) else { continue }
      steps.append(.step(step))
      pieces[index] = "a step"
    }
    return (FacetValue(pieces.joined(separator: "\"")), steps)
  }

  private func facets(of step: Step) -> [Facet: FacetValue] {
    var facets: [Facet: FacetValue] = [:]
    let kind =
      switch step.kind {
      case .challenge: "challenge"
      case .event: "event"
      case .call: "call"
      case .wait: "wait"
      case .gate: "gate"
      case .interrupt: "interrupt"
      }
    facets[.kind] = FacetValue(kind)
    facets[.awaits] = step.awaited.map { awaited in
      let outcome = awaited.code.map { ReplyOutcome.code($0) } ?? .success
      return FacetValue(Trigger.event(awaited.event, mode: awaited.mode, outcome: outcome).words(contract))
    }
    if case .gate(let questions) = step.kind { facets[.gate] = FacetValue(items: questions) }
    facets[.requires] = step.requirement.map { requirement in
      func since(_ line: RequiredLine) -> String { line.after == nil ? "" : " since a step" }
      let words = requirement.lines.map { $0.textOfDemand + since($0) }
      return FacetValue(
        words.sorted().joined(separator: ", "), items: requirement.lines.implied(in: contract, since: since))
    }
    if !step.inputs.isEmpty { facets[.inputs] = FacetValue(parts: step.inputs.flatMap { parts($0, of: step) }) }
    let offered = step.inputs.flatMap { input in (input.pick?.checks ?? []).map { "\(input.name): \($0.expression)" } }
    if !offered.isEmpty { facets[.offered] = FacetValue(inOrder: offered) }
    if !step.checks.isEmpty { facets[.checks] = FacetValue(inOrder: step.checks.map(\.expression.description)) }
    facets[.tries] = limit(step.tries?.value, step.triesScope, nil)
    facets[.max] = limit(step.max?.value, .run, nil)
    facets[.within] = time(step.within?.value)
    // Without a time of its own a call has that of the contract.
    if case .call(let use) = step.kind { facets[.within] = facets[.within] ?? time(contract[use.call].patience) }
    facets[.countdown] = step.countdown.map { FacetValue($0.joined(separator: ".")) }
    facets[.earns] = earned(at: step)
    if let to = step.to { facets[.claims] = claim(to) }
    facets[.waiting] = waitsOn(at: step).map {
      FacetValue($0 ? "waits for an event now" : "goes on as `exhausted` now")
    }
    return facets
  }

  private func limit(_ count: Int?, _ scope: BudgetScope, _ scoped: ScopedLimit?) -> FacetValue? {
    if let scoped {
      let words = "\(scoped.count.value) per \(scoped.scope.rawValue)" + (scoped.isOfSuccesses ? ", of successes" : "")
      return FacetValue(
        words, amount: scoped.count.value,
        counting: FacetValue.Counting(scope: scoped.scope, isOfSuccesses: scoped.isOfSuccesses))
    }
    return count.map {
      FacetValue(
        scope == .run ? "\($0)" : "\($0) per \(scope.rawValue)", amount: $0,
        counting: FacetValue.Counting(scope: scope, isOfSuccesses: false))
    }
  }

  private func time(_ milliseconds: Int?) -> FacetValue? {
    milliseconds.map { FacetValue(Milliseconds.words($0), amount: $0) }
  }

  /// What counts as proved at a step, where that is less than its calls earn; nil where all counts.
  private func earned(at step: Step) -> FacetValue? {
    guard let limit = step.earns else { return nil }
    let all = step.calls.flatMap { contract[$0.use.call].replies.flatMap(\.earns) }
    guard !all.allSatisfy({ limit.keeps($0) }) else { return nil }
    let kept = Set(all.filter { limit.keeps($0) }.map(\.words)).sorted()
    return FacetValue(kept.isEmpty ? "none" : kept.joined(separator: ", "))
  }

  private func parts(_ input: Input, of step: Step) -> [FacetValue.Part] {
    guard let pick = input.pick else { return [FacetValue.Part(name: input.name, text: words(input))] }
    let list =
      switch pick.source {
      case .event(let path): ["event"] + path
      case .picked(let index, let path): [step.inputs[index].name] + path
      }
    let part = FacetValue.Part(
      name: input.name, text: words(input), isOfPick: true, list: list.joined(separator: "."))
    guard let order = pick.order else { return [part] }
    let direction = order.isDescending ? "descending" : "ascending"
    let words = [direction, order.field].compactMap(\.self).joined(separator: " ")
    return [part, FacetValue.Part(name: "order of \(input.name)", text: words, isOfPick: true)]
  }

  private func words(_ input: Input) -> String {
    var words = input.pick == nil ? "\(input.type)" : "picked"
    if let parameter = input.parameter {
      let unit = ["text", "secret"].contains("\(input.type)") ? " characters" : ""
      words += parameter.minimum.map { $0 > 1 || unit.isEmpty ? " of at least \($0)\(unit)" : "" } ?? ""
      words += parameter.maximum.map { " of at most \($0)\(unit)" } ?? ""
      if parameter.isOptional { words += ", optional" }
    }
    if let suggestion = input.suggestion { words += " suggesting \(suggestion.joined(separator: "."))" }
    return words
  }

  private func pattern(of call: CallFacts, at facts: StepFacts) -> CallPattern {
    let step = facts.step
    let spec = contract[call.use.call]
    var pattern = CallPattern()
    pattern.facets[.call] = FacetValue(spec.name)
    pattern.sends = spec.sends
    if spec.accepts != nil { pattern.accepts = call.accepts(contract) }
    let arguments = call.use.arguments.sorted { $0.name < $1.name }.map { part($0, of: step, spec) }
    if !arguments.isEmpty { pattern.facets[.arguments] = FacetValue(parts: arguments) }
    for argument in call.use.arguments { pattern.freedom[argument.name] = freedom(of: argument.source, at: step) }
    if !call.use.gate.isEmpty { pattern.facets[.gate] = FacetValue(items: call.use.gate) }
    let lines = call.lines
    var ways = OutcomeWays()
    var (claims, claimed): ([String], Set<String>) = ([], [])
    func lead(_ trigger: Trigger, by line: Transition?, isElse: Bool = true) {
      guard let line else { return }
      ways.lead(trigger, to: way(line.target), contract, isElse: isElse)
      guard let claim = claim(line.target) else { return }
      claims.append("\(trigger.words(contract)): \(claim.text)")
      claimed.formUnion((claim.items ?? []).map { "\(trigger.words(contract)): \($0)" })
    }
    let otherwise = lines.first(where: \.trigger.isOtherwise)
    lead(.otherwise, by: otherwise)
    lead(.accepted, by: lines.first(where: \.trigger.isAccepted))
    // Elsewhere the step asks again, and `else` takes the third refusal.
    let unnamed = call.origin == .call ? otherwise : nil
    for number in told.rejections { lead(.rejected(number), by: lines.refusal(number) ?? unnamed) }
    if !call.use.gate.isEmpty { lead(.deny, by: lines.first { $0.trigger == .deny } ?? otherwise) }
    if call.origin == .call, step.max != nil {
      lead(.exhausted, by: lines.first { $0.trigger == .exhausted } ?? otherwise)
    }
    if hasDeadline(call, at: step) { lead(.timeout, by: lines.first { $0.trigger == .timeout } ?? otherwise) }
    for arrival in call.arrivals {
      contract.forEachSignal(of: arrival, toldApartBy: told.lines(of: arrival.event), own: step.awaited) { signal in
        guard told.mayCome(signal, contract) else { return }
        let trigger = Trigger.event(signal.event, mode: signal.mode, outcome: signal.outcome)
        let line = lines.line(for: signal, contract)
        if line == nil, let entry = entry(of: signal.event) {
          // An interrupt that no line names is no reply: it opens.
          ways.lead(trigger, to: flow.steps[entry].to.map(way) ?? .step(entry), contract)
        } else {
          lead(trigger, by: line ?? otherwise)
        }
      }
    }
    let replies = Set(call.arrivals.map(\.event))
    // An interrupt may come in any way, whether it is a reply or not.
    for event in lines.events where !replies.contains(event) || contract[event].kind == .interrupt {
      for signal in told.signals(of: event, at: facts.calls, contract) {
        let trigger = Trigger.event(signal.event, mode: signal.mode, outcome: signal.outcome)
        let line = lines.line(for: signal, contract)
        if line == nil, entry(of: signal.event) != nil { continue }
        lead(trigger, by: line ?? otherwise, isElse: !step.isInterrupt)
      }
    }
    pattern.lines = ways
    if !claims.isEmpty { pattern.facets[.claims] = FacetValue(claims.sorted().joined(separator: ", "), items: claimed) }
    return pattern
  }

  /// The interrupt of the flow that an event opens; nil for none, and for events that are no interrupts.
  private func entry(of event: EventID) -> Int? {
    guard contract[event].kind == .interrupt else { return nil }
    return flow.interrupts.first { $0.awaited?.event == event }.map { $0.id.place }
  }

  /// 0 for what the flow or the SDK says, 1 for what is picked, 2 for what is typed and checked, 3 for what is typed.
  private func freedom(of source: CallUse.Argument.Source, at step: Step) -> Int {
    switch source {
    case .literal, .event, .user: return 0
    case .picked: return 1
    case .input(let index):
      if step.inputs[index].pick != nil { return 1 }
      let name = step.inputs[index].name
      return step.checks.contains { $0.expression.description.contains(name) } ? 2 : 3
    }
  }

  private func hasDeadline(_ call: CallFacts, at step: Step) -> Bool {
    if step.within != nil || contract[call.use.call].patience != nil { return true }
    if case .choice(let index) = call.origin { return step.choices[index].within != nil }
    return false
  }

  private func idleLines(of facts: StepFacts) -> OutcomeWays {
    let step = facts.step
    var ways = OutcomeWays()
    let lines = step.transitions
    func lead(_ trigger: Trigger, by line: Transition?) {
      // What nobody names is kept for what an interrupt stands above.
      if let line { ways.lead(trigger, to: way(line.target), contract, isElse: !step.isInterrupt) }
    }
    let otherwise = lines.first(where: \.trigger.isOtherwise)
    switch step.kind {
    case .gate:
      lead(.allow, by: lines.first { $0.trigger == .allow } ?? otherwise)
      lead(.deny, by: lines.first { $0.trigger == .deny } ?? otherwise)
      return ways
    case .call: return ways
    case .challenge, .event, .wait, .interrupt: break
    }
    lead(.otherwise, by: otherwise)
    if step.within != nil { lead(.timeout, by: lines.first { $0.trigger == .timeout } ?? otherwise) }
    if step.canRunOut(contract) { lead(.exhausted, by: lines.first { $0.trigger == .exhausted } ?? otherwise) }
    for event in lines.events.union(step.awaited.map { [$0.event] } ?? []) {
      for signal in told.signals(of: event, at: facts.calls, contract) {
        let trigger = Trigger.event(signal.event, mode: signal.mode, outcome: signal.outcome)
        if let line = lines.line(for: signal, contract) {
          lead(trigger, by: line)
        } else if let own = step.awaited, contract.asks(again: signal, own) {
          ways.lead(trigger, to: .stay, contract)
        } else if signal.event == step.awaited?.event || entry(of: signal.event) == nil {
          lead(trigger, by: otherwise)
        }
      }
    }
    return ways
  }

  private func way(_ target: Target) -> ComparedTarget {
    switch target.move {
    case .step(let step): .step(Int(step.index))
    case .end(let end): .end(Int(end.index))
    case .stay, .retry: .stay
    case .resume: .resume
    }
  }

  private func part(_ argument: CallUse.Argument, of step: Step, _ spec: CallSpec) -> FacetValue.Part {
    var text = words(argument.source, of: step)
    let type = spec.parameter(named: argument.name)?.type
    // As authors write it: a number that has a name by the name.
    if case .literal(.int(let number)) = argument.source,
      case .numbered(_, let numbers)? = type,
      let named = numbers.first(where: { $0.number == number })
    {
      text = named.name
    }
    // Whether it accepts is looked at by itself.
    let isConsent = spec.accepts == .flag(argument.name)
    return FacetValue.Part(
      name: argument.name, text: text, isTerm: mayProve(spec) && !isConsent && type.map(isTerm) ?? true,
      isWord: type.map { isWord(argument.source, $0) } ?? false)
  }

  private func isWord(_ source: CallUse.Argument.Source, _ type: ValueType) -> Bool {
    guard case .literal = source else { return false }
    switch type {
    case .flag, .oneOf, .numbered, .text: return true
    case .int, .count, .seconds, .secret, .list, .record: return false
    }
  }

  /// Whether a call may lead to a proof, or to a challenge that asks for one.
  private func mayProve(_ spec: CallSpec) -> Bool {
    spec.replies.contains { !$0.earns.isEmpty || contract[$0.event].kind == .challenge }
  }

  /// Whether a value of a type may say how much is asked for: a text is what is signed, or what is handed in.
  private func isTerm(_ type: ValueType) -> Bool {
    switch type {
    case .int, .count, .seconds, .flag, .oneOf, .numbered: true
    case .text, .secret, .list, .record: false
    }
  }

  private func words(_ source: CallUse.Argument.Source, of step: Step) -> String {
    switch source {
    case .literal(let value): "\(value)"
    case .input(let index): "$\(step.inputs[step.firstInput(equalTo: index)].name)"
    case .event(let path): "$event.\(path.joined(separator: "."))"
    case .picked(let index, let path): "$\(step.inputs[index].name).\(path.joined(separator: "."))"
    case .user: "$user"
    }
  }
}

extension [Transition] {
  fileprivate func line(for signal: Signal, _ contract: Contract) -> Transition? {
    contract.line(naming: signal) { trigger in first { $0.trigger == trigger } }
  }

  fileprivate func refusal(_ number: Int?) -> Transition? {
    first { $0.trigger == .rejected(number) } ?? first { $0.trigger == .rejected(nil) }
  }
}
