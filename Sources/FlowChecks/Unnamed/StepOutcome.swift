// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph
import FlowMeaning
package import SDKContract

/// Something that may come at a step of a flow by the contract, and where the flow goes then.
package struct StepOutcome: Sendable {
  /// Why it comes.
  package enum Cause: Sendable, Hashable {
    /// The reply to a call that the step makes by itself.
    case call(String)
    /// The reply to the call that the inputs are handed to.
    case answer(String)
    /// The reply to the call of a choice.
    case choice(String, call: String)
    /// It is what the step waits for, or what a line names that no call of the step leads to.
    case itself
  }

  package let cause: Cause
  package let trigger: Trigger
  /// What the contract says of it; empty for nothing.
  package let meaning: String
  /// What it shows, and what it sets up, by the contract.
  package let earns: [Proof]
  package let enrols: [Proof]
  /// The line that takes it.
  package let line: Transition
  /// Where that leads, in words.
  package let destination: String

  /// Whether no line names it.
  package var isLeftToElse: Bool { line.trigger.isOtherwise }
}

/// All that may come at one step.
package struct StepOutcomes: Sendable {
  package let step: Spanned<String>
  package let contract: Contract
  /// By cause, in the order of the step's calls and of the contract.
  package let outcomes: [StepOutcome]
  /// The choices that make no call, each with where it leads.
  package let choices: [(name: String, destination: String)]
  /// The interrupts that may open above it, each with whether the flow has an entry for it; empty for an interrupt.
  package let interrupts: [(event: EventSpec, isListed: Bool)]
}

extension StepOutcomes {
  /// Nil if the flow has no step of that name, or a name of it could not be resolved.
  package init?(of name: String, in flow: Flow) {
    guard flow.isWhole, let step = flow.step(named: name) else { return nil }
    let context = CheckContext(flow)
    let facts = context.steps[Int(step.id.index)]
    var search = StepOutcomeSearch(context, facts)
    search.look()
    self.step = step.name
    contract = flow.contract
    outcomes = search.outcomes
    choices = step.choices.compactMap { choice in
      guard case .go(let target) = choice.action else { return nil }
      return (choice.name.value, flow.destination(of: target))
    }
    interrupts = flow.contract.events.indices.compactMap { index in
      let event = flow.contract.events[index]
      guard event.kind == .interrupt, !step.isInterrupt else { return nil }
      return (event, context.relation.entries[index] != nil)
    }
  }
}

/// Looks at each place of a step for what may come there.
private struct StepOutcomeSearch {
  let context: CheckContext
  let facts: StepFacts
  private(set) var outcomes: [StepOutcome] = []

  private var contract: Contract { context.flow.contract }

  init(_ context: CheckContext, _ facts: StepFacts) {
    self.context = context
    self.facts = facts
  }

  mutating func look() {
    for place in context.moves.places(of: Int(facts.step.id.index), context.relation) {
      for move in context.moves.moves(at: place, context.relation) {
        guard let line = move.line, let trigger = trigger(of: move) else { continue }
        add(trigger, cause(of: move.origin), by: line)
      }
      if let site = place.site {
        lookForReplies(to: context.relation.sites[site].call, at: place)
      } else {
        lookForEvents(at: place)
      }
    }
  }

  private mutating func lookForReplies(to call: CallFacts, at place: Place) {
    let lines = context.relation.lines(at: place)
    let replies = contract[call.use.call].replies
    for arrival in call.arrivals {
      let known = contract[arrival.event].modes
      let modes: [Int?] = arrival.mode.map { [$0] } ?? (known.isEmpty ? [nil] : known.map { $0 })
      let takers = modes.map { mode in
        contract.line(naming: Signal(arrival.event, mode: mode, arrival.outcome)) { trigger in
          lines.first { $0.trigger == trigger }
        }
      }
      // What comes in every mode is told once where one line takes it in all.
      let isOne = Set(takers.map { $0?.range }).count == 1
      for (mode, taker) in isOne ? [(arrival.mode, takers[0])] : Array(zip(modes, takers)) {
        guard let line = taker ?? lines.first(where: \.trigger.isOtherwise) else { continue }
        add(
          .event(arrival.event, mode: mode, outcome: arrival.outcome), cause(of: call.origin), by: line,
          earns: arrival.isCertain ? replies[arrival.reply].earns : [], enrols: replies[arrival.reply].enrols)
      }
    }
  }

  /// What comes while no call is open.
  private mutating func lookForEvents(at place: Place) {
    let lines = context.relation.lines(at: place)
    context.relation.forEachSignal(to: place) { signal in
      let named = contract.line(naming: signal) { trigger in lines.first { $0.trigger == trigger } }
      if let line = named ?? lines.first(where: \.trigger.isOtherwise) {
        add(.event(signal.event, mode: signal.mode, outcome: signal.outcome), .itself, by: line)
      }
    }
  }

  /// What comes of no event, as a line would name it; nil for an event, and for what no line can name.
  private func trigger(of move: Move) -> Trigger? {
    switch move.cause {
    case .event: return nil
    case .time: return .timeout
    case .modules: return move.line?.trigger == .allow ? .allow : .deny
    case .person, .flow:
      if move.origin == .exhausted { return .exhausted }
      guard move.makesCall else { return nil }
      if move.draws { return .accepted }
      if case .rejected(let number)? = move.line?.trigger { return .rejected(number) }
      return .rejected(nil)
    }
  }

  private func cause(of origin: Origin) -> StepOutcome.Cause {
    let call = facts.calls.first { $0.origin == origin }.map { contract[$0.use.call].name }
    switch origin {
    case .call: return call.map { .call($0) } ?? .itself
    case .answer: return call.map { .answer($0) } ?? .itself
    case .choice(let index): return call.map { .choice(facts.step.choices[index].name.value, call: $0) } ?? .itself
    case .itself, .exhausted: return .itself
    }
  }

  private mutating func add(
    _ trigger: Trigger, _ cause: StepOutcome.Cause, by line: Transition, earns: [Proof] = [], enrols: [Proof] = []
  ) {
    guard !outcomes.contains(where: { $0.cause == cause && $0.trigger == trigger && $0.line.range == line.range })
    else { return }
    outcomes.append(
      StepOutcome(
        cause: cause, trigger: trigger, meaning: contract.meaning(of: trigger), earns: earns, enrols: enrols,
        line: line, destination: context.flow.destination(of: line.target)))
  }
}
