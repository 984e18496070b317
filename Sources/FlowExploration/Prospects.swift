// SPDX-License-Identifier: Apache-2.0

import FlowGraph
package import FlowRuntime
import Guards
import SDKContract
import Values

/// What may happen next to a run, as far as its flow and the SDK's contract tell.
///
/// Interrupts are not among it: they may happen at any time.
package struct Prospects: Sendable {
  /// The events that may come.
  package let samples: SampleEvents
  private let program: Program
  /// By step, as an index: what is typed where the checks of the step refuse what is typed elsewhere.
  private let examples: [Int: [String: Value]]
  /// By step, as an index: what else is typed there, since other checks tell it apart.
  private let distinctions: [Int: [[String: Value]]]

  package init(_ program: Program) { self.init(program, beside: nil, checking: [:]) }

  /// - Parameters:
  ///   - other: another flow that is given the same; nil for none.
  ///   - others: by step, as an index: the checks of that flow that stand for those of the step.
  init(_ program: Program, beside other: Flow?, checking others: [Int: [Guard]]) {
    self.program = program
    samples = SampleEvents(program, beside: other)
    var (examples, distinctions): ([Int: [String: Value]], [Int: [[String: Value]]]) = ([:], [:])
    // To compare two flows, look longer for what one check lets through and the other does not.
    let work = Swift.max(Self.usualWork, Self.mostWork / Swift.max(1, others.count))
    for (index, step) in program.flow.steps.enumerated() {
      let checks = step.checks.map(\.expression)
      if !checks.isEmpty { examples[index] = Self.values(for: step, checks.map { ($0, true) }) }
      guard let others = others[index] else { continue }
      distinctions[index] = [(checks, others), (others, checks)].flatMap { kept, broken in
        broken.compactMap { check in
          // What is typed elsewhere need not be typed here.
          Self.values(for: step, kept.map { ($0, true) } + [(check, false)], orUsual: true, within: work)
        }
      }
    }
    (self.examples, self.distinctions) = (examples, distinctions)
  }

  /// How much may be done to find a text that several patterns tell apart.
  private static let usualWork = 200_000
  /// The same of all such texts of two flows that are compared.
  private static let mostWork = 8_000_000

  /// What may be typed so that checks come out as wanted; nil where nothing is found.
  ///
  /// - Parameter orUsual: whether to return what is typed elsewhere if that may do, and not nil.
  private static func values(
    for step: Step, _ wanted: [(check: Guard, holds: Bool)], orUsual: Bool = false, within work: Int = usualWork
  ) -> [String: Value]? {
    let typed = step.inputs.filter { $0.pick == nil }
    var values: [String: Value] = [:]
    for input in typed { values[input.name] = value(of: input) }
    func isRefused() -> Bool {
      var known: [String: Value] = [:]
      for input in typed { known[input.name] = values[input.name].flatMap(input.type.accept) }
      return wanted.contains { check, holds in check.decide { known[$0] } == !holds }
    }
    guard isRefused() else { return orUsual ? values : nil }
    let facts = typed.compactMap { input -> Guard.Fact? in
      switch input.type {
      case .text, .secret:
        let least = max(1, input.parameter?.minimum ?? 1)
        let most = max(least, input.parameter?.maximum ?? .max)
        return Guard.Fact([input.name], isIn: least...most, isTrimmed: true)
      default: return nil
      }
    }
    for example in Guard.examples(for: wanted, knowing: facts, within: work) {
      guard example.path.count == 1, values[example.path[0]] != nil else { continue }
      values[example.path[0]] = example.value
    }
    return isRefused() ? nil : values
  }

  /// Everything that may happen to a run now, always in the same order.
  package func next(for machine: FlowMachine) -> [Moment] {
    if machine.isOver { return [] }
    if !machine.hasBegun { return [Moment(.start)] }
    if machine.awaitsAnswer { return [Moment(.accepted)] + rejections(of: machine) }
    if machine.awaitsVerdict { return [Moment(.verdict(.allow)), Moment(.verdict(.deny("a sample reason")))] }
    return answers(to: machine) + expected(by: machine).map { Moment(.event($0)) } + deadlines(of: machine)
  }

  /// The deadlines that may strike next: that of the layer at work, and an earlier one below it.
  func deadlines(of machine: FlowMachine) -> [Moment] {
    var moments: [Moment] = []
    if let deadline = machine.deadline { moments.append(Moment(.deadline, at: deadline)) }
    if let below = machine.deadlineBelow, machine.deadline.map({ below < $0 }) ?? true {
      moments.append(Moment(.deadline, at: below))
    }
    return moments
  }

  /// The events that the step at work waits for: what its open call may lead to; without one, what it names.
  package func expected(by machine: FlowMachine) -> [Occurrence] {
    if let call = machine.callAtWork { return replies(to: call) + notices(before: call, in: machine.currentPhase) }
    return named(by: program.flow[machine.stepAtWork], hasData: machine.dataAtWork != nil)
  }

  /// The notices by which an SDK that is being started says that it runs, where a reply to the call leaves that open.
  func notices(before call: OpenCall, in phase: PhaseID) -> [Occurrence] {
    let contract = program.flow.contract
    let spec = contract[call.call]
    func isBeforeStart(_ phase: PhaseID) -> Bool { phase.index == 0 || contract.phases[Int(phase.index)].isClosed }
    guard isBeforeStart(phase), !spec.phases.isEmpty, spec.phases.allSatisfy(isBeforeStart),
      spec.replies.contains(where: { contract[$0.event].phase == nil })
    else { return [] }
    return contract.events.indices.filter { index in
      contract.events[index].kind == .notice && contract.events[index].phase.map { !isBeforeStart($0) } ?? false
    }.flatMap { samples.events(EventID(index: UInt16($0)), mode: nil) }
  }

  /// The events that a step names and that no call of its own leads to.
  func named(by step: Step, hasData: Bool) -> [Occurrence] {
    var events: [Occurrence] = []
    if let own = step.awaited, !hasData {
      events += samples.events(own.event, mode: own.mode, outcome: own.code.map { .code($0) } ?? .success)
    }
    // What the step's own calls may lead to comes only when one of them is open.
    let called = Set(step.calls.flatMap { program.flow.contract[$0.use.call].replies.map(\.event) })
    for transition in step.transitions {
      guard case .event(let event, let mode, let outcome) = transition.trigger, !called.contains(event) else {
        continue
      }
      if step.awaited?.event == event, hasData { continue }
      events += samples.events(event, mode: mode, outcome: outcome)
    }
    return events
  }

  /// What a call may lead to.
  package func replies(to call: OpenCall) -> [Occurrence] {
    program.flow.contract[call.call].replies(underMode: call.mode).filter { isPossible($0, call) }.flatMap {
      samples.replies($0, answering: call.answered)
    }
  }

  private func isPossible(_ reply: Reply, _ call: OpenCall) -> Bool {
    reply.given.fields.allSatisfy { condition in
      guard case .literal(let value)? = call.arguments.first(where: { $0.name == condition.name })?.source else {
        return true
      }
      return value == condition.value
    }
  }

  func rejections(of machine: FlowMachine) -> [Moment] {
    let named = machine.namedRejections
    // One that the flow does not name by its number, too.
    let other = (1...).first { !named.contains($0) } ?? 0
    return (named + [other]).map { Moment(.rejected(code: $0)) }
  }

  func answers(to machine: FlowMachine) -> [Moment] {
    guard let question = machine.question(at: machine.time) else { return [] }
    var moments: [Moment] = []
    if question.canSubmit {
      let step = program.flow[machine.stepAtWork]
      moments += forms(of: step, question).map { Moment(.answer(choice: nil, $0)) }
    }
    moments += question.choices.map { Moment(.answer(choice: $0.name, Record())) }
    for later in question.later {
      let time = later.at.milliseconds
      guard machine.deadline.map({ time < $0 }) ?? true else { continue }
      moments.append(Moment(.answer(choice: later.name, Record()), at: time))
    }
    return moments
  }

  /// What may be handed in: of each list the first item and the last, each flag both ways; and where the step has checks,
  /// one form that differs in its last field.
  private func forms(of step: Step, _ question: Question) -> [Record] {
    let example = examples[Int(step.id.index)]
    let whole = forms(of: step, question, typing: example ?? [:])
    let others = (distinctions[Int(step.id.index)] ?? []).flatMap { forms(of: step, question, typing: $0) }
    guard !step.checks.isEmpty, var other = whole.first, let last = other.fields.last else { return whole + others }
    if example != nil, let input = step.inputs.first(where: { $0.name == last.name && $0.pick == nil }) {
      other[last.name] = Self.value(of: input)
    } else if case .text(let text) = last.value {
      other[last.name] = .text(String(text.reversed()))
    }
    return whole + [other] + others
  }

  /// - Parameter values: by input, what is typed; what is typed elsewhere for one that is not among them.
  private func forms(of step: Step, _ question: Question, typing values: [String: Value]) -> [Record] {
    var forms: [(values: Record, places: [Int])] = [(Record(), [])]
    for input in step.inputs {
      forms = forms.flatMap { form in
        let typed = values[input.name] ?? Self.value(of: input)
        var values: [Value] = input.type == .flag ? [.flag(true), .flag(false)] : [typed]
        if input.pick != nil {
          let count = question.items(of: input.name, after: form.places).count
          values = count < 2 ? [.int(count)] : [.int(1), .int(count)]
        }
        return values.map { value in
          let place: Int? = if input.pick != nil, case .int(let number) = value { number } else { nil }
          return (
            Record(form.values.fields + [Record.Field(input.name, value)]), form.places + (place.map { [$0] } ?? [])
          )
        }
      }
    }
    return forms.map(\.values)
  }

  private static func value(of input: FlowGraph.Input) -> Value {
    guard case .text(let text) = SampleValues.ordinary(input.type) else { return SampleValues.ordinary(input.type) }
    let least = min(input.parameter?.minimum ?? 0, longestText)
    let long = text + String(repeating: "x", count: max(0, least - text.count))
    return .text(String(long.prefix(input.parameter?.maximum ?? long.count)))
  }

  private static let longestText = 10_000
}
