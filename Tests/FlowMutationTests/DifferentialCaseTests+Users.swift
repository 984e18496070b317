// SPDX-License-Identifier: Apache-2.0

@testable import FlowMutation

/// Events that name the user, while the SDK may still be about the user before.
extension DifferentialCaseTests {
  static let ofUsers: [Case] = [
    Case(
      name: "the first event that names a user may name the one before, and the next one the one who was typed",
      property: .goal, isBroken: true, flow: givenUp("scan"), contract: looking),
    Case(
      name: "nothing is gone where no other event names a user",
      property: .goal, isBroken: false, flow: givenUp("peek"), contract: looking),
    Case(
      name: "once the SDK has replied to the name it is about the one who was typed",
      property: .goal, isBroken: false,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [name, word], answer: giveName, then: { told: mid, else: failed } }
          mid: { event: told, choices: { go: { call: look, then: { entered: last } } }, then: { else: failed } }
          last: { event: entered, choices: { go: { call: scan, then: { entered: done } } }, then: { else: failed } }

        """,
      contract: looking),
    Case(
      name: "a call of an interrupt may be made for the user before, while the reply to the name is still to come",
      property: .goal, isBroken: true,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [name, word], answer: giveName, then: { askWord: word, else: failed } }
          word: { challenge: askWord, choices: { go: { call: giveWord, then: { entered: done } } }, then: { else: failed } }
        interrupts:
          idle:
            choices: { take: { call: takeIdle, max: 1, then: { entered: resume } }, end: { to: failed } }
            then: { else: failed }

        """,
      contract: """
        phases: { in: {} }
        authenticators: { pin: { channel: typed }, key: { channel: device } }
        events:
          askName: { kind: challenge, source: chosen }
          askWord: { kind: challenge, source: chosen }
          entered: { kind: result, fields: { who: user text }, source: chosen }
          idle: { kind: interrupt, rank: 1, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { name: text, word: secret 1..8 }
            leadsTo: { entered: { enrols: { possession: key } }, askWord: { earns: { knowledge: pin } } }
            source: chosen
          giveWord: { answers: askWord, leadsTo: { entered: { earns: { possession: key } } }, source: chosen }
          takeIdle: { leadsTo: { entered: chosen }, source: chosen }

        """),
  ]

  /// The SDK does not say in time what it makes of a name and a word, and something else is shown; then another call is made.
  private static func givenUp(_ last: String) -> String {
    """
    goal: aal1
    steps:
      begin: { call: begin, then: { askName: name, else: failed } }
      name:
        challenge: askName
        ask: [name, word]
        answer: giveName
        within: 10s
        then: { timeout: ask, else: failed }
      ask: { wait: wait, choices: { go: { call: look, then: { entered: mid } } }, then: { else: failed } }
      mid: { event: entered, choices: { go: { call: \(last), then: { \(last == "scan" ? "entered" : "seen"): done } } }, then: { else: failed } }
    messages: { wait: Wait. }

    """
  }

  private static let looking = """
    phases: { in: {} }
    authenticators: { pin: { channel: typed }, key: { channel: device } }
    events:
      askName: { kind: challenge, source: chosen }
      told: { kind: result, source: chosen }
      seen: { kind: result, source: chosen }
      entered: { kind: result, fields: { who: user text }, source: chosen }
    calls:
      begin: { leadsTo: { askName: chosen }, source: chosen }
      giveName:
        answers: askName
        takes: { name: text, word: secret 1..8 }
        leadsTo: { told: { earns: { knowledge: pin } } }
        source: chosen
      look: { leadsTo: { entered: { earns: { possession: key } } }, source: chosen }
      scan: { leadsTo: { entered: chosen }, source: chosen }
      peek: { leadsTo: { seen: chosen }, source: chosen }

    """
}
