// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// An interrupt that wants an answer, and another one by which it is left behind, unanswered.
extension AnswerPassedBy {
  static func diagnoseOthers(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let contract = context.flow.contract
    let asking = contract.events.indices.filter {
      contract.events[$0].kind == .interrupt && contract.events[$0].needsAnswer && !contract.events[$0].isTerminal
    }
    guard !asking.isEmpty else { return }
    let others = context.steps.compactMap { OtherWay($0, context.flow, context.relation.started) }
    for index in asking {
      let event = EventID(index: UInt16(truncatingIfNeeded: index))
      guard context.relation.started.mayCome(event) else { continue }
      diagnoseSteps(for: event, others, context, &findings)
      guard context.relation.entries[index] != nil else { continue }
      diagnoseClosing(event, others, context, &findings)
    }
  }

  /// An interrupt that leads on, and where it does.
  private struct OtherWay {
    let event: EventID
    private let any: Target
    /// One on whose way nothing takes the proofs away; nil for none.
    private let keeping: Target?

    init?(_ facts: StepFacts, _ flow: Flow, _ started: StartedInterrupts) {
      guard facts.step.isInterrupt, let event = facts.step.awaited?.event, !flow.contract[event].isTerminal,
        started.mayCome(event)
      else { return nil }
      var ways: [(target: Target, loses: Bool)] = []
      func add(_ target: Target, loses: Bool = false) {
        if case .step = target.move { return ways.append((target, loses)) }
        if flow.isSuccess(target) { ways.append((target, loses)) }
      }
      if let to = facts.step.to { add(to) }
      for choice in facts.step.choices { if case .go(let target) = choice.action { add(target) } }
      for line in facts.step.transitions { add(line.target, loses: flow.contract.takesAway(line.trigger)) }
      for call in facts.calls {
        let loses = flow.contract[call.use.call].losesProofs
        let isCaught =
          call.lines.contains { $0.trigger == .rejected(nil) }
          && (call.use.gate.isEmpty || call.lines.contains { $0.trigger == .deny })
        for line in call.over {
          // What was rejected has taken nothing away, and without a line of its own it goes to `else`.
          let isRefused =
            switch line.trigger {
            case .rejected, .deny: true
            case .otherwise: !isCaught
            default: false
            }
          add(line.target, loses: flow.contract.takesAway(line.trigger) || loses && !isRefused)
        }
      }
      guard let first = ways.first else { return nil }
      self.event = event
      any = first.target
      keeping = ways.first { !$0.loses }?.target
    }

    /// Where it leads on from a question that is open; nil where nothing is left to be answered then.
    func target(passing question: EventID, _ contract: Contract) -> Target? {
      if contract.settles(question, by: event) { return nil }
      return contract[question].barsCalls ? any : keeping
    }
  }

  /// A line takes the interrupt to a step of the flow: others open above that, and take the flow elsewhere; and while others are open, it
  /// is kept for the line, and dropped if they lead on.
  private static func diagnoseSteps(
    for event: EventID, _ others: [OtherWay], _ context: CheckContext, _ findings: inout [Diagnostic]
  ) {
    let (flow, contract) = (context.flow, context.flow.contract)
    for facts in context.steps where !facts.step.isInterrupt {
      facts.forEachLine { line in
        guard case .event(event, _, _) = line.trigger, facts.step.awaited?.event != event,
          case .step(let id) = line.target.move, flow[id].awaited?.event == event
        else { return }
        let step = flow[id]
        let ways = others.compactMap { other -> (event: EventID, target: Target)? in
          guard let target = other.target(passing: event, contract) else { return nil }
          let isTaken = step.transitions.contains { $0.trigger.names(other.event) }
          guard !isTaken || other.event != event && contract[other.event].rank >= contract[event].rank else {
            return nil
          }
          return (other.event, target)
        }
        guard !ways.isEmpty else { return }
        findings.append(
          finding(
            "`\(line.trigger.words(contract))` may be left at \(step.quoted) without an answer", at: line.target.range,
            help: "take the line out, so that `interrupts:` has it: nothing but its own answer leads on from there",
            notes: ways.prefix(3).map {
              Note("`\(contract[$0.event].name)` may come meanwhile, and leads on here", at: $0.target.range)
            } + [Note("what is left", at: step.name.range)]))
      }
    }
  }

  /// Another interrupt outranks it, and closes it.
  private static func diagnoseClosing(
    _ event: EventID, _ others: [OtherWay], _ context: CheckContext, _ findings: inout [Diagnostic]
  ) {
    let (flow, contract) = (context.flow, context.flow.contract)
    func outranks(_ other: EventID) -> Bool {
      contract[other].kind == .interrupt && !contract[other].isTerminal && contract[other].rank > contract[event].rank
    }
    func report(
      _ other: EventID, _ target: Target, help: String = "go back with `resume`, or lead to an end that fails"
    ) {
      // What takes the other one without its answer is told as that.
      guard !findings.contains(where: { $0.code == code && $0.range == target.range }) else { return }
      findings.append(
        finding(
          "`\(contract[other].name)` may come while `\(contract[event].name)` is open, which gets no answer then",
          at: target.range, help: help,
          notes: context.relation.entries[Int(event.index)].map {
            [Note("what is left", at: flow.steps[$0].name.range)]
          } ?? []))
    }
    for other in others where outranks(other.event) {
      if let target = other.target(passing: event, contract) { report(other.event, target) }
    }
    for facts in context.steps where !facts.step.isInterrupt {
      facts.forEachLine { line in
        guard case .event(let other, _, _) = line.trigger, outranks(other), facts.step.awaited?.event != other,
          !contract.settles(event, by: other), !flow.endsWithoutSuccess(line.target)
        else { return }
        report(other, line.target)
      }
    }
    let unlisted = contract.events.indices.map { EventID(index: UInt16(truncatingIfNeeded: $0)) }.filter {
      context.relation.entries[Int($0.index)] == nil && outranks($0) && !contract.settles(event, by: $0)
    }
    // Most flows have an entry for each.
    guard !unlisted.isEmpty else { return }
    for facts in context.steps where !facts.step.isInterrupt {
      for place in context.moves.places(of: facts.step.index, context.relation) {
        // Where `else` stays, the question does, too.
        guard let otherwise = context.relation.lines(at: place).first(where: \.trigger.isOtherwise),
          otherwise.target.move != .stay, !flow.endsWithoutSuccess(otherwise.target),
          let other = context.relation.unlisted(at: place).first(where: unlisted.contains)
        else { continue }
        report(
          other, otherwise.target,
          help: "add `\(contract[other].name)` below `interrupts:`, and let it go back with `resume`")
      }
    }
  }
}

extension Contract {
  /// Whether an event takes a question back; or all that was shown with it, where no call waits for the answer.
  func settles(_ question: EventID, by event: EventID) -> Bool {
    cancelled(by: self[event]).contains(question) || self[event].losesProofs && !self[question].barsCalls
  }

  /// Whether what a line is for takes the proofs away: nobody waits for an answer of the session that is over.
  fileprivate func takesAway(_ trigger: Trigger) -> Bool {
    if case .event(let event, _, _) = trigger { self[event].losesProofs } else { false }
  }
}
