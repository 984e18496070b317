// SPDX-License-Identifier: Apache-2.0

@testable import FlowMutation

/// Replies that come late: nobody knows to which call.
extension DifferentialCaseTests {
  static let ofLateReplies: [Case] = [
    Case(
      name: "a late reply to a call that shows nothing is no proof of another one's word",
      property: .goal, isBroken: true, flow: nameOrPush(within: "within: 1s, "), contract: pushed()),
    Case(
      name: "so is one that comes once the flow is at another step",
      property: .goal, isBroken: true,
      flow: """
        require: { kinds: 1 }
        steps:
          begin: { call: push, within: 1s, then: { timeout: second, else: failed } }
          second: { call: begin, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, tries: 1, then: { entered: done, else: failed } }

        """,
      contract: pushed()),
    Case(
      name: "no reply comes late to a call for which the SDK has had its time",
      property: .goal, isBroken: false, flow: nameOrPush(within: ""), contract: pushed("patience: 1s, ")),
    Case(
      name: "nor to one that another call supersedes",
      property: .goal, isBroken: false, flow: nameOrPush(within: "within: 1s, "),
      contract: pushed(superseding: "supersedes: push, ")),
    Case(
      name: "a reply shows what it would show as a late one, too",
      property: .goal, isBroken: false,
      flow: """
        require: { kinds: 1 }
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name:
            challenge: askName
            ask: [word]
            answer: giveName
            within: 1s
            tries: 3
            then: { entered: done, timeout: stay, else: failed }

        """,
      contract: pushed()),
    Case(
      name: "a reply that may be a late one leaves its own still to come",
      property: .goal, isBroken: true,
      flow: """
        require: { proofs: [knowledge] }
        steps:
          begin: { call: push, within: 1s, then: { timeout: second, else: failed } }
          second: { call: scan, then: { entered: third, else: failed } }
          third: { call: begin, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, tries: 1, then: { entered: done, else: failed } }

        """,
      contract: pushed("patience: 2s, ")),
    Case(
      name: "what takes the proofs away ends what may come late",
      property: .goal, isBroken: false,
      flow: """
        require: { kinds: 1 }
        steps:
          begin: { call: push, within: 1s, then: { timeout: second, else: failed } }
          second: { call: leave, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, tries: 1, then: { entered: done, else: failed } }

        """,
      contract: pushed()),
  ]

  /// Somebody may ask for a push at the step that asks for the word.
  private static func nameOrPush(within: String) -> String {
    """
    require: { kinds: 1 }
    steps:
      begin: { call: begin, then: { askName: name, else: failed } }
      name:
        challenge: askName
        ask: [word]
        answer: giveName
        tries: 1
        choices: { push: { call: push, max: 1, \(within)then: { entered: failed, timeout: stay } } }
        then: { entered: done, else: failed }

    """
  }

  private static func pushed(_ patience: String = "", superseding superseded: String = "") -> String {
    """
    phases: { pre: {} }
    authenticators: { pin: { channel: typed }, face: { channel: device } }
    events:
      askName: { kind: challenge, source: chosen }
      entered: { kind: result, source: chosen }
    calls:
      begin: { leadsTo: { askName: chosen }, source: chosen }
      leave: { leadsTo: { askName: chosen }, losesProofs: true, source: chosen }
      push: { \(patience)leadsTo: { entered: chosen }, source: chosen }
      scan: { leadsTo: { entered: { earns: { inherence: face } } }, source: chosen }
      giveName:
        { answers: askName, takes: { word: secret 1..8 }, \(superseded)leadsTo: { entered: { earns: { knowledge: pin } } }, source: chosen }

    """
  }
}
