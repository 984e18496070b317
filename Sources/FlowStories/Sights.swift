// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import FlowGraph
import FlowRuntime

/// What runs were seen to show, each thing with the first run that shows it.
struct Sights {
  private let flow: Flow
  /// Such as `end done` and `message check-your-name`.
  private(set) var first: [String: [Moment]] = [:]
  private(set) var order: [String] = []
  /// By step: what runs may come to by it; nothing for a step that no way leads to.
  private let named: [Set<String>]
  /// What the flow may show, and no run was seen to.
  private var missing: Set<String>
  /// The questions that were looked at, each by its step and what is said.
  private var questions: Set<[Int]> = []

  init(_ flow: Flow) {
    self.flow = flow
    let led = Set(flow.stepsLedTo.map(\.id))
    named = flow.steps.map { led.contains($0.id) ? flow.sights(named: $0) : [] }
    missing = named.reduce(into: []) { $0.formUnion($1) }
  }

  /// Whether all was seen.
  private var isWhole: Bool { missing.isEmpty }

  private mutating func see(_ name: String, _ run: () -> [Moment]) {
    guard first[name] == nil else { return }
    first[name] = run()
    order.append(name)
    missing.remove(name)
  }

  /// Takes up what is asked.
  mutating func see(_ machine: FlowMachine, _ run: () -> [Moment]) {
    guard let question = machine.question(at: machine.time) else { return }
    for key in Screen(question, at: machine.time, of: flow).keys.sorted() { see("message \(key)", run) }
  }

  /// Takes up the end of a run, if it is one.
  ///
  /// - Parameter machine: as it is behind it; nil where that is not known.
  mutating func see(_ marks: [TraceMark], _ machine: FlowMachine?, _ run: () -> [Moment]) {
    for mark in marks {
      guard case .ended(let end) = mark.what else { continue }
      see("end \(end.name(in: flow))", run)
      if let said = machine?.said(at: end) { see("message \(said.key)", run) }
    }
  }

  /// Looks for what the runs of a map do not show: first behind the steps that name it, then everywhere.
  mutating func look(beyond graph: WalkGraph) {
    guard !isWhole else { return }
    let search = WitnessSearch(graph.program)
    var far: Set<StepID> = []
    for step in flow.steps where isMissing(at: step) {
      if let way = graph.run(toStep: step.id) { look(behind: way, at: step, search) } else { far.insert(step.id) }
    }
    guard !isWhole else { return }
    var ways: [StepID: [Moment]] = [:]
    search.look { reaction, _, machine, run in
      take(reaction, machine, run)
      if !machine.isOver, far.remove(machine.stepAtWork) != nil { ways[machine.stepAtWork] = run() }
      return isWhole
    }
    for step in flow.steps where isMissing(at: step) {
      if let way = ways[step.id] { look(behind: way, at: step, search) }
    }
  }

  private mutating func look(behind way: [Moment], at step: Step, _ search: WitnessSearch) {
    look(behind: way, for: step, search)
    guard isMissing(at: step) else { return }
    for spent in search.runs(spendingAt: step.id, behind: way) { look(behind: spent, for: step, search) }
  }

  private mutating func look(behind start: [Moment], for step: Step, _ search: WitnessSearch) {
    guard isMissing(at: step) else { return }
    search.look(behind: start) { reaction, _, machine, run in
      take(reaction, machine, run)
      return !isMissing(at: step)
    }
  }

  /// Whether a step names something that no run was seen to show.
  private func isMissing(at step: Step) -> Bool { !missing.isDisjoint(with: named[Int(step.id.index)]) }

  private mutating func take(_ reaction: Reaction, _ machine: FlowMachine, _ run: () -> [Moment]) {
    see(reaction.marks, machine, run)
    if isNews(reaction.marks) { see(machine, run) }
  }

  /// Whether a question is asked that may show something new.
  private mutating func isNews(_ marks: [TraceMark]) -> Bool {
    var isNews = false
    for case .asked(_, let step, let say) in marks.map(\.what) {
      let isKnown = !questions.insert([Int(step), Int(say)]).inserted
      // What a choice asks first is shown where the choice is offered, which may be later.
      isNews =
        isNews || !isKnown
        || flow.steps[Int(step)].choices.contains { choice in
          choice.confirm.map { missing.contains("message \(flow[$0].name.value)") } ?? false
        }
    }
    return isNews
  }
}

extension Flow {
  /// The steps that some way leads to from the start, or from an interrupt.
  fileprivate var stepsLedTo: [Step] {
    var known: Set<StepID> = [start]
    var steps = [self[start]]
    for step in self.steps where step.isInterrupt && known.insert(step.id).inserted { steps.append(step) }
    var index = 0
    while index < steps.count {
      for case .step(let next) in steps[index].targets.map(\.target.move) where known.insert(next).inserted {
        steps.append(self[next])
      }
      index += 1
    }
    return steps
  }

  /// What runs may come to by some step: the ends that it names, and the messages that are shown there or there alone.
  fileprivate func sights(named step: Step) -> Set<String> {
    var sights: Set<String> = []
    func show(_ message: MessageID?) { if let message { sights.insert("message \(self[message].name.value)") } }
    step.forEachMessage { show($0) }
    for target in step.targets.map(\.target) {
      guard case .end(let end) = target.move else { continue }
      sights.insert("end \(self[end].name.value)")
      // What leads there may say something else.
      if target.say == nil { show(self[end].say) }
    }
    return sights
  }
}

extension Step {
  /// The ends to which something at it leads.
  var endsNamed: [EndID] { targets.compactMap { if case .end(let end) = $0.target.move { end } else { nil } } }
}
