// SPDX-License-Identifier: Apache-2.0

/// Makes up small flows for made-up SDKs.
///
/// Most of what they say is sensible, so that the checker has nothing to say of them but what is compared.
struct SpecimenBreeder {
  /// How much a flow has.
  struct Size {
    var steps = 4
    var interrupts = 2

    /// Sizes that are usual: the more interrupts, the fewer steps.
    static func usual(_ dice: inout Dice) -> Size {
      let interrupts = dice.pick([0, 1, 1, 1, 1, 2])
      return Size(
        steps: dice.pick(interrupts == 2 ? [2, 2, 3] : interrupts == 1 ? [2, 3, 3, 4] : [3, 4, 4]),
        interrupts: interrupts)
    }
  }

  var dice: Dice
  let contract: BredContract
  var flow = BredFlow()
  /// The step for each event.
  private var stepFor: [String: String] = [:]

  static func breed(_ dice: inout Dice, _ size: Size) -> Specimen {
    let (flow, contract) = parts(&dice, size)
    return Specimen(flow: flow.text, contract: contract.text)
  }

  /// The same, with more of what is rare.
  static func breedVaried(_ dice: inout Dice, _ size: Size) -> Specimen {
    let (flow, contract) = Variety.add(to: parts(&dice, size), &dice)
    return Specimen(flow: flow.text, contract: contract.text)
  }

  /// The same, before it is text.
  static func parts(_ dice: inout Dice, _ size: Size) -> (flow: BredFlow, contract: BredContract) {
    let contract = ContractBreeder.breed(&dice, interrupts: size.interrupts)
    var breeder = SpecimenBreeder(dice: dice, contract: contract)
    breeder.addSteps(size)
    breeder.addInterrupts()
    breeder.addClaims()
    breeder.addGates()
    breeder.addGuards()
    breeder.flow.dropUnreached()
    dice = breeder.dice
    return (breeder.flow, contract)
  }

  private init(dice: Dice, contract: BredContract) {
    self.dice = dice
    self.contract = contract
  }

  private mutating func addClaims() {
    let shown = Set(contract.calls.flatMap(\.replies).map(\.earns).filter { !$0.isEmpty })
    var claims: [[String]] = [[]]
    if !shown.isEmpty { claims += [["goal: aal1"], ["goal: aal1"], ["require: { kinds: 1 }"], ["goal: aal1"]] }
    if shown.contains("{ knowledge: pin }") {
      claims += [["require: { proofs: [knowledge] }"], ["require: { proofs: [pin] }"]]
      if shown.count > 1 { claims += [["goal: aal2"], ["goal: aal2"]] }
    }
    if shown.count > 1 { claims += [["require: { authenticators: 2 }"]] }
    flow.claims = dice.pick(claims)
    if dice.happens(25) { flow.ends.append("over: { outcome: ended }") }
  }

  private mutating func addSteps(_ size: Size) {
    let asked = contract.events(.challenge).map(\.name)
    var names = ["begin"]
    for event in asked where names.count < size.steps {
      let name = event == "askName" ? "name" : "word"
      stepFor[event] = name
      names.append(name)
    }
    if names.count < size.steps, dice.happens(75) {
      stepFor["entered"] = "inside"
      names.append("inside")
    }
    for name in names { addStep(name) }
  }

  private mutating func addStep(_ name: String) {
    var step = BredFlow.Step(name: name)
    switch name {
    case "begin":
      step.kind = "call: begin"
      if dice.happens(80) { step.budget = "max: \(dice.pick([1, 2]))" }
      step.lines = lines(for: contract.call("begin")?.replies ?? [], at: step, own: "")
    case "inside":
      step.kind = "event: entered"
      step.choices = [BredFlow.Choice(name: "finish", target: "done")]
      if dice.happens(60) { step.choices.append(choice("more", contract.free.last?.name ?? "", at: step)) }
    default:
      let event = name == "name" ? "askName" : "askWord"
      let call = contract.answers(to: event)[0]
      step.kind = "challenge: \(event)"
      (step.asks, step.answer) = (call.takesSecret, call.name)
      if dice.happens(90) { step.budget = "tries: \(dice.pick([1, 1, 2]))" }
      step.lines = lines(for: call.replies, at: step, own: event)
      if dice.happens(25) { step.choices.append(choice("away", contract.free.last?.name ?? "", at: step)) }
      if dice.happens(10) {
        step.choices.append(BredFlow.Choice(name: "leave", target: dice.pick(["failed", "done", "begin"])))
      }
      if dice.happens(8) { step.earns = dice.pick(["earns: none", "earns: [knowledge]"]) }
    }
    if dice.happens(6), name != "begin" { step.within = "within: \(dice.pick([10, 90]))s" }
    addCommon(&step)
    flow.steps.append(step)
  }

  /// What any step may have.
  private mutating func addCommon(_ step: inout BredFlow.Step) {
    if dice.happens(12) {
      step.lines.append(
        BredFlow.Line(trigger: "rejected", target: step.name == "begin" ? "failed" : any(["stay", "failed"])))
    }
    if contract.hasPatience || !step.within.isEmpty, dice.happens(60) {
      step.lines.append(BredFlow.Line(trigger: "timeout", target: any(["failed", "stay"])))
    }
    for event in contract.events(.interrupt) where dice.happens(8) {
      step.lines.append(
        BredFlow.Line(trigger: event.name, target: event.isTerminal ? "failed" : any(["failed", "stay"])))
    }
    if step.budget.hasPrefix("tries"), dice.happens(50) {
      step.lines.append(BredFlow.Line(trigger: "exhausted", target: "failed"))
    }
    let hasCalls = !step.answer.isEmpty || step.kind.hasPrefix("call") || step.choices.contains { !$0.call.isEmpty }
    guard hasCalls || !step.lines.isEmpty else { return }
    let isCall = step.kind.hasPrefix("call")
    step.lines.append(
      BredFlow.Line(trigger: "else", target: isCall || dice.happens(90) ? "failed" : any(["stay"])))
  }

  /// Mostly the usual targets; sometimes a step that makes a call.
  private mutating func any(_ usual: [String]) -> String { dice.happens(80) ? dice.pick(usual) : "begin" }

  private mutating func lines(
    for replies: [BredContract.Reply], at step: BredFlow.Step, own: String, keeping percent: Int = 88
  ) -> [BredFlow.Line] {
    var lines: [BredFlow.Line] = []
    for reply in replies where dice.happens(percent) {
      lines.append(BredFlow.Line(trigger: reply.words, target: target(for: reply, at: step, own)))
    }
    return lines
  }

  private mutating func target(for reply: BredContract.Reply, at step: BredFlow.Step, _ own: String) -> String {
    if reply.outcome == "error" { return dice.pick(["failed", "failed", "stay"]) }
    if !reply.outcome.isEmpty {
      if step.kind.isEmpty { return dice.pick(["failed", "stay"]) }
      return dice.happens(80) && step.budget.hasPrefix("tries") ? "retry" : "failed"
    }
    if let step = stepFor[reply.event], dice.happens(80) { return step }
    let isChallenge = contract.events(.challenge).contains { $0.name == reply.event }
    if isChallenge { return "failed" }
    if reply.event == "entered" { return dice.pick(["done", "done", "done", "failed", "begin"]) }
    return dice.pick(["done", "failed", "stay", "begin"])
  }

  /// A button that makes a call.
  private mutating func choice(_ name: String, _ call: String, at step: BredFlow.Step) -> BredFlow.Choice {
    var choice = BredFlow.Choice(name: name, call: call)
    if dice.happens(90) { choice.max = dice.pick([1, 1, 2]) }
    let replies = contract.call(call)?.replies ?? []
    choice.lines = lines(for: replies, at: step, own: "")
    if replies.isEmpty { choice.lines = [BredFlow.Line(trigger: "accepted", target: any(["stay", "failed", "done"]))] }
    if dice.happens(25) { choice.lines.append(BredFlow.Line(trigger: "else", target: "failed")) }
    return choice
  }

  private mutating func addInterrupts() {
    for event in contract.events(.interrupt) where dice.happens(event.isTerminal ? 70 : 90) { addInterrupt(event) }
  }

  private mutating func addInterrupt(_ event: BredContract.Event) {
    var step = BredFlow.Step(name: event.name)
    let losesSession = event.name == "loggedOff"
    let ways =
      event.isTerminal || losesSession ? ["failed", "failed", "begin"] : ["resume", "resume", "failed", "begin"]
    let usual = event.isTerminal ? ["failed"] : ways
    if event.isTerminal || losesSession, dice.happens(50) {
      step.to = "to: \(dice.pick(usual))"
      return flow.interrupts.append(step)
    }
    for call in contract.answers(to: event.name) {
      var choice = BredFlow.Choice(name: call.name.hasPrefix("take") ? "take" : "leave", call: call.name)
      if dice.happens(85) { choice.max = dice.pick([1, 1, 2]) }
      if call.replies.isEmpty {
        choice.lines = [BredFlow.Line(trigger: "accepted", target: way(usual))]
      } else {
        choice.lines = call.replies.map { reply in
          BredFlow.Line(trigger: reply.words, target: interruptTarget(for: reply, usual))
        }
        if dice.happens(15) { choice.lines.append(BredFlow.Line(trigger: "accepted", target: way(usual))) }
      }
      step.choices.append(choice)
    }
    if step.choices.isEmpty || !event.needsAnswer && dice.happens(50) {
      step.choices.append(BredFlow.Choice(name: "close", target: dice.pick(usual)))
    }
    if dice.happens(20) { step.choices.append(BredFlow.Choice(name: "end", target: "failed")) }
    if dice.happens(10), let first = step.choices.first { step.auto = "auto: \(first.name)" }
    if step.choices.contains(where: { !$0.call.isEmpty }) {
      if dice.happens(10) { step.lines.append(BredFlow.Line(trigger: "rejected", target: "stay")) }
      step.lines.append(BredFlow.Line(trigger: "else", target: dice.pick(["failed", "failed", "failed", "stay"])))
    }
    flow.interrupts.append(step)
  }

  /// Mostly a way out; `stay` goes on showing the interrupt.
  private mutating func way(_ usual: [String]) -> String { dice.happens(12) ? "stay" : dice.pick(usual) }

  private mutating func interruptTarget(for reply: BredContract.Reply, _ usual: [String]) -> String {
    if contract.events(.challenge).contains(where: { $0.name == reply.event }) {
      return dice.happens(85) ? stepFor[reply.event] ?? "failed" : "failed"
    }
    if dice.happens(12) { return "done" }
    return way(usual)
  }
}
