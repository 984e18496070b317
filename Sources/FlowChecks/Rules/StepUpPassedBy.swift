// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowLinking
import FlowMeaning
import SDKContract

/// A step-up that is failed or skipped, and a way from there to the very call or success that it was asked for.
///
/// That another end of the flow inside leads where its success leads, is told where the two are joined; this follows the ways behind it.
enum StepUpPassedBy: Rule {
  static let code = LinkRules.failureAsSuccess

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let graph = context.graph else { return }
    let stepUps = context.flow.runs.compactMap { StepUp($0.value, context, graph) }
    guard !stepUps.isEmpty else { return }
    // Some deeds are asked for by several of them.
    let isReached = graph.reached(from: context.flow.roots, avoiding: stepUps.reduce([]) { $0.union($1.inside) })
    for stepUp in stepUps { findings += stepUp.findings(besides: isReached) }
  }
}

/// A `run:` step whose flow has a success that requires a proof `after` a step.
private struct StepUp {
  /// What the success leads to.
  private enum Deed {
    case call(CallUse)
    case success(EndID)
  }

  private let context: CheckContext
  private let graph: StepGraph
  /// The steps of the flow inside.
  let inside: Set<Int>
  private let requirement: Spanned<StepID>
  private let success: Target
  /// By the line of the `run:` step, where another end than a success leads.
  private let others: [Target]

  /// Nil where nothing is required anew, or where the flow inside does itself what it asks for.
  init?(_ run: String, _ context: CheckContext, _ graph: StepGraph) {
    let flow = context.flow
    let inside = flow.steps.indices.filter { flow.steps[$0].run.map { $0 == run } ?? false }
    var found: (requirement: Spanned<StepID>, target: Target)?
    var others: [Target] = []
    for step in inside {
      let facts = context.steps[step]
      var shows = true
      facts.forEachTarget { target in
        guard target.passage != nil, target.leads(outOf: run, flow) else { return }
        guard target.claim != .none else {
          if !others.contains(where: { $0.range == target.range }) { others.append(target) }
          return
        }
        guard let after = flow.demand(claimed: target.claim).requirements.compactMap(\.after).first else { return }
        shows = shows && facts.mayShow(flow.contract)
        if found == nil { found = (after, target) }
      }
      guard shows else { return nil }
    }
    guard let found, !others.isEmpty else { return nil }
    (self.context, self.graph, self.inside, self.others) = (context, graph, Set(inside), others)
    (requirement, success) = (found.requirement, found.target)
  }

  /// - Parameter isReached: by step, whether a run comes there without any step-up.
  func findings(besides isReached: [Bool]) -> [Diagnostic] {
    let deeds = deeds().filter { deed in
      !context.steps.contains { isReached[$0.step.index] && does(deed, at: $0) != nil }
    }
    guard !deeds.isEmpty else { return [] }
    return others.compactMap { finding($0, deeds) }
  }

  private var flow: Flow { context.flow }

  /// What the success leads to first: the calls at the first steps that make one, or a success that it is.
  private func deeds() -> [Deed] {
    if case .end(let end) = success.move {
      let demand = flow.demand(at: end)
      return flow[end].outcome == .success && demand.requirements.isEmpty ? [.success(end)] : []
    }
    var deeds: [Deed] = []
    follow(from: success) { facts in
      let calls = facts.calls.map(\.use).filter(isDeed)
      deeds += calls.map { .call($0) }
      return facts.calls.isEmpty
    }
    return deeds
  }

  /// Whether a call may be what a step-up is for: none that ends a session, leads to a question or has something else to be shown.
  private func isDeed(_ use: CallUse) -> Bool {
    let call = flow.contract[use.call]
    return !call.losesProofs && call.entersPhase == nil && !call.extends && !call.sends
      && call.replies.allSatisfy { flow.contract[$0.event].kind != .challenge && $0.earns.isEmpty }
  }

  /// Where a step does it; nil where it does not.
  private func does(_ deed: Deed, at facts: StepFacts) -> SourceRange? {
    switch deed {
    case .call(let use):
      return facts.calls.first { $0.use.call == use.call && $0.use.mayDoTheSame(as: use) }?.use.range
    case .success(let end):
      var range: SourceRange?
      facts.forEachTarget { if $0.move == .end(end), range == nil { range = $0.range } }
      return range
    }
  }

  private func finding(_ target: Target, _ deeds: [Deed]) -> Diagnostic? {
    var done: (place: SourceRange, step: Step, deed: Deed)?
    let ways = follow(from: target) { facts in
      // Who is not signed in can do nothing of it.
      guard done == nil, context.signedIn[facts.step] else { return done == nil }
      for deed in deeds {
        guard let place = does(deed, at: facts) else { continue }
        done = (place, facts.step, deed)
        return false
      }
      return true
    }
    guard let done, let other = line(of: target), let passed = line(of: success) else { return nil }
    let (what, notes) =
      switch done.deed {
      case .call(let use): ("the call `\(flow.contract[use.call].name)`", "this makes it")
      case .success(let end): ("`\(flow[end].name.value)`", "this leads there")
      }
    return StepUpPassedBy.finding(
      "\(other) comes to \(what) as \(passed) does, and has proved nothing", at: target.range,
      help:
        "lead it to an end, or to a step that leads back to the step-up; only who comes by \(passed) has shown the proof",
      notes: [
        Note("this is required of \(passed)", at: requirement.range), Note(notes, at: done.place),
      ],
      way: ways.way(to: done.step, flow))
  }

  /// The line of the `run:` step as an author calls it.
  private func line(of target: Target) -> String? {
    guard let passage = target.passage.map({ flow.passages[$0].value }),
      let name = passage.split(separator: ":").last?.drop(while: { $0 == " " })
    else { return nil }
    return name == "else" ? "`else`" : "the end `\(name)`"
  }

  /// Goes from step to step as long as nobody is asked for anything that could stand for the proof.
  ///
  /// - Parameter visit: is given each step, and says whether to go on from there.
  @discardableResult
  private func follow(from first: Target, _ visit: (StepFacts) -> Bool) -> CameFrom {
    var ways = CameFrom()
    guard case .step(let id) = first.move else { return ways }
    var open = [Int(id.index)]
    ways.steps[open[0]] = .some(nil)
    var next = 0
    while next < open.count {
      let facts = context.steps[open[next]]
      next += 1
      guard !inside.contains(facts.step.index), facts.step.requirement == nil, visit(facts),
        facts.asksForNothing(flow.contract)
      else { continue }
      for edge in graph.edges(from: facts.step.index) where edge.isTaken && ways.steps[edge.to] == nil {
        ways.steps[edge.to] = .some(edge)
        open.append(edge.to)
      }
    }
    return ways
  }
}

/// By step, how it was come to; no edge for the first.
private struct CameFrom {
  var steps: [Int: StepGraph.Edge?] = [:]

  func way(to step: Step, _ flow: Flow) -> [WayStep] {
    var way: [WayStep] = []
    var last = step.index
    while let edge = steps[last].flatMap(\.self) {
      way.append(WayStep("\(flow.steps[edge.from].quoted) leads to \(flow.steps[edge.to].quoted)", at: edge.range))
      last = edge.from
    }
    return way.reversed()
  }
}

extension Target {
  /// Whether it leads out of a flow inside.
  fileprivate func leads(outOf run: String, _ flow: Flow) -> Bool {
    switch move {
    case .step(let id): flow[id].run.map { $0 != run } ?? true
    case .end: true
    case .stay, .retry, .resume: false
    }
  }
}

extension StepFacts {
  /// Whether a call of the step may show something.
  fileprivate func mayShow(_ contract: Contract) -> Bool {
    calls.contains { contract[$0.use.call].replies.contains { !$0.earns.isEmpty } }
  }

  /// Whether it neither takes an answer nor shows anything nor asks the modules.
  fileprivate func asksForNothing(_ contract: Contract) -> Bool {
    step.answer == nil && !step.isGate && calls.allSatisfy(\.use.gate.isEmpty) && !mayShow(contract)
  }
}
