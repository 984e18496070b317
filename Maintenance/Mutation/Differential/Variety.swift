// SPDX-License-Identifier: Apache-2.0

/// Makes of a small flow one that says more: budgets that are shared or begin again, steps that wait, secrets that no challenge asks for,
/// ends and steps that require something of their own.
struct Variety {
  private var dice: Dice
  private var flow: BredFlow
  private var contract: BredContract

  /// A flow with some of it, and its contract.
  static func add(to parts: (flow: BredFlow, contract: BredContract), _ dice: inout Dice) -> (
    flow: BredFlow, contract: BredContract
  ) {
    var variety = Variety(dice: dice, flow: parts.flow, contract: parts.contract)
    if variety.dice.happens(35) { variety.nameUsers() }
    if variety.dice.happens(30) { variety.addSecondSecret() }
    if variety.dice.happens(30) { variety.addFreeSecret() }
    if variety.dice.happens(20) { variety.addSecondCode() }
    if variety.dice.happens(20) { variety.addSupersession() }
    if variety.dice.happens(30) { variety.addWait() }
    if variety.dice.happens(40) { variety.shareBudgets() }
    if variety.dice.happens(30) { variety.countBySession() }
    if variety.dice.happens(35) { variety.addSecondSuccess() }
    if variety.dice.happens(35) { variety.requireAtSteps() }
    variety.flow.dropUnreached()
    dice = variety.dice
    return (variety.flow, variety.contract)
  }

  private func step(_ name: String) -> Int? { flow.steps.firstIndex { $0.name == name } }

  /// The SDK says who the user is, and mostly somebody has said so before.
  private mutating func nameUsers() {
    for (name, percent) in [("entered", 85), ("askWord", 60), ("told", 40), ("askName", 15)] {
      guard let event = contract.events.firstIndex(where: { $0.name == name }), dice.happens(percent),
        !contract.events[event].traits.contains(where: { $0.hasPrefix("fields") })
      else { continue }
      contract.events[event].traits.append("fields: { who: user text }")
    }
    for (name, percent) in [("giveName", 90), ("giveWord", 12)] {
      guard let call = contract.calls.firstIndex(where: { $0.name == name }), dice.happens(percent) else { continue }
      contract.calls[call].takesName = true
      for step in flow.steps.indices where flow.steps[step].answer == name { flow.steps[step].asksName = true }
    }
    for step in flow.steps.indices where dice.happens(40) {
      let words = flow.steps[step].budget
      if words.hasPrefix("tries: ") { flow.steps[step].budget = "tries: { count: \(words.dropFirst(7)), per: user }" }
    }
  }

  /// The word that is asked for second is another one than the first.
  private mutating func addSecondSecret() {
    guard let call = contract.calls.firstIndex(where: { $0.name == "giveWord" && $0.takesSecret }) else { return }
    contract.calls[call].secret = "code"
    if let step = step("word") { flow.steps[step].asked = "code" }
  }

  /// A secret is handed in where nothing asks for it.
  private mutating func addFreeSecret() {
    guard let inside = step("inside") else { return }
    var sign = BredContract.Call(name: "sign", takesSecret: true)
    sign.phases = dice.pick([[], ["in"]])
    sign.replies = [
      BredContract.Reply(event: "entered", earns: dice.pick(["{ knowledge: pin }", "{ possession: otp }", ""]))
    ]
    if contract.events.contains(where: { $0.name == "told" }), dice.happens(60) {
      sign.replies.append(BredContract.Reply(event: "told", earns: dice.pick(["", "{ knowledge: pin }"])))
    }
    if dice.happens(50) { sign.replies.append(BredContract.Reply(event: "entered", outcome: BredContract.wrong)) }
    contract.calls.append(sign)
    flow.steps[inside].asks = true
    flow.steps[inside].answer = "sign"
    if dice.happens(85) { flow.steps[inside].budget = "tries: \(dice.pick([1, 2]))" }
    let lines = sign.replies.map { reply in
      BredFlow.Line(
        trigger: reply.words,
        target: reply.outcome.isEmpty
          ? dice.pick(["done", "stay", "failed"]) : dice.pick(["failed", "retry", "retry"]))
    }
    let known = Set(lines.map(\.trigger))
    flow.steps[inside].lines.removeAll { known.contains($0.trigger) }
    flow.steps[inside].lines.insert(contentsOf: lines, at: 0)
    if flow.steps[inside].lines.last?.trigger != "else" {
      flow.steps[inside].lines.append(BredFlow.Line(trigger: "else", target: "failed"))
    }
  }

  /// A wrong answer may be told in a second way.
  private mutating func addSecondCode() {
    for call in contract.calls.indices {
      guard let wrong = contract.calls[call].replies.first(where: { $0.outcome == BredContract.wrong }) else {
        continue
      }
      contract.calls[call].replies.append(
        BredContract.Reply(event: wrong.event, outcome: BredContract.wrongOtherwise))
      for step in flow.steps.indices where flow.steps[step].answer == contract.calls[call].name && dice.happens(70) {
        let target = flow.steps[step].budget.hasPrefix("tries") ? dice.pick(["retry", "failed"]) : "failed"
        flow.steps[step].lines.insert(
          BredFlow.Line(trigger: "\(wrong.event) \(BredContract.wrongOtherwise)", target: target), at: 0)
      }
    }
  }

  private mutating func addSupersession() {
    guard let call = contract.calls.indices.filter({ $0 > 0 }).randomElement(using: &dice) else { return }
    let others = contract.calls.map(\.name).filter { $0 != "begin" }
    contract.calls[call].traits.append("supersedes: [\(dice.pick(others))]")
  }

  /// The reply to a call is waited for at a step of its own, which has a button.
  private mutating func addWait() {
    let answering = flow.steps.indices.filter { !flow.steps[$0].answer.isEmpty }
    let from = dice.happens(75) ? answering.randomElement(using: &dice) ?? 0 : 0
    var wait = BredFlow.Step(name: "pause", kind: "wait: wait")
    let replies = flow.steps[from].lines.filter {
      !["rejected", "timeout", "exhausted", "else", "deny"].contains($0.trigger)
    }
    wait.lines = replies.filter { $0.target != "stay" && $0.target != "retry" && dice.happens(90) }
    for line in replies where line.target == "retry" {
      wait.lines.append(BredFlow.Line(trigger: line.trigger, target: dice.pick(["failed", flow.steps[from].name])))
    }
    guard !wait.lines.isEmpty else { return }
    if let call = contract.free.last?.name, call != "begin", dice.happens(50) {
      var away = BredFlow.Choice(name: "away", call: call, max: dice.pick([1, 2]))
      away.lines = (contract.call(call)?.replies ?? []).map {
        BredFlow.Line(trigger: $0.words, target: dice.pick(["failed", "begin", "done"]))
      }
      if away.lines.isEmpty { away.lines = [BredFlow.Line(trigger: "accepted", target: dice.pick(["stay", "begin"]))] }
      wait.choices.append(away)
    }
    if dice.happens(40) {
      wait.choices.append(BredFlow.Choice(name: "leave", target: dice.pick(["failed", "begin", "done"])))
    }
    if dice.happens(40) { wait.within = "within: \(dice.pick([10, 90]))s" }
    if !wait.within.isEmpty || contract.hasPatience {
      wait.lines.append(BredFlow.Line(trigger: "timeout", target: dice.pick(["failed", "failed", "begin"])))
    }
    wait.lines.append(BredFlow.Line(trigger: "else", target: "failed"))
    flow.steps[from].lines.insert(BredFlow.Line(trigger: "accepted", target: "pause"), at: 0)
    flow.steps.append(wait)
  }

  /// Several places draw on one budget.
  private mutating func shareBudgets() {
    flow.budgets = ["shared: \(dice.pick([1, 2, 2]))"]
    for step in flow.steps.indices {
      let words = flow.steps[step].budget
      if !words.isEmpty, dice.happens(60) {
        flow.steps[step].budget = String(words.prefix { $0 != ":" }) + ": shared"
      }
      for choice in flow.steps[step].choices.indices
      where flow.steps[step].choices[choice].max != nil && dice.happens(50) {
        flow.steps[step].choices[choice].budget = "max: shared"
      }
    }
    for step in flow.interrupts.indices {
      for choice in flow.interrupts[step].choices.indices
      where flow.interrupts[step].choices[choice].max != nil && dice.happens(30) {
        flow.interrupts[step].choices[choice].budget = "max: shared"
      }
    }
    let all = flow.steps + flow.interrupts
    let isNamed = all.contains { step in
      step.budget.hasSuffix("shared") || step.choices.contains { $0.budget.hasSuffix("shared") }
    }
    if !isNamed { flow.budgets = [] }
  }

  /// Tries begin again with each session.
  private mutating func countBySession() {
    for step in flow.steps.indices {
      let words = flow.steps[step].budget
      guard words.hasPrefix("tries: "), Int(words.dropFirst(7)) != nil, dice.happens(60) else { continue }
      flow.steps[step].budget = "tries: { count: \(words.dropFirst(7)), per: session }"
    }
  }

  /// Another success, of which less or more is required.
  private mutating func addSecondSuccess() {
    let require = dice.pick([
      "", "", ", require: { kinds: 1 }", ", require: { proofs: [pin] }", ", require: { authenticators: 1 }",
    ])
    flow.ends.append("also: { outcome: success\(require) }")
    func changed(_ target: String) -> String { target == "done" && dice.happens(40) ? "also" : target }
    for step in flow.steps.indices {
      for line in flow.steps[step].lines.indices {
        flow.steps[step].lines[line].target = changed(flow.steps[step].lines[line].target)
      }
      for choice in flow.steps[step].choices.indices {
        flow.steps[step].choices[choice].target = changed(flow.steps[step].choices[choice].target)
      }
    }
  }

  /// Nobody comes to a step without what it requires.
  private mutating func requireAtSteps() {
    guard
      let index = flow.steps.indices.filter({ $0 > 0 && flow.steps[$0].require.isEmpty }).randomElement(using: &dice)
    else { return }
    var words = dice.pick(["kinds: 1", "proofs: [pin]", "authenticators: 1", "proofs: [knowledge]"])
    if dice.happens(30), let after = flow.steps.filter({ !$0.answer.isEmpty }).randomElement(using: &dice) {
      words += ", after: \(after.name)"
    }
    flow.steps[index].require = "require: { \(words) }"
  }
}
