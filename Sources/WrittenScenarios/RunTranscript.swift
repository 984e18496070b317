// SPDX-License-Identifier: Apache-2.0

package import FlowExploration
import FlowGraph
package import FlowRuntime
package import FlowScenarios
import SDKContract

/// A run that was found, as the items of a scenario with an SDK that is played by hand.
package struct RunTranscript {
  package private(set) var items: [ScenarioText.Item] = []
  /// Why the security modules deny it from the start on; nil if they are not asked, or allow it at first.
  package private(set) var denial: String?
  /// The turns that the run takes, in the words of the trace.
  package private(set) var turns: [String] = []
  /// The step that asks behind it; nil if none does.
  package private(set) var asking: String?
  /// What the security modules said last; nil if they were not asked yet.
  private var verdict: SecurityVerdict?
  /// The events that are held for the SDK's word on a call, each with where its item stands.
  private var held: [(index: Int, occurrence: Occurrence)] = []
  /// Where the item stands that has led to the last call.
  private var cause: Int?

  /// - Parameter tellsQuestions: whether each question is expected, with its message and its choices.
  package init(_ run: [Moment], _ program: Program, tellingQuestions tellsQuestions: Bool = false) {
    var machine = FlowMachine(program)
    for moment in run {
      if let time = moment.time, time > machine.time { add(.after(time - machine.time)) }
      note(moment.happening, machine, program)
      let last = machine.lastQuestion
      let reaction = machine.pass(moment)
      if !machine.awaitsAnswer { drop(reaction, isOver: machine.isOver) }
      guard tellsQuestions, !machine.isOver, machine.lastQuestion != last,
        let question = machine.question(at: machine.time)
      else { continue }
      items.append(.expect(step: question.step, say: question.said?.key, offered: question.choices.map(\.name)))
    }
    asking = machine.question(at: machine.time)?.step
    turns = program.trace(of: run).turns
  }

  /// What was held and never came, since the word on the call has ended the run, is no part of the scenario.
  private mutating func drop(_ reaction: Reaction, isOver: Bool) {
    for (index, occurrence) in held.reversed() where isOver {
      let hasCome = reaction.marks.contains { mark in
        if case .arrived(let other) = mark.what { other === occurrence } else { false }
      }
      if !hasCome { items.remove(at: index) }
    }
    held = []
  }

  private mutating func note(_ happening: Happening, _ machine: FlowMachine, _ program: Program) {
    switch happening {
    case .start, .accepted, .deadline, .staleAnswer: break
    case .answer(let choice?, _): add(.choice(step: machine.stepName, choice))
    case .answer(nil, let values): add(.inputs(step: machine.stepName, values))
    case .event(let occurrence):
      // What comes before the word on a call is held, and has not led to it.
      if machine.awaitsAnswer {
        held.append((items.count, occurrence))
        items.append(.event(occurrence.event))
      } else {
        add(.event(occurrence.event))
      }
    case .verdict(let said):
      defer { verdict = said }
      switch (verdict, said) {
      case (.deny?, .allow): prepare(.allow)
      case (.allow?, .deny(let reasons)): prepare(.deny(reasons.first ?? "denied"))
      case (nil, .deny(let reasons)): denial = reasons.first ?? "denied"
      default: break
      }
    case .rejected(let code):
      guard let call = machine.callAtWork else { break }
      prepare(.reject(call: program.flow.contract[call.call].name, code: code))
    }
  }

  /// What the SDK or a security module is told before the item that leads to it.
  private mutating func prepare(_ item: ScenarioText.Item) {
    items.insert(item, at: cause ?? 0)
    held = held.map { ($0.index + 1, $0.occurrence) }
    if let cause { self.cause = cause + 1 }
  }

  private mutating func add(_ item: ScenarioText.Item) {
    cause = items.count
    items.append(item)
  }
}

extension [TraceEntry] {
  /// The turns that a run takes, such as `getUser → identify`.
  package var turns: [String] { filter { $0.kind == "go" }.map(\.words) }

  /// The steps that a run enters, in order.
  package var path: [String] { filter { $0.kind == "step" }.compactMap { $0.text("step") } }
}
