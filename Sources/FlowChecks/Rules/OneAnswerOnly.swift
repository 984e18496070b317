// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import Guards
import SDKContract
import Values

/// A question to the user that can be answered in one way only, which is to accept: that is no consent.
enum OneAnswerOnly: Rule {
  static let code = DiagnosticCode("MFA442", "one-answer-only", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    findings += questions(context).map { finding(at: $0.range, $0.step, $0.notes) }
  }

  /// Such questions by the event that asks, by its name; those of a `wait:` step have none.
  static func byEvent(in context: CheckContext) -> [String: [FlowMeasures.ForcedYes]] {
    let contract = context.flow.contract
    return questions(context).reduce(into: [:]) { found, question in
      let reason = question.notes.first
      found[question.step.awaited.map { contract[$0.event].name } ?? "", default: []].append(
        FlowMeasures.ForcedYes(
          step: question.step.name.value, index: question.step.index, reason: reason?.message,
          range: reason?.range ?? question.range))
    }
  }

  /// The steps with such a question.
  static func steps(in context: CheckContext) -> Set<StepID> { Set(questions(context).map(\.step.id)) }

  /// The steps at which all that a user can do is to accept, where that is, and why something else may be missing.
  private static func questions(_ context: CheckContext) -> [(step: Step, range: SourceRange, notes: [Note])] {
    let contract = context.flow.contract
    var visits: VisitBounds?
    var found: [(step: Step, range: SourceRange, notes: [Note])] = []
    for facts in context.steps where facts.step.awaited != nil || facts.step.isWait {
      let forced = facts.calls.filter { $0.mustBeYes(facts, contract) || context.asksAfterNo($0, at: facts) }
      // What refuses beside one need not do so beside another.
      for (origin, range) in forced.map({ ($0.origin, $0.use.range) }) + acceptances(at: facts, context) {
        var notes: [Note] = []
        guard !mayRefuse(origin, facts, context, &visits, &notes) else { continue }
        found.append((facts.step, range, notes))
        break
      }
    }
    return found
  }

  /// The parts of a step by which the user accepts, at once or by a `call:` step to which a choice leads.
  private static func acceptances(at facts: StepFacts, _ context: CheckContext) -> [(Origin, SourceRange)] {
    let contract = context.flow.contract
    var found: [(Origin, SourceRange)] = []
    for call in facts.calls where call.accepted(contract) == .flow {
      guard !context.isUnasked(call, at: facts.step) || facts.isButton(call, context.flow) else { continue }
      found.append((call.origin, call.use.range))
    }
    for index in facts.step.choices.indices where !facts.step.takenAutos.contains(index) {
      guard case .go(let target) = facts.step.choices[index].action,
        context.leadsToAcceptance(target) || context.passesThreat(target, by: index, at: facts)
      else { continue }
      found.append((.choice(index), target.range))
    }
    return found
  }

  private static func finding(at range: SourceRange, _ step: Step, _ notes: [Note] = []) -> Diagnostic {
    finding(
      "all that a user can do at \(step.quoted) is to accept", at: range,
      help: notes.isEmpty
        ? "add a choice that declines, and offer it whenever this one is"
        : "offer another choice whenever this one is offered"
          + (notes.contains(where: \.isOfBudget) ? ", for example by giving both the same budget" : ""),
      notes: notes)
  }

  /// Whether something else can be done wherever the user can accept.
  ///
  /// - Parameter notes: told of choices that would do, why they may be missing.
  private static func mayRefuse(
    _ origin: Origin, _ facts: StepFacts, _ context: CheckContext, _ visits: inout VisitBounds?, _ notes: inout [Note]
  ) -> Bool {
    let (step, contract) = (facts.step, context.flow.contract)
    let accepting = facts.call(of: origin)
    let needed = accepting.flatMap { contract[$0.use.call].requiresField }
    if let answer = facts.call(of: .answer), origin != .answer {
      guard let why = facts.absence(of: answer, beside: origin, needing: needed, contract) else { return true }
      notes.append(Note(why, at: answer.use.range))
    }
    var others: [(Guard, Bool)] = []
    for index in step.choices.indices where origin != .choice(index) {
      guard context.leadsElsewhere(index, besides: origin, at: facts) else { continue }
      let choice = step.choices[index]
      let call = facts.call(of: .choice(index))
      if let why = facts.bar(of: call, called: "choice", beside: origin, needing: needed, contract) {
        notes.append(Note(why, at: choice.name.range))
        continue
      }
      guard !step.outlasts(origin, index) else {
        notes.append(Note("this choice may have to wait while the accepting one need not", at: choice.name.range))
        continue
      }
      // Once it is spent, what accepts may still be there.
      guard
        step.sharesMax(origin, index) || facts.endsRun(by: index, context)
          || !facts.mayBeUsedUp(index, context, &visits)
      else {
        notes.append(Note(Note.spent, at: choice.max?.range ?? choice.name.range))
        continue
      }
      guard let when = choice.when else { return true }
      others.append((when, false))
      notes.append(Note("this choice is not always offered", at: choice.whenRange ?? choice.name.range))
    }
    guard !others.isEmpty else { return false }
    let isAutomatic = if case .choice(let index) = origin { step.takenAutos.contains(index) } else { false }
    // What is not heeded, an automatic choice may accept.
    let threats = facts.threats(context.flow, ofAnswered: isAutomatic)
    if case .choice(let index) = origin, step.choices[index].when != nil || !threats.isEmpty {
      let wanted = others + (step.choices[index].when.map { [($0, true)] } ?? [])
      return !(threats.isEmpty ? [[]] : threats).contains {
        Guard.canAllBe(wanted, knowing: facts.facts(contract) + $0)
      }
    }
    let forcing = origin == .answer ? accepting?.checks(forcing: facts, contract) ?? [] : []
    if !forcing.isEmpty {
      // Where a no can be handed in, no other choice is needed.
      return !forcing.contains { Guard.canAllBe(others + [($0.check, false)], knowing: $0.known) }
    }
    // A guard errs where its field is absent, and hides its choice.
    return !Guard.mayAllFail(others.map(\.0), knowing: facts.facts(contract))
  }
}

extension Note {
  fileprivate static let spent = "this choice may be spent while the accepting one is not"

  fileprivate var isOfBudget: Bool { message == Self.spent }
}

extension Step {
  /// Whether it asks again by a line of its own, or after something else than a choice was used.
  fileprivate func asksAgain(besides choice: Int) -> Bool {
    transitions.contains { $0.target.asksAgain }
      || choices.indices.contains { index in
        guard index != choice else { return false }
        switch choices[index].action {
        case .call(_, let over): return over.contains { $0.target.asksAgain }
        case .go(let target): return target.asksAgain
        }
      }
  }

  /// Whether two choices draw on one budget, so that both are spent at once.
  fileprivate func sharesMax(_ origin: Origin, _ index: Int) -> Bool {
    guard case .choice(let other) = origin, let shared = choices[index].sharedMax else { return false }
    return choices[other].sharedMax?.value == shared.value
  }

  /// Whether a part of the step is offered while a choice has a longer pause.
  fileprivate func outlasts(_ origin: Origin, _ index: Int) -> Bool {
    guard let pause = choices[index].every?.value else { return false }
    guard case .choice(let other) = origin else { return true }
    return choices[other].every?.value ?? 0 < pause
  }
}

extension CheckContext {
  /// Whether a choice does anything else than to accept, or to come back.
  ///
  /// - Parameter accepting: what accepts.
  fileprivate func leadsElsewhere(_ index: Int, besides accepting: Origin, at facts: StepFacts) -> Bool {
    guard let ways = ways(by: index, at: facts)?.filter({ !passesThreat($0, by: index, at: facts) }) else {
      return true
    }
    return !ways.allSatisfy { $0.staysAtStep(of: facts.step) || onlyLeadsBack($0, to: facts, where: accepting) }
  }

  /// Whether a choice goes on to a target despite a threat that the step asks about, which no call answers.
  fileprivate func passesThreat(_ target: Target, by choice: Int, at facts: StepFacts) -> Bool {
    guard let event = facts.step.awaited?.event else { return false }
    let when = facts.step.choices[choice].when.map { [($0, true)] } ?? []
    return facts.threats(flow).contains { Guard.canAllBe(when, knowing: facts.facts(flow.contract) + $0) }
      && goesOn(target, past: event, onDecision: true)
  }

  /// Where a choice leads if nothing goes wrong: nowhere if it accepts; nil where that is not known.
  private func ways(by choice: Int, at facts: StepFacts) -> [Target]? {
    switch facts.step.choices[choice].action {
    case .go(let target): return [target]
    case .call: return facts.calls.first { $0.origin == .choice(choice) }.flatMap { ways(by: $0, at: facts) }
    }
  }

  /// The same of a call.
  private func ways(by call: CallFacts, at facts: StepFacts) -> [Target]? {
    let contract = flow.contract
    switch call.accepted(contract) {
    case .flow: return []
    case .input: return nil
    case nil: break
    }
    guard !contract[call.use.call].losesProofs else { return nil }
    let replies = call.arrivals.filter { !contract.isFailure($0.outcome, of: $0.event) }
    if let departure = call.departure, replies.isEmpty || hearing(of: call, at: facts) == nil {
      return [departure.target]
    }
    // Wherever somebody is asked, the step only asks again then.
    if call.origin != .call, leadsToNothing(contract[call.use.call]) { return [] }
    guard !replies.isEmpty, let hearing = hearing(of: call, at: facts) else { return nil }
    let isElsewhere = hearing.step.id != facts.step.id
    // What can be done while the flow waits counts as well.
    var ways = isElsewhere && !hearing.step.choices.isEmpty ? call.departure.map { [$0.target] } ?? [] : []
    // A reply that means failure does not count as a way, unless the flow has a line for it and the call says no: so the SDK may report it.
    if contract[call.use.call].accepts != nil {
      for reply in call.arrivals where contract.isFailure(reply.outcome, of: reply.event) {
        ways += hearing.lines(for: reply, contract).filter { !$0.trigger.isOtherwise }.map(\.target)
      }
    }
    for reply in replies {
      // An interrupt may open above.
      guard contract[reply.event].kind != .interrupt else { return nil }
      let lines = hearing.lines(for: reply, contract)
      guard !lines.isEmpty else { return nil }
      ways += lines.map(\.target)
    }
    // A flow that waits on has not come back.
    guard !isElsewhere || !ways.contains(where: \.asksAgain) else { return nil }
    return ways
  }

  /// Whether a call changes nothing that a run could tell: it answers nothing, and nothing follows it.
  private func leadsToNothing(_ call: CallSpec) -> Bool {
    guard call.replies.isEmpty, call.answers.isEmpty, call.entersPhase == nil else { return false }
    return !flow.contract.events.contains { $0.after.contains { flow.contract[$0] === call } }
  }

  /// Whether a target is a `call:` step that accepts, be it behind others that ask nobody.
  fileprivate func leadsToAcceptance(_ target: Target) -> Bool {
    var target = target
    var seen: Set<StepID> = []
    while let next = step(at: target), seen.insert(next.step.id).inserted {
      if next.step.isCall { return next.calls.contains { $0.accepted(flow.contract) == .flow } }
      let allowed = next.step.isGate ? next.step.transitions.line(taking: .allow)?.target : nil
      guard let onward = next.step.to ?? allowed else { return false }
      target = onward
    }
    return false
  }

  /// Whether all that can surely be done at a target, and at the screens behind it, is to come back or to accept, as on a help screen.
  ///
  /// - Parameter accepting: what accepts at the step to which it leads back.
  private func onlyLeadsBack(_ target: Target, to facts: StepFacts, where accepting: Origin) -> Bool {
    var open = [target]
    var seen: Set<StepID> = [facts.step.id]
    while let next = open.popLast() {
      if case .step(let id) = next.move, seen.contains(id) { continue }
      guard !leadsToAcceptance(next) else { continue }
      guard let other = self.step(at: next), let onward = onward(from: other, accepting, facts) else { return false }
      seen.insert(other.step.id)
      open += onward.filter { !$0.staysAtStep(of: other.step) }
    }
    return true
  }

  /// Whether a choice of another screen is offered whenever a step lets the user accept.
  private func isSure(_ index: Int, at other: StepFacts, _ accepting: Origin, _ facts: StepFacts) -> Bool {
    var visits: VisitBounds?
    guard !facts.mayBeBarred(other.call(of: .choice(index)), beside: accepting),
      !other.step.choices[index].isLimited || !other.mayBeUsedUp(index, self, &visits)
    else { return false }
    guard let condition = other.condition(of: index, flow.contract) else { return true }
    let known = other.facts(flow.contract)
    // The event is still the same.
    guard case .choice(let index) = accepting, other.step.awaited?.event == facts.step.awaited?.event,
      let accepts = facts.condition(of: index, flow.contract)
    else { return !Guard.mayAllFail([condition], knowing: known) }
    return !Guard.canAllBe([(accepts, true), (condition, false)], knowing: known)
  }

  /// Where a screen, a gate, or a step with a call of its own, leads; nil where more can surely be done than to follow that.
  private func onward(from facts: StepFacts, _ accepting: Origin, _ asking: StepFacts) -> [Target]? {
    if facts.step.isCall { return facts.calls.first.flatMap { ways(by: $0, at: facts) } }
    // Nor is it one of the user's whether the modules allow it.
    if facts.step.isGate {
      return facts.step.transitions.line(taking: .allow).map { [$0.target] }
    }
    // Time that passes is no choice.
    guard facts.step.to == nil, !facts.step.choices.isEmpty else { return nil }
    if facts.step.answer != nil, !facts.mayRefuseAll(flow.contract) { return nil }
    var targets: [Target] = []
    for index in facts.step.choices.indices where isSure(index, at: facts, accepting, asking) {
      guard let ways = ways(by: index, at: facts) else { return nil }
      targets += ways
    }
    return targets
  }
}

extension StepFacts {
  /// The call of a part of the step; nil if it makes none.
  fileprivate func call(of origin: Origin) -> CallFacts? { calls.first { $0.origin == origin } }

  /// Why the answer may be missing, or be none, where the user can accept; nil if it never is.
  fileprivate func absence(
    of answer: CallFacts, beside origin: Origin, needing needed: String?, _ contract: Contract
  ) -> String? {
    if let why = bar(of: answer, called: "answer", beside: origin, needing: needed, contract) { return why }
    var accepts: [(Guard, Bool)] = []
    if case .choice(let index) = origin, let when = condition(of: index, contract) { accepts = [(when, true)] }
    let mayLackItems = step.inputs.prefix(step.pickCount).contains { input in
      guard case .event(let path)? = input.pick?.source else { return true }
      return Guard.canAllBe(accepts, knowing: facts(contract) + [Guard.Fact(["event"] + path, is: .list([]))])
    }
    if mayLackItems { return "there may be nothing to pick, and then there is no answer" }
    return mayRefuseAll(contract) ? "it may be that nothing that can be handed in meets the checks" : nil
  }

  /// What may keep a call from being made where the user can accept, be it the modules or the contract; nil for nothing.
  ///
  /// - Parameters:
  ///   - other: nil for a part of the step that makes none.
  ///   - word: what the author knows that part as.
  fileprivate func bar(
    of other: CallFacts?, called word: String, beside origin: Origin, needing needed: String?, _ contract: Contract
  ) -> String? {
    guard let other else { return nil }
    guard !mayBeBarred(other, beside: origin) else { return "the security modules may bar this \(word)" }
    guard let field = contract[other.use.call].requiresField, field != needed else { return nil }
    return "the contract has this \(word) only where `\(field)` is true"
  }

  /// Whether the modules may bar a call, and not what accepts at a step.
  fileprivate func mayBeBarred(_ other: CallFacts?, beside accepting: Origin) -> Bool {
    !Set(call(of: accepting)?.use.gate ?? []).isSuperset(of: other?.use.gate ?? [])
  }

  /// Whether an automatic choice that accepts may be left to the user: a question that is asked again makes none, and the choice may be
  /// offered over a threat about which the flow must ask.
  fileprivate func isButton(_ call: CallFacts, _ flow: Flow) -> Bool {
    guard case .choice(let index) = call.origin, step.asksAgain(besides: index) else { return false }
    let (facts, when) = (facts(flow.contract), step.choices[index].when.map { [($0, true)] } ?? [])
    return flow.contract.threats(answeredBy: call, at: step).contains { event in
      // Where it is made for such a threat, another rule tells that.
      guard ThreatPassedSilently.passing(event, call.origin, self, flow).isEmpty else { return false }
      return flow.heeded(of: flow.contract[event]).contains { severity in
        Guard.canAllBe(when, knowing: facts + [flow.contract[event].fact(of: severity)].compactMap(\.self))
      }
    }
  }

  /// What is known with each threat about which the flow must ask; empty where the step asks about none.
  ///
  /// - Parameter isOfAnswered: whether threats count that a call answers.
  fileprivate func threats(_ flow: Flow, ofAnswered isOfAnswered: Bool = false) -> [[Guard.Fact]] {
    guard let event = step.awaited.map({ flow.contract[$0.event] }), isOfAnswered || !event.needsAnswer,
      !event.isTerminal
    else { return [] }
    return flow.heeded(of: event).map { [event.fact(of: $0)].compactMap(\.self) }
  }

  /// Whether a run is over once a choice is used, whatever comes of its call.
  fileprivate func endsRun(by choice: Int, _ context: CheckContext) -> Bool {
    guard context.graph != nil else { return false }
    let relation = context.relation
    return context.moves.places(of: step.index, relation).allSatisfy { place in
      let isOpen = place.site.map { relation.sites[$0].call.origin == .choice(choice) } ?? false
      return context.moves.moves(at: place, relation).allSatisfy { move in
        // What is merely taken is open then, and what the SDK rejects spends nothing.
        let isMade = move.origin == .choice(choice) && move.cause == .person && move.draws && !move.isTaking
        guard isMade || isOpen && move.cause != .person else { return true }
        if case .end = move.target { return true }
        return false
      }
    }
  }
}
