// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax

extension LinkedFlow {
  /// The flow with the flows of its `run:` steps in their places.
  ///
  /// The steps, budgets and messages of an inner flow bear the name of the `run:` step, a slash and their own. What leads to the
  /// step leads to the inner flow's start, and what leads to an inner end goes where the step's `then:` says.
  ///
  /// - Parameter flows: by the name of the step, its flow, linked itself; what could not be read is not there.
  func inlined(_ flows: [String: LinkedFlow]) -> Outcome<LinkedFlow> {
    var outer = self
    var findings: [Diagnostic] = []
    var starts: [String: String] = [:]
    outer.document.steps = []
    var innerCount = 0
    for step in document.steps {
      guard case .run = step.kind else {
        outer.document.steps.append(step)
        continue
      }
      let inner = flows[step.name.value]
      let misfits = inner.map { RunFitting.misfits($0.document, in: step, of: self) } ?? []
      findings += misfits
      innerCount += inner?.document.steps.count ?? 0
      if inner?.isTooLarge ?? false || innerCount > Self.mostInnerSteps { outer.isTooLarge = true }
      guard let inner, misfits.isEmpty, !inner.document.start.value.isEmpty, !outer.isTooLarge else {
        outer.document.unreadPlaces.insert(step.name.value)
        outer.document.flaws.append(step.range)
        continue
      }
      starts[step.name.value] = step.name.value + "/" + inner.document.start.value
      outer.take(inner, for: step)
    }
    outer.document.redirect(starts)
    outer.document.flaws.sort()
    return Outcome(outer, findings)
  }

  private mutating func take(_ inner: LinkedFlow, for step: StepSyntax) {
    var inlining = FlowInlining(inner, for: step, firstPassage: passages.count, table)
    runs.append(step.name)
    passages += step.then.map { Spanned("\(step.name.value): \($0.key.innerEndName)", $0.range) }
    document.steps += inner.document.steps.map { inlining.step($0) }
    table = inlining.table
    if inner.isChanged { isChanged = true }
    innerFiles.formUnion(inner.innerFiles.union(inner.bases).union([inner.document.range.file]))
    translations += inner.translations.map { translation in
      var translation = translation
      translation.message.name.value = inlining.prefix + translation.message.name.value
      return translation
    }
    for (name, place) in inner.removed { removed[inlining.prefix + name] = place }
    if inlining.isTooMuch { isTooLarge = true }
    document.take(namesOf: inner.document, behind: inlining.prefix)
  }
}

extension FlowDocument {
  /// Takes in the messages, budgets and lists of questions of an inner flow, and what of it could not be read.
  fileprivate mutating func take(namesOf inner: FlowDocument, behind prefix: String) {
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
    gates += inner.gates.map { list in
      var list = list
      list.name.value = prefix + list.name.value
      return list
    }
    unreadGates.formUnion(inner.unreadGates.map { prefix + $0 })
    unreadPlaces.formUnion(inner.unreadPlaces.map { prefix + $0 })
    unreadMessages.formUnion(inner.unreadMessages.map { prefix + $0 })
    unreadBudgets.formUnion(inner.unreadBudgets.map { prefix + $0 })
    flaws += inner.flaws
    if inner.lacksParts { lacksParts = true }
  }

  /// Leads what leads to a `run:` step to the start of its flow.
  fileprivate mutating func redirect(_ starts: [String: String]) {
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
  private let claim: ClaimSyntax
  /// What the claims of its lines stand for.
  private let innerTable: ClaimTable
  private let firstPassage: Int
  /// The claims of the outer flow.
  private(set) var table: ClaimTable
  /// Whether there was no room for all claims.
  private(set) var isTooMuch = false

  init(_ inner: LinkedFlow, for step: StepSyntax, firstPassage: Int, _ table: ClaimTable) {
    self.table = table
    innerTable = inner.table
    prefix = step.name.value + "/"
    self.step = step
    self.firstPassage = firstPassage
    claim = ClaimSyntax(
      goal: inner.document.goal?.value,
      requirements: inner.document.require.map { [$0.naming { "\(step.name.value)/\($0)" }] } ?? [])
    ends = Dictionary(inner.document.ends.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
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
    target.passage = nil
    guard let end = ends[name], let index = line(for: name) else {
      target.move = .to(prefix + name)
      return target
    }
    let outer = step.then[index].target
    target.move = outer.move
    target.innerRange = target.innerRange ?? target.range
    target.range = outer.range
    target.say = target.say ?? outer.say ?? end.say.map { Spanned(prefix + $0.value, $0.range) }
    target.passage = Int32(clamping: firstPassage + index)
    guard end.isSuccess else { return target }
    var claim = claim
    if let required = end.require { claim.requirements.append(required.naming { prefix + $0 }) }
    target.claim = id(of: table[target.claim].map { $0.and(claim) } ?? claim)
    return target
  }

  /// A line of the inner flow that has passed ends of flows inside that: its claim counts in the outer flow.
  private mutating func moved(_ target: TargetSyntax) -> TargetSyntax {
    guard var claim = innerTable[target.claim] else { return target }
    var target = target
    claim.requirements = claim.requirements.map { $0.naming { prefix + $0 } }
    target.claim = id(of: claim)
    return target
  }

  private mutating func id(of claim: ClaimSyntax) -> UInt16? {
    if let id = table.id(of: claim) { return id }
    isTooMuch = true
    return nil
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
  /// The step under a name, with other targets, keys of messages, budgets and lists of questions, and names of steps that an `after` names.
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
    func changed(_ call: CallSyntax) -> CallSyntax {
      var call = call
      call.gate = call.gate.naming(keys)
      return call
    }
    func changed(_ kind: Kind) -> Kind {
      switch kind {
      case .call(let call): .call(changed(call))
      case .gate(let gate): .gate(gate.naming(keys))
      case .challenge, .event, .wait, .run, .interrupt: kind
      }
    }
    func changed(_ choice: ChoiceSyntax) -> ChoiceSyntax {
      var choice = choice
      choice.confirm = choice.confirm.map(keys)
      choice.then = changed(choice.then)
      choice.max = choice.max?.naming(keys)
      switch choice.action {
      case .go(let target): choice.action = .go(changed(target))
      case .call(let call): choice.action = .call(changed(call))
      }
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
      name: name ?? self.name, kind: changed(kind), kindRange: kindRange, say: say.map(keys), inputs: inputs,
      checks: checks.map { $0.naming(keys) },
      requirement: requirement?.naming(steps), answer: answer.map(changed), choices: choices.map(changed), autos: autos,
      tries: tries, max: max?.naming(keys), within: within,
      countdown: countdown, to: to.map(changed), then: changed(then), earns: earns, range: range)
  }
}
