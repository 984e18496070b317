// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A way by which a `call:` step that sends something is come to again at once: it asks for nothing that is typed, no time passes on it,
/// and none of its buttons has a pause.
struct PauselessWay {
  private let call: CallFacts
  private let step: Step
  /// The first button on the way; nil where the flow goes round by itself.
  private let button: (step: Step, choice: Choice)?
  /// The line that leads on although the call of that button is not made; nil where the button itself has no pause.
  private let refusal: Transition?
  /// The interrupt that leads there, as often as it comes; nil for none.
  private let interrupt: Step?
  private let failureEnd: String
  private let failureEndToAdd: String

  /// Where a way has come to.
  private struct Stop {
    let step: Int
    var button: StepGraph.Edge?
    var interrupt: Int?
  }

  /// Nil where there is no such way, or the call is made once.
  init?(back call: CallFacts, of facts: StepFacts, _ context: CheckContext, _ graph: StepGraph) {
    guard call.origin == .call, facts.step.max?.value != 1 else { return nil }
    let ways = WaysAtOnce(back: facts, context, graph)
    let (steps, start) = (context.flow.steps, facts.step.index)
    var seen: Set<Int> = []
    var open = [Stop(step: start)]
    var found: Stop?
    while found == nil, let stop = open.popLast() {
      func go(to step: Int, _ button: StepGraph.Edge?, _ interrupt: Int?) {
        let next = Stop(step: step, button: stop.button ?? button, interrupt: stop.interrupt ?? interrupt)
        if step == start { found = next }
        if seen.insert(step).inserted { open.append(next) }
      }
      for interrupt in ways.interrupts(above: steps[stop.step]) { go(to: interrupt, nil, interrupt) }
      for edge in graph.edges(from: stop.step) where ways.lead(by: edge) {
        go(to: edge.to, edge.button(in: context.flow) == nil ? nil : edge, nil)
      }
    }
    guard let found else { return nil }
    (self.call, step) = (call, facts.step)
    button = found.button.flatMap { edge in edge.button(in: context.flow).map { (steps[edge.from], $0) } }
    refusal = found.button.flatMap { edge in
      edge.isUse ? nil : context.everyStep[edge.from].lines(at: edge.range).first
    }
    interrupt = found.interrupt.map { steps[$0] }
    failureEnd = context.flow.failureEnd
    failureEndToAdd = context.flow.failureEndToAdd
  }

  func finding(_ contract: Contract) -> Diagnostic {
    let name = step.quoted
    let notes = interrupt.map { [Note("this may come again at any moment", at: $0.name.range)] } ?? []
    guard let button else {
      return SendWithoutLimit.finding(
        "\(name) sends something again and again, with no pause", at: call.use.range,
        help: "add `max: 1` to `\(step.name.value)`, or let a button with `every: 30s` lead there", notes: notes)
    }
    let message = "\(name) sends something, and is come to again with no pause"
    let choice = "the choice `\(button.choice.name.value)` of `\(button.step.name.value)`"
    guard let refusal else {
      return SendWithoutLimit.finding(
        message, at: call.use.range, help: "add `every: 30s` to \(choice)",
        notes: [Note("this leads there", at: button.choice.name.range)] + notes)
    }
    return SendWithoutLimit.finding(
      message, at: call.use.range,
      help: "lead `\(refusal.trigger.words(contract))` of \(choice) to an end, such as `\(failureEnd)`"
        + failureEndToAdd,
      notes: [Note("a call that is not made costs no pause, and leads there", at: refusal.range)] + notes)
  }
}

/// The ways that hold nobody up, on the way back to a step that sends something.
private struct WaysAtOnce {
  private let facts: StepFacts
  private let context: CheckContext
  private let graph: StepGraph
  /// Nil where no interrupt counts.
  private let openings: Openings?
  /// The interrupts that may come again and again while a session lasts.
  private let repeated: [Int]
  /// By step: whether a run may come to it before it sends anything; empty where nothing limits how often that is.
  private let isReachedBefore: [Bool]

  init(back facts: StepFacts, _ context: CheckContext, _ graph: StepGraph) {
    (self.facts, self.context, self.graph) = (facts, context, graph)
    let contract = context.flow.contract
    repeated = context.flow.interrupts.filter { $0.awaited.map { contract.mayKeepAlive($0.event) } ?? false }
      .map(\.index)
    openings = repeated.isEmpty ? nil : Openings(context.relation, graph)
    isReachedBefore =
      facts.step.max == nil ? [] : graph.reached(from: context.flow.roots, avoiding: [facts.step.index])
  }

  func lead(by edge: StepGraph.Edge) -> Bool {
    guard context.isAtOnce(edge, unless: { $0.every?.value ?? 0 >= SendWithoutLimit.leastPause || $0.max?.value == 1 })
    else { return comes(by: edge) }
    if edge.from == facts.step.index {
      // A call that is not made, or that failed and is made again, has sent nothing yet.
      return edge.isUse && edge.origin == .call && (edge.to != edge.from || hasSent(edge))
    }
    return edge.origin != .exhausted || mayBeSpent(at: edge.from)
  }

  /// The interrupts that may open above a step, and do so again and again.
  func interrupts(above step: Step) -> [Int] {
    guard let openings, !step.isGate, step.to == nil else { return [] }
    guard let opening = openings.interrupts(at: step.index) else { return repeated }
    return repeated.filter(opening.contains)
  }

  /// Whether a call that is made again at once by its own step has sent something before.
  private func hasSent(_ edge: StepGraph.Edge) -> Bool {
    if edge.deadline != nil { return true }
    return facts.lines(at: edge.range).contains { line in
      guard case .event(let event, _, let outcome) = line.trigger else { return false }
      return !context.flow.contract.isFailure(outcome, of: event)
    }
  }

  /// Whether it is the line of a step for an interrupt, which may come again at any moment.
  private func comes(by edge: StepGraph.Edge) -> Bool {
    guard edge.isTaken, edge.isUse, edge.origin == .itself, edge.from != facts.step.index else { return false }
    return context.everyStep[edge.from].lines(at: edge.range).contains { line in
      guard case .event(let event, _, _) = line.trigger else { return false }
      return context.flow.contract.mayKeepAlive(event)
    }
  }

  /// Whether the budget of a step on the way may be spent while something can still be sent twice.
  private func mayBeSpent(at index: Int) -> Bool {
    guard let most = facts.step.max?.value, !isReachedBefore[index] else { return true }
    let step = context.flow.steps[index]
    return most > (step.isCall ? step.max?.value ?? 1 : 1) + 1
  }
}

extension CheckContext {
  /// Whether a way takes no time and asks for nothing that is typed.
  ///
  /// - Parameter isPaused: whether a choice holds up who comes by it again.
  func isAtOnce(_ edge: StepGraph.Edge, unless isPaused: (Choice) -> Bool) -> Bool {
    guard edge.isTaken, !edge.isPause else { return false }
    let step = flow.steps[edge.from]
    return switch edge.origin {
    case .call: true
    // What is refused costs no pause.
    case .choice(let index): !edge.isUse || !isPaused(step.choices[index])
    case .answer: step.isAnsweredByButton
    // The reply to a call that was accepted comes without anybody's doing, and so does the word of the modules.
    case .itself: edge.isOfTime || step.isWait || step.isGate || step.to != nil
    // Once a budget is spent, it stays so.
    case .exhausted: true
    }
  }
}

extension StepFacts {
  /// The lines that stand at a place: one for each thing that its key names.
  fileprivate func lines(at range: SourceRange) -> [Transition] {
    var found: [Transition] = []
    forEachLine { if $0.range == range { found.append($0) } }
    return found
  }
}

extension StepGraph.Edge {
  /// The choice that somebody makes for it; nil for none.
  fileprivate func button(in flow: Flow) -> Choice? {
    guard case .choice(let index) = origin, !flow.steps[from].takenAutos.contains(index) else { return nil }
    return flow.steps[from].choices[index]
  }
}
