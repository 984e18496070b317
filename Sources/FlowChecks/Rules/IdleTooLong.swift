// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A signed-in user who may do nothing for longer than the profile of the check allows, as far as the flow says: at one
/// step or interrupt, or at several steps and calls that follow each other by themselves.
enum IdleTooLong: Rule {
  static let code = DiagnosticCode("MFA425", "idle-too-long", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let profile = context.profile, context.graph != nil,
      let limit = profile.idle(for: context.flow.goal?.value), let most = limit.most
    else { return }
    let contract = context.flow.contract
    let present = context.steps.filter { context.signedIn[$0.step] }
    let plain = present.filter { !$0.step.isInterrupt }
    guard !plain.isEmpty else { return }
    // A step that is resumed asks.
    let resumes = context.everyStep.contains { facts in
      facts.step.isInterrupt && facts.step.targets.contains { $0.target.move == .resume }
    }
    let asking = present.filter { $0.asks && !($0.leavesByItself && ($0.step.isInterrupt || !resumes)) }
    let idle = asking.filter { ($0.step.within?.value ?? .max) > most }
    if let first = idle.first(where: { $0.step.within != nil }) ?? idle.first {
      findings.append(finding(first, idle, limit, most, context, profile))
    } else if let line = asking.lazy.compactMap({ $0.lineThatWaitsOn(contract) }).first {
      findings.append(
        finding(
          "after this `timeout` nothing ends how long the step waits for a signed-in user", at: line.target.range,
          help: line.trigger.isOtherwise && line.range.file == context.flow.range.file
            ? "add `then: { timeout: \(context.flow.failureEnd) }` (\(limit.clause))" + context.flow.failureEndToAdd
            : "lead it to a step that signs the user off, or to an end (\(limit.clause))"))
    } else if let line = asking.lazy.compactMap({ $0.lineThatBeginsAnew(contract) }).first {
      findings.append(
        finding(
          "each such event lets the step wait anew for a signed-in user, who need not be there",
          at: line.target.range,
          help: "lead it to another step, or allow this where the server ends idle sessions (\(limit.clause))"))
    } else if let (event, line) = asking.lazy.compactMap({ context.elseThatBeginsAnew(at: $0) }).first {
      let name = contract[event].name
      findings.append(
        finding(
          "each `\(name)` lets the step wait anew by this `else`, though nobody need be there", at: line.target.range,
          help: "add `\(name)` below `interrupts:`, or allow this where the server ends idle sessions (\(limit.clause))"
        ))
    } else {
      let chains = IdleChains(plain, context)
      guard let chain = chains.longest else { return }
      if chain.time > most { return findings.append(finding(chain, limit, most, profile, context.flow)) }
      let above = asking.filter { $0.step.isInterrupt && $0.step.within != nil }
      if let found = finding(chain, under: above, chains, limit, most, profile, context.flow) {
        findings.append(found)
      } else if let anew = context.interruptThatBeginsAnew(plain, behind: chain.time, most) {
        findings.append(
          finding(
            "a time begins anew with each `\(contract[anew.event].name)`, though nobody need be there", at: anew.range,
            help: "\(anew.cure)allow this where the server ends idle sessions (\(limit.clause))"))
      }
    }
  }

  /// What opens above a step may wait, too, before the step goes on: the step's own time passes meanwhile, and yet it may open in
  /// the last moment of that.
  private static func finding(
    _ chain: IdleChains.Chain, under interrupts: [StepFacts], _ chains: IdleChains, _ limit: Profile.Limit, _ most: Int,
    _ profile: Profile, _ flow: Flow
  ) -> Diagnostic? {
    guard
      let last = interrupts.max(by: { chains.time(behind: $0, in: flow) < chains.time(behind: $1, in: flow) })
    else { return nil }
    let opened = interrupts.reduce(chains.time(behind: last, in: flow)) { $0 + ($1.step.within?.value ?? 0) }
    let (time, isTooLong) = chain.time.addingReportingOverflow(opened)
    guard time > most || isTooLong, let within = last.step.within else { return nil }
    var found = finding(
      "with \(last.step.quoted) above it, a signed-in user may do nothing for `\(Milliseconds.words(time))`",
      at: within.range,
      help:
        "`\(profile.name)` allows `\(Milliseconds.words(most))` in all (\(limit.clause)): shorten the times, or end sooner",
      notes: [Note("this waits for `\(Milliseconds.words(chain.time))`", at: flow.steps[chain.steps[0]].name.range)]
        + interrupts.filter { $0.step.index != last.step.index }.prefix(4).map {
          Note("this may open, too", at: $0.step.name.range)
        })
    if limit.isDemanded { found.severity = .error }
    return found
  }

  private static func finding(
    _ first: StepFacts, _ idle: [StepFacts], _ limit: Profile.Limit, _ most: Int, _ context: CheckContext,
    _ profile: Profile
  ) -> Diagnostic {
    let step = first.step
    let isStated = step.within != nil
    // A time without a line for it has to lead somewhere, too.
    let isOwn = step.range.file == context.flow.range.file
    let lines = isOwn ? "`then: { else: \(context.flow.failureEnd) }`" : "`then:` with an `else:` that leads to an end"
    let line = isStated || !step.transitions.isEmpty ? first.lineBesideItsTime(context.flow) : " and \(lines)"
    let addition = isOwn ? context.flow.failureEndToAdd : ""
    var found = finding(
      isStated
        ? "\(step.quoted) waits longer for a signed-in user than `\(profile.name)` allows"
        : "nothing here ends how long \(step.quoted) waits for a signed-in user",
      at: step.within?.range ?? step.name.range,
      help: isStated
        ? "write `within: \(Milliseconds.words(most))` or less\(line) (\(limit.clause))"
          + (line.isEmpty ? "" : addition)
        : "add `within: \(Milliseconds.words(most))`\(line), or allow this where the server ends idle sessions "
          + "(\(limit.clause))" + (line.isEmpty ? "" : addition),
      notes: idle.filter { $0.step.index != step.index && ($0.step.within != nil) == isStated }.prefix(4).map {
        Note(isStated ? "so does \($0.step.quoted)" : "nor how long \($0.step.quoted) waits", at: $0.step.name.range)
      })
    if isStated, limit.isDemanded { found.severity = .error }
    return found
  }

  private static func finding(
    _ chain: IdleChains.Chain, _ limit: Profile.Limit, _ most: Int, _ profile: Profile, _ flow: Flow
  ) -> Diagnostic {
    let first = flow.steps[chain.steps[0]]
    let long = chain.time == .max ? "for ever" : "for `\(Milliseconds.words(chain.time))`"
    var found = finding(
      "from \(first.quoted) on, a signed-in user may do nothing \(long)",
      at: chain.call ?? first.within?.range ?? first.name.range,
      help:
        "`\(profile.name)` allows `\(Milliseconds.words(most))` in all (\(limit.clause)): shorten the times, or end sooner",
      notes: Set(chain.call == nil ? chain.steps[...] : chain.steps[1...])
        .subtracting(chain.call == nil ? [first.index] : []).sorted().filter { flow.steps[$0].within != nil }.prefix(4)
        .map {
          Note("then \(flow.steps[$0].quoted) waits", at: flow.steps[$0].within?.range ?? flow.steps[$0].name.range)
        })
    if limit.isDemanded { found.severity = .error }
    return found
  }
}

extension CheckContext {
  /// An interrupt that nobody has to ask for, and that begins a time anew each time that it comes: its own one where a later one takes its
  /// place, or waits for it to be left, or that of the step to which it leads with nobody there.
  ///
  /// - Parameter before: how long nobody may have done anything when the first one comes.
  fileprivate func interruptThatBeginsAnew(
    _ plain: [StepFacts], behind before: Int, _ most: Int
  ) -> (event: EventID, range: SourceRange, cure: String)? {
    let contract = flow.contract
    for facts in steps {
      guard facts.step.isInterrupt, signedIn[facts.step], let event = facts.step.awaited?.event,
        contract[event].after.isEmpty, !contract.warnsOfEnd(event),
        // A step that takes it does not let it open.
        plain.contains(where: { !$0.step.transitions.contains { $0.trigger.names(event) } })
      else { continue }
      for target in facts.waysWithNobodyThere(contract) where beginsAnew(behind: target, after: before, most) {
        return (event, target.range, "go back with `resume`, lead it to an end, or ")
      }
      guard let within = facts.step.within else { continue }
      switch contract[event].repetition {
      case .replace: return (event, within.range, "")
      case .queue:
        guard let line = facts.timeoutLine, line.target.move == .resume else { continue }
        return (event, line.target.range, "lead it to a step that signs the user off, or to an end; or ")
      }
    }
    return nil
  }

  /// The `else` by which an interrupt without an entry keeps a step, so that its `within` begins anew.
  fileprivate func elseThatBeginsAnew(at facts: StepFacts) -> (event: EventID, line: Transition)? {
    guard facts.step.within != nil, facts.otherwise?.target.staysAtStep(of: facts.step) ?? false else { return nil }
    return elseForUnlisted(at: facts)
  }

  /// Whether what an event leads to each time, with nobody there, begins the time of a signed-in step so often that it is too long: at once,
  /// or by way of gates, automatic choices and calls.
  private func beginsAnew(behind target: Target, after before: Int, _ most: Int) -> Bool {
    var open: [(target: Target, times: Int?)] = [(target, nil)]
    var seen: Set<Int> = []
    while let (next, times) = open.popLast() {
      guard let facts = step(at: next), !facts.step.isInterrupt, signedIn[facts.step],
        seen.insert(facts.step.index).inserted
      else { continue }
      if case .call(let use) = facts.step.kind {
        guard !flow.contract.endsSession(use.call) else { continue }
        let fewer = [times, facts.step.max?.value].compactMap(\.self).min()
        open += facts.step.transitions.map { ($0.target, fewer) }
      } else if let within = facts.step.within {
        guard let times else { return true }
        let (whole, isTooLong) = within.value.multipliedReportingOverflow(by: times)
        if isTooLong || whole > most - before { return true }
      } else {
        open += facts.waysWithNobodyThere(flow.contract).map { ($0, times) }
      }
    }
    return false
  }
}

extension StepFacts {
  /// What else is needed for a `within` to end the wait: nothing where what is taken then leads away.
  fileprivate func lineBesideItsTime(_ flow: Flow) -> String {
    guard let line = timeoutLine, line.target.asksAgain else { return "" }
    guard step.range.file == flow.range.file else { return " and lead `timeout:` to an end" }
    return line.trigger.isOtherwise
      ? " and `then: { timeout: \(flow.failureEnd) }`" : " and lead `timeout:` to `\(flow.failureEnd)`"
  }

  /// Whether nobody is asked, since the flow chooses by itself in any case, and no line asks whatever comes of that.
  fileprivate var leavesByItself: Bool {
    step.autos.contains { step.choices[$0].isUnconditional } && !step.targets.contains { $0.target.asksAgain }
  }

  /// The line by which an event that nobody has to ask for keeps the step, so that its `within` begins anew.
  fileprivate func lineThatBeginsAnew(_ contract: Contract) -> Transition? {
    guard step.within != nil else { return nil }
    return step.transitions.first { line in
      guard case .event(let event, _, _) = line.trigger, line.target.staysAtStep(of: step) else { return false }
      return !calls.contains { $0.arrivals.contains { $0.event == event } }
    }
  }
}
