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
  /// Where the items of the events stand that are held for the SDK's word on a call, or for that of the security modules.
  private var held: [Int] = []
  /// Where the item stands that has led to the last call.
  private var cause: Int?
  /// Whether time passes before the SDK's word on a call, or before that of the security modules: a scenario has it pass behind the word.
  package private(set) var waitsForWords = false

  /// - Parameters:
  ///   - tellsQuestions: whether each question is expected, with its message and its choices.
  ///   - keepsWaiting: whether the time is told that passes before the SDK's word on a call, or before that of the security modules.
  package init(
    _ run: [Moment], _ program: Program, tellingQuestions tellsQuestions: Bool = false,
    keepingWaiting keepsWaiting: Bool = true
  ) {
    var machine = FlowMachine(program)
    for moment in run {
      if let time = moment.time, time > machine.time { pass(time - machine.time, machine, isTold: keepsWaiting) }
      note(moment.happening, machine, program)
      let last = machine.lastQuestion
      let reaction = pass(moment, &machine)
      for mark in reaction.marks {
        guard case .refused(_, let refusal) = mark.what else { continue }
        items.append(.expect(step: machine.stepName, refused: refusal.words))
      }
      guard tellsQuestions, !machine.isOver, machine.lastQuestion != last,
        let question = machine.question(at: machine.time)
      else { continue }
      items.append(.expect(step: question.step, say: question.said?.key, offered: question.choices.map(\.name)))
    }
    asking = machine.question(at: machine.time)?.step
    turns = program.trace(of: run).turns
    settle(&machine)
  }

  /// A scenario waits for no word: what is held still at the end of the run comes then, as far as the run goes on.
  private mutating func settle(_ machine: inout FlowMachine) {
    for _ in 0..<Self.mostWords where machine.isOpen {
      pass(Moment(machine.awaitsAnswer ? .accepted : .verdict(verdict ?? .allow)), &machine)
    }
  }

  /// More calls in a row no flow makes.
  private static let mostWords = 64

  /// Lets a moment happen, and drops what the run does not come to any more.
  @discardableResult
  private mutating func pass(_ moment: Moment, _ machine: inout FlowMachine) -> Reaction {
    let wasOpen = machine.isOpen
    let reaction = machine.pass(moment)
    if !held.isEmpty {
      // They come in their order.
      let left = machine.pending.count { $0.place == .held }
      held.removeFirst(max(0, held.count - left))
    }
    guard machine.isOver, wasOpen else { return reaction }
    for index in held.reversed() { items.remove(at: index) }
    held = []
    // Time that would pass behind the word has nobody to wait.
    if let last = items.indices.last, last > cause ?? -1, case .after = items[last] { items.removeLast() }
    return reaction
  }

  /// Time passes; before a word it passes before what is held for that word.
  private mutating func pass(_ time: Int64, _ machine: FlowMachine, isTold: Bool) {
    guard machine.isOpen else { return add(.after(time)) }
    waitsForWords = true
    guard isTold else { return }
    let index = held.first ?? items.count
    if index - 1 > cause ?? -1, case .after(let before) = items[index - 1] {
      items[index - 1] = .after(before + time)
    } else {
      items.insert(.after(time), at: index)
      held = held.map { $0 + 1 }
    }
  }

  private mutating func note(_ happening: Happening, _ machine: FlowMachine, _ program: Program) {
    switch happening {
    case .start, .accepted, .deadline, .staleAnswer: break
    case .answer(let choice?, _): add(.choice(step: machine.stepName, choice))
    case .answer(nil, let values): add(.inputs(step: machine.stepName, values))
    case .event(let occurrence):
      // What comes before the word on a call is held, and has not led to it.
      if machine.isOpen {
        held.append(items.count)
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
    held = held.map { $0 + 1 }
    if let cause { self.cause = cause + 1 }
  }

  private mutating func add(_ item: ScenarioText.Item) {
    cause = items.count
    items.append(item)
  }
}

extension FlowMachine {
  /// Whether the SDK or the security modules have a word to say before anything else can happen.
  fileprivate var isOpen: Bool { !isOver && (awaitsAnswer || awaitsVerdict) }
}

extension [TraceEntry] {
  /// The turns that a run takes, such as `getUser → identify`.
  package var turns: [String] { filter { $0.kind == "go" }.map(\.words) }

  /// The steps that a run enters, in order.
  package var path: [String] { filter { $0.kind == "step" }.compactMap { $0.text("step") } }
}
