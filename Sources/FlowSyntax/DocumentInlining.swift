// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

extension FlowDocument {
  /// More steps than this the flows that a flow runs may not bring: a few lines that run each other could become very many.
  public static let mostInnerSteps = 1_000

  /// The document with the flows of its `run:` steps in their places.
  ///
  /// The steps, budgets and messages of an inner flow bear the name of the `run:` step, a slash and their own. What leads to the
  /// step leads to the inner flow's start, and what leads to an inner end goes where the step's `then:` says.
  ///
  /// - Parameter flows: by the name of the step, its flow, whole itself; what could not be read is not there.
  public func inlined(_ flows: [String: FlowDocument]) -> Outcome<FlowDocument> {
    var outer = self
    var findings: [Diagnostic] = []
    var starts: [String: String] = [:]
    outer.steps = []
    var innerCount = 0
    for step in steps {
      guard case .run = step.kind else {
        outer.steps.append(step)
        continue
      }
      let inner = flows[step.name.value]
      let misfits = inner.map { RunFitting.misfits($0, in: step, of: self) } ?? []
      findings += misfits
      innerCount += inner?.steps.count ?? 0
      if inner?.isTooLarge ?? false || innerCount > Self.mostInnerSteps { outer.isTooLarge = true }
      guard let inner, misfits.isEmpty, !inner.start.value.isEmpty, !outer.isTooLarge else {
        outer.unreadPlaces.insert(step.name.value)
        outer.flaws.append(step.range)
        continue
      }
      starts[step.name.value] = step.name.value + "/" + inner.start.value
      outer.take(inner, for: step)
    }
    outer.redirect(starts)
    outer.flaws.sort()
    return Outcome(outer, findings)
  }

  private mutating func take(_ inner: FlowDocument, for step: StepSyntax) {
    var inlining = FlowInlining(inner, for: step, firstPassage: passages.count, demands)
    runs.append(step.name)
    passages += step.then.map { Spanned("\(step.name.value): \($0.key.innerEndName)", $0.range) }
    steps += inner.steps.map { inlining.step($0) }
    demands = inlining.demands
    if inlining.isTooMuch { isTooLarge = true }
    let prefix = inlining.prefix
    messages += inner.messages.map { message in
      var message = message
      message.name.value = prefix + message.name.value
      return message
    }
    budgets += inner.budgets.map { shared in
      var shared = shared
      shared.name.value = prefix + shared.name.value
      return shared
    }
    unreadPlaces.formUnion(inner.unreadPlaces.map { prefix + $0 })
    unreadMessages.formUnion(inner.unreadMessages.map { prefix + $0 })
    unreadBudgets.formUnion(inner.unreadBudgets.map { prefix + $0 })
    flaws += inner.flaws
    if inner.lacksParts { lacksParts = true }
  }

  /// Leads what leads to a `run:` step to the start of its flow.
  private mutating func redirect(_ starts: [String: String]) {
    guard !starts.isEmpty else { return }
    if let first = starts[start.value] { start.value = first }
    let turn: (TargetSyntax) -> TargetSyntax = { target in
      guard case .to(let name) = target.move, let start = starts[name] else { return target }
      var target = target
      target.move = .to(start)
      return target
    }
    let name: (String) -> String = { starts[$0] ?? $0 }
    steps = steps.map { $0.changed(steps: name, targets: turn) }
    interrupts = interrupts.map { $0.changed(steps: name, targets: turn) }
    require = require?.naming(name)
    for index in ends.indices { ends[index].require = ends[index].require?.naming(name) }
  }
}

/// How the words of an inner flow read in the outer one.
private struct FlowInlining {
  /// What stands before each of its names.
  let prefix: String
  private let step: StepSyntax
  private let ends: [String: EndSyntax]
  /// What its success ends claim.
  private let claim: DemandSyntax
  /// What the claims of its lines stand for, where they are more than a goal.
  private let innerDemands: DemandTable
  private let firstPassage: Int
  /// The demands of the outer flow.
  private(set) var demands: DemandTable
  /// Whether there was no room for all demands.
  private(set) var isTooMuch = false

  init(_ inner: FlowDocument, for step: StepSyntax, firstPassage: Int, _ demands: DemandTable) {
    self.demands = demands
    innerDemands = inner.demands
    prefix = step.name.value + "/"
    self.step = step
    self.firstPassage = firstPassage
    let goals = TargetSyntax.claims
    claim = DemandSyntax(
      goal: UInt16(1 + (goals.firstIndex(of: inner.goal?.value ?? "") ?? goals.count - 1)),
      requirements: inner.require.map { [$0.naming { "\(step.name.value)/\($0)" }] } ?? [])
    ends = Dictionary(inner.ends.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func step(_ step: StepSyntax) -> StepSyntax {
    let prefix = prefix
    return step.changed(
      name: Spanned(prefix + step.name.value, step.name.range), steps: { prefix + $0 }, targets: { target($0) },
      keys: { Spanned(prefix + $0.value, $0.range) })
  }

  /// What goes to an inner end goes on from there; the message is the first that is stated on the way.
  private mutating func target(_ target: TargetSyntax) -> TargetSyntax {
    guard case .to(let name) = target.move else { return moved(target) }
    var target = moved(target)
    target.passage = -1
    guard let end = ends[name], let index = line(for: name) else {
      target.move = .to(prefix + name)
      return target
    }
    let outer = step.then[index].target
    target.move = outer.move
    target.range = outer.range
    target.say = target.say ?? outer.say ?? end.say.map { Spanned(prefix + $0.value, $0.range) }
    target.passage = Int32(clamping: firstPassage + index)
    guard end.outcome.value == "success" else { return target }
    var demand = claim
    if let required = end.require { demand.requirements.append(required.naming { prefix + $0 }) }
    target.claim = number(demands.demand(of: target.claim).map { $0.and(demand) } ?? demand)
    return target
  }

  /// A line of the inner flow that has passed ends of flows inside that: its claim counts in the outer flow's demands.
  private mutating func moved(_ target: TargetSyntax) -> TargetSyntax {
    guard target.claim >= DemandTable.first, var demand = innerDemands.demand(of: target.claim) else { return target }
    var target = target
    demand.requirements = demand.requirements.map { $0.naming { prefix + $0 } }
    target.claim = number(demand)
    return target
  }

  private mutating func number(_ demand: DemandSyntax) -> UInt16 {
    if let claim = demands.claim(of: demand) { return claim }
    isTooMuch = true
    return UInt16(TargetSyntax.claims.count)
  }

  /// The line that names an end, or `else`.
  private func line(for end: String) -> Int? {
    let named = step.then.firstIndex { line in
      if case .named(let name)? = line.key.innerEnd { name.value == end } else { false }
    }
    return named ?? step.then.firstIndex { if case .others? = $0.key.innerEnd { true } else { false } }
  }
}

extension KeySyntax {
  fileprivate var innerEndName: String {
    if case .named(let name)? = innerEnd { name.value } else { "else" }
  }
}

extension StepSyntax {
  /// The step under a name, with other targets, keys of messages and budgets, and names of steps that an `after` names.
  fileprivate func changed(
    name: Spanned<String>? = nil, steps: (String) -> String, targets: (TargetSyntax) -> TargetSyntax,
    keys: (Spanned<String>) -> Spanned<String> = { $0 }
  ) -> StepSyntax {
    func changed(_ target: TargetSyntax) -> TargetSyntax {
      // First the message: one that an end says bears the name that it has there.
      var target = target
      target.say = target.say.map(keys)
      return targets(target)
    }
    func changed(_ lines: [TransitionSyntax]) -> [TransitionSyntax] {
      lines.map { line in
        var line = line
        line.target = changed(line.target)
        return line
      }
    }
    func changed(_ choice: ChoiceSyntax) -> ChoiceSyntax {
      var choice = choice
      choice.confirm = choice.confirm.map(keys)
      choice.then = changed(choice.then)
      choice.max = choice.max?.naming(keys)
      if case .go(let target) = choice.action { choice.action = .go(changed(target)) }
      return choice
    }
    let inputs = inputs.map { input in
      var input = input
      input.pick = input.pick?.naming(keys)
      return input
    }
    var tries = tries
    if case .shared(let name)? = tries { tries = .shared(keys(name)) }
    return StepSyntax(
      name: name ?? self.name, kind: kind, kindRange: kindRange, say: say.map(keys), inputs: inputs,
      checks: checks.map { $0.naming(keys) },
      requirement: requirement?.naming(steps), answer: answer, choices: choices.map(changed), autos: autos,
      tries: tries, max: max?.naming(keys), within: within,
      countdown: countdown, to: to.map(changed), then: changed(then), earns: earns, range: range)
  }
}
