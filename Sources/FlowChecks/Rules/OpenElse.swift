// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// What was not foreseen, or went wrong, ends in success: a door open to anybody who makes things go wrong.
enum OpenElse: Rule {
  static let code = DiagnosticCode("MFA401", "open-else", isNeverAllowed: true)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    var found: [OpenLine] = []
    for facts in context.everyStep {
      facts.forEachLine { line in
        guard line.trigger.isFailure(context.flow.contract) else { return }
        if line.target.claim != .none { return findings.append(inner(line, facts, context.flow)) }
        guard let (end, between) = success(of: line, context) else { return }
        found.append(OpenLine(line: line, facts: facts, end: end, between: between))
      }
    }
    findings += told(found, context)
  }

  /// The line of a failure that leads to a success end.
  private struct OpenLine {
    let line: Transition
    let facts: StepFacts
    let end: EndID
    /// The last step on the way, at which nobody is asked; nil where the line leads there at once.
    let between: Step?
  }

  /// A finding for each line; one for all of an end to which nothing else leads: its outcome is what is wrong.
  private static func told(_ found: [OpenLine], _ context: CheckContext) -> [Diagnostic] {
    var told: [Diagnostic] = []
    for (end, alike) in Dictionary(grouping: found, by: \.end) {
      guard alike.count > 1, alike.allSatisfy({ $0.between == nil }), !isReached(end, context) else {
        told += alike.map { finding($0.line, $0.facts, context.flow[end], $0.between, context.flow) }
        continue
      }
      let open = alike[0]
      var one = finding(open.line, open.facts, context.flow[end], nil, context.flow)
      one.cure = Cure(
        "nothing but what goes wrong leads to \(Diagnostic.quoting(context.flow[end].name.value)): write "
          + "`outcome: failure` there, or lead these lines to another end")
      one.notes += alike.dropFirst().map { other in
        Note("so does `\(other.line.trigger.words(context.flow.contract))` here", at: other.line.target.range)
      }
      told.append(one)
    }
    return told
  }

  /// Whether something leads to an end at once that is no failure.
  private static func isReached(_ end: EndID, _ context: CheckContext) -> Bool {
    context.everyStep.contains { facts in
      var failures: Set<SourceRange> = []
      facts.forEachLine { if $0.trigger.isFailure(context.flow.contract) { failures.insert($0.target.range) } }
      var isReached = false
      facts.forEachTarget { target in
        if case .end(end) = target.move, !failures.contains(target.range) { isReached = true }
      }
      return isReached
    }
  }

  /// Whether a finding says that the target is a success that a failure must not lead to.
  static func tells(of target: Target, _ context: CheckContext) -> Bool {
    context.everyStep.contains { facts in
      var isTold = false
      facts.forEachLine { line in
        guard line.target.range == target.range, line.target.claim == .none,
          line.trigger.isFailure(context.flow.contract)
        else { return }
        if success(of: line, context) != nil { isTold = true }
      }
      return isTold
    }
  }

  /// The success end to which the line of a failure leads, and the last step on the way; nil for none.
  private static func success(of line: Transition, _ context: CheckContext) -> (end: EndID, between: Step?)? {
    guard let success = context.success(behind: line.target) else { return nil }
    // Where a denial leads on to is looked at beside what leave leads to (MFA405).
    return success.between != nil && line.trigger == .deny ? nil : success
  }

  /// A success end of a flow inside is one, wherever the outer flow goes on.
  private static func inner(_ line: Transition, _ facts: StepFacts, _ flow: Flow) -> Diagnostic {
    finding(
      "`\(line.trigger.words(flow.contract))` must not lead to a success end of this flow", at: line.range,
      help: "lead it to an end with `outcome: failure`",
      notes: [Note("the flow is run here", at: line.target.range)] + facts.notes(of: line, flow.contract))
  }

  /// - Parameter between: the last step on the way, at which nobody is asked; nil where the line leads there at once.
  private static func finding(
    _ line: Transition, _ facts: StepFacts, _ end: End, _ between: Step?, _ flow: Flow
  ) -> Diagnostic {
    let words = line.trigger.words(flow.contract)
    return finding(
      "`\(words)` must not lead to the success end \(Diagnostic.quoting(end.name.value))"
        + (between.map { " by \($0.quoted), where nobody is asked" } ?? ""), at: line.target.range,
      help: "lead it to an end with `outcome: failure`, such as `\(flow.failureEnd)`" + flow.failureEndToAdd,
      notes: [Note("the end", at: end.outcomeRange)] + facts.notes(of: line, flow.contract))
  }
}

extension CheckContext {
  /// The success end to which a target leads by itself, and the last step on the way at which nobody is asked; nil for none.
  fileprivate func success(behind target: Target) -> (end: EndID, between: Step?)? {
    func success(_ target: Target) -> EndID? {
      if case .end(let end) = target.move, flow[end].outcome == .success { end } else { nil }
    }
    return first(behind: target, { $0.targetsByItself(flow.contract) }, success).map { ($0.found, $0.from) }
  }
}

extension StepFacts {
  /// Where a step goes on without asking anybody, when nothing goes wrong.
  fileprivate func targetsByItself(_ contract: Contract) -> [Target] {
    if let to = step.to { return [to] }
    var targets: [Target] = []
    var lines = step.isCall || step.isGate ? step.transitions : []
    // An interrupt answers nothing that the flow has asked for: it comes by itself.
    if step.isWait, step.choices.isEmpty {
      lines = step.transitions.filter { line in
        if case .event(let event, _, _) = line.trigger { contract[event].kind == .interrupt } else { false }
      }
    }
    // Each of them is made where those before it are hidden or spent.
    for auto in step.takenAutos {
      if case .go(let target) = step.choices[auto].action { targets.append(target) }
      for call in calls where call.origin == .choice(auto) { lines += call.lines }
      if step.choices[auto].isUnconditional { break }
    }
    return targets + lines.filter { !$0.trigger.isFailure(contract) }.map(\.target)
  }

  /// What the contract lets come here that a line would take: some of it.
  fileprivate func notes(of line: Transition, _ contract: Contract) -> [Note] {
    var words: [String] = []
    for call in calls where call.departure == nil {
      for arrival in call.arrivals {
        var isTaken = false
        call.forEachLine(for: arrival, at: step, contract) { if $0.range == line.range { isTaken = true } }
        guard isTaken else { continue }
        let word = "`\(arrival.words(contract))`"
        if !words.contains(word) { words.append(word) }
      }
    }
    guard !words.isEmpty, line.trigger == .otherwise else { return [] }
    let more = words.count > 6 ? " and \(words.count - 6) more" : ""
    return [Note("nothing else takes \(words.prefix(6).joined(separator: ", "))\(more)", at: line.range)]
  }
}
