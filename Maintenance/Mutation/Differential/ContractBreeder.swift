// SPDX-License-Identifier: Apache-2.0

/// Makes up SDKs that are small, and yet have what is hard to prove something about.
struct ContractBreeder {
  private var dice: Dice
  private var contract = BredContract()

  static func breed(_ dice: inout Dice, interrupts: Int) -> BredContract {
    var breeder = ContractBreeder(dice: dice)
    breeder.addEvents(interrupts)
    breeder.addCalls()
    dice = breeder.dice
    return breeder.contract
  }

  private init(dice: Dice) { self.dice = dice }

  private mutating func addEvents(_ interrupts: Int) {
    contract.phases = ["off: {}", "pre: {}", "in: {}", "shut: { closed: true }"]
    if dice.happens(75) { contract.signedIn = "in" }
    contract.hasPatience = dice.happens(15)
    if dice.happens(20) { contract.attempts = dice.pick([1, 2]) }
    contract.hasReady = dice.happens(12)
    contract.events.append(
      BredContract.Event(
        name: "askName", kind: .challenge,
        traits: traits(enters: ["pre", "pre", ""], loses: 35) + (contract.hasReady ? ["fields: { ready: flag }"] : [])))
    if dice.happens(60) {
      contract.events.append(
        BredContract.Event(name: "askWord", kind: .challenge, traits: traits(enters: ["", "", "", "pre"], loses: 8)))
    }
    contract.events.append(
      BredContract.Event(name: "entered", kind: .result, traits: traits(enters: ["in", "in", "in", ""], loses: 4)))
    if dice.happens(35) {
      contract.events.append(
        BredContract.Event(name: "told", kind: .result, traits: traits(enters: ["", "", "", "pre", "in"], loses: 10)))
    }
    var kinds = ["idle", "alarm", "shutDown", "loggedOff"]
    for _ in 0..<interrupts { addInterrupt(kinds.remove(at: dice.roll(kinds.count))) }
  }

  private mutating func traits(enters phases: [String], loses percent: Int) -> [String] {
    let phase = dice.pick(phases)
    return (phase.isEmpty ? [] : ["enters: \(phase)"]) + (dice.happens(percent) ? ["losesProofs: true"] : [])
  }

  private mutating func addInterrupt(_ name: String) {
    var event = BredContract.Event(name: name, kind: .interrupt)
    let again = dice.pick(["again: queue", "again: replace", ""])
    if !again.isEmpty { event.traits.append(again) }
    let rank = name == "shutDown" ? 6 : dice.pick([1, 2]) + (name == "alarm" ? 2 : name == "loggedOff" ? 3 : 0)
    event.traits.append("rank: \(contract.events.contains { $0.traits.contains("rank: \(rank)") } ? rank + 7 : rank)")
    switch name {
    case "shutDown":
      event.isTerminal = true
      event.traits += ["terminal: true", "enters: shut"] + (dice.happens(70) ? ["losesProofs: true"] : [])
    case "loggedOff": event.traits += ["losesProofs: true"] + (dice.happens(60) ? ["enters: pre"] : [])
    default:
      event.traits += traits(enters: ["", "", "", "", "pre"], loses: 8)
      event.needsAnswer = dice.happens(name == "alarm" ? 60 : 15)
      event.barsCalls = name == "alarm" && dice.happens(50)
      if event.needsAnswer { event.traits.append("needsAnswer: true") }
      if event.barsCalls { event.traits.append("barsCalls: true") }
    }
    let others = contract.events(.interrupt).map(\.name)
    if !others.isEmpty, dice.happens(20) { event.traits.append("cancels: [\(others[0])]") }
    contract.events.append(event)
  }

  private mutating func addCalls() {
    let asked = contract.events(.challenge).map(\.name)
    let results = contract.events(.result).map(\.name)
    var begin = BredContract.Call(name: "begin", phases: dice.pick([["off"], ["off"], ["off", "shut"], []]))
    begin.replies = [BredContract.Reply(event: "askName")]
    if dice.happens(15) { begin.replies.append(BredContract.Reply(event: dice.pick(asked + results), outcome: "")) }
    begin.replies = distinct(begin.replies)
    contract.calls.append(begin)
    for event in asked {
      var call = BredContract.Call(name: event == "askName" ? "giveName" : "giveWord", answers: event)
      call.takesSecret = dice.happens(85)
      call.phases = dice.pick([[], [], ["pre"], ["pre", "in"]])
      call.traits = callTraits(loses: 4, enters: 4)
      call.replies = replies(of: call, asked, results)
      contract.calls.append(call)
    }
    var reset = BredContract.Call(name: "reset", phases: dice.pick([[], [], ["pre", "in"], ["in"], ["pre"]]))
    reset.traits = callTraits(loses: 35, enters: 30)
    if dice.happens(60) { reset.replies = [BredContract.Reply(event: dice.pick(["askName"] + results))] }
    contract.calls.append(reset)
    for event in contract.events(.interrupt) where event.needsAnswer || !event.isTerminal && dice.happens(75) {
      for name in dice.happens(30) ? ["take", "leave"] : ["take"] { addAnswer(to: event, name, results) }
    }
  }

  private mutating func addAnswer(to event: BredContract.Event, _ name: String, _ results: [String]) {
    var call = BredContract.Call(name: name + event.name.prefix(1).uppercased() + event.name.dropFirst())
    call.answers = event.name
    call.traits = callTraits(loses: 20, enters: 15)
    if dice.happens(15) { call.phases = dice.pick([["in"], ["pre", "in"]]) }
    if dice.happens(45) {
      var reply = BredContract.Reply(event: dice.pick(results + ["askName"]))
      if dice.happens(20) { reply.earns = "{ possession: key }" }
      call.replies = [reply]
    }
    contract.calls.append(call)
  }

  private mutating func callTraits(loses: Int, enters: Int) -> [String] {
    (dice.happens(loses) ? ["losesProofs: true"] : [])
      + (dice.happens(enters) ? ["enters: \(dice.pick(["pre", "in", "off"]))"] : [])
  }

  private mutating func replies(
    of call: BredContract.Call, _ asked: [String], _ results: [String]
  ) -> [BredContract.Reply] {
    var replies: [BredContract.Reply] = []
    for event in results + asked where event != call.answers && (event == "entered" || dice.happens(55)) {
      var reply = BredContract.Reply(event: event)
      if dice.happens(65) {
        reply.earns = earnings(takesSecret: call.takesSecret)
      } else if dice.happens(25) {
        reply.enrols = earnings(takesSecret: call.takesSecret)
      }
      replies.append(reply)
    }
    if dice.happens(65) { replies.append(BredContract.Reply(event: call.answers, outcome: BredContract.wrong)) }
    if dice.happens(15) { replies.append(BredContract.Reply(event: dice.pick(results), outcome: "error")) }
    return distinct(replies)
  }

  private mutating func earnings(takesSecret: Bool) -> String {
    guard takesSecret else { return "{ possession: key }" }
    return dice.pick(["{ knowledge: pin }", "{ knowledge: pin }", "{ possession: otp }", "{ possession: key }"])
  }

  private func distinct(_ replies: [BredContract.Reply]) -> [BredContract.Reply] {
    var words: Set<String> = []
    return replies.filter { words.insert($0.words).inserted }
  }
}
