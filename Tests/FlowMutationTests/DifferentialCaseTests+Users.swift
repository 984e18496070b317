// SPDX-License-Identifier: Apache-2.0

@testable import FlowMutation

/// Events that name a user, and replies that may be about another one.
extension DifferentialCaseTests {
  static let ofUsers: [Case] = [
    Case(
      name: "what takes the proofs away may name another user itself, of whom the reply shows nothing", property: .goal,
      isBroken: true, flow: typing("word", "then: { entered: done, else: failed }"),
      contract: naming(asking: "who: user text", losing: "losesProofs: true, ")),
    Case(
      name: "a reply that takes nothing away names the user who was asked", property: .goal, isBroken: false,
      flow: typing("word", "then: { entered: done, else: failed }"), contract: naming(asking: "who: user text")),
    Case(
      name: "a question that names nobody is for whomever the reply names", property: .goal, isBroken: false,
      flow: typing("word", "then: { entered: done, else: failed }"),
      contract: naming(asking: "left: count", losing: "losesProofs: true, ")),
    Case(
      name: "of two answers with a name, the reply to either shows what it says of the user whom it names",
      property: .goal,
      isBroken: false,
      flow: typing("name, word", "tries: 2, within: 10s, then: { entered: done, timeout: stay, else: failed }"),
      contract: naming(asking: "who: user text", taking: "name: text, ")),
    Case(
      name: "a reply that names nobody may be that to the answer with the other name", property: .goal, isBroken: true,
      flow: typing("name, word", "tries: 2, within: 10s, then: { entered: done, timeout: stay, else: failed }"),
      contract: naming(asking: "who: user text", taking: "name: text, ", telling: "left: count")),
  ]

  private static func typing(_ inputs: String, _ rest: String) -> String {
    """
    require: { proofs: [knowledge] }
    steps:
      begin: { call: begin, then: { askName: name, else: failed } }
      name: { challenge: askName, ask: [\(inputs)], answer: giveName, \(rest) }

    """
  }

  private static func naming(
    asking asked: String, losing: String = "", taking taken: String = "", telling told: String = "who: user text"
  ) -> String {
    """
    phases: { pre: {} }
    authenticators: { pin: { channel: typed } }
    events:
      askName: { kind: challenge, fields: { \(asked) }, source: chosen }
      entered: { kind: result, \(losing)fields: { \(told) }, source: chosen }
    calls:
      begin: { leadsTo: { askName: chosen }, source: chosen }
      giveName:
        answers: askName
        takes: { \(taken)word: secret 1..8 }
        leadsTo: { entered: { earns: { knowledge: pin } } }
        source: chosen

    """
  }
}
