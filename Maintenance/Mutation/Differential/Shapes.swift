// SPDX-License-Identifier: Apache-2.0

/// All flows of one shape: somebody signs in, an interrupt comes, and one success end is to be protected from each way out of
/// it, with each effect of its call.
enum Shapes {
  /// Every flow of the shape, each once.
  static let all: [Specimen] = {
    var specimens: [Specimen] = []
    for effect in ["", "losesProofs: true", "enters: pre", "enters: in", "earns"] {
      for isReplied in effect == "earns" ? [true] : [false, true] {
        for way in ["resume", "stay", "begin", "failed", "done"] {
          for other in ["", "resume", "failed", "begin"] {
            for again in ["", "again: queue", "again: replace"] {
              for event in ["", "losesProofs: true", "enters: pre"] {
                for goal in ["", "goal: aal1"] {
                  let shape = Shape(
                    effect: effect, isReplied: isReplied, way: way, other: other, again: again, event: event, goal: goal
                  )
                  specimens.append(shape.specimen)
                }
              }
            }
          }
        }
      }
    }
    return specimens
  }()

  private struct Shape {
    /// What the call of the interrupt does.
    let effect: String
    /// Whether an event follows it.
    let isReplied: Bool
    /// Where it leads.
    let way: String
    /// Where another button of the interrupt leads; empty for none.
    let other: String
    let again: String
    /// What the interrupt does by its arrival.
    let event: String
    let goal: String

    var specimen: Specimen { Specimen(flow: flow.text, contract: contract.text) }

    private var contract: BredContract {
      var contract = BredContract()
      contract.phases = ["off: {}", "pre: {}", "in: {}"]
      contract.signedIn = "in"
      var interrupt = BredContract.Event(name: "idle", kind: .interrupt, traits: ["rank: 1"])
      interrupt.traits += [again, event].filter { !$0.isEmpty }
      contract.events = [
        BredContract.Event(name: "askName", kind: .challenge, traits: ["enters: pre"]),
        BredContract.Event(name: "entered", kind: .result, traits: ["enters: in"]),
        BredContract.Event(name: "told", kind: .result), interrupt,
      ]
      let login = BredContract.Reply(event: "entered", earns: "{ knowledge: pin }")
      var take = BredContract.Call(name: "takeIdle", answers: "idle")
      if isReplied {
        take.replies = [BredContract.Reply(event: "told", earns: effect == "earns" ? "{ possession: key }" : "")]
      }
      if effect != "earns", !effect.isEmpty { take.traits = [effect] }
      contract.calls = [
        BredContract.Call(name: "begin", replies: [BredContract.Reply(event: "askName")]),
        BredContract.Call(
          name: "giveName", answers: "askName", takesSecret: true,
          replies: [login, BredContract.Reply(event: "askName", outcome: BredContract.wrong)]), take,
      ]
      return contract
    }

    private var flow: BredFlow {
      var flow = BredFlow()
      if !goal.isEmpty { flow.claims = [goal] }
      let failure = BredFlow.Line(trigger: "else", target: "failed")
      flow.steps = [
        BredFlow.Step(
          name: "begin", kind: "call: begin", budget: "max: 2",
          lines: [BredFlow.Line(trigger: "askName", target: "name"), failure]),
        BredFlow.Step(
          name: "name", kind: "challenge: askName", asks: true, answer: "giveName", budget: "tries: 1",
          lines: [
            BredFlow.Line(trigger: "entered", target: "inside"), BredFlow.Line(trigger: "askName 5", target: "retry"),
            failure,
          ]),
        BredFlow.Step(
          name: "inside", kind: "event: entered", choices: [BredFlow.Choice(name: "finish", target: "done")],
          lines: [failure]),
      ]
      let line = BredFlow.Line(trigger: isReplied ? "told" : "accepted", target: way)
      var choices = [BredFlow.Choice(name: "take", call: "takeIdle", lines: [line], max: 1)]
      if !other.isEmpty { choices.append(BredFlow.Choice(name: "close", target: other)) }
      flow.interrupts = [BredFlow.Step(name: "idle", choices: choices, lines: [failure])]
      return flow
    }
  }
}
