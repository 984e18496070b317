// SPDX-License-Identifier: Apache-2.0

@testable import FlowMutation

/// Replies that come late: nobody knows to which call.
extension DifferentialCaseTests {
  static let ofLateReplies: [Case] = [
    Case(
      name: "the reply to an owed call is the step's own event: the step asks again, and the proofs are gone",
      property: .goal, isBroken: true, flow: owedToOwn("possession"),
      contract: owing(to: "askName: { earns: { possession: key } }")),
    Case(
      name: "an owed call has no such reply", property: .goal, isBroken: false, flow: owedToOwn("possession"),
      contract: owing(to: "entered: chosen")),
    Case(
      name: "a call that leads to nothing leaves the deadline of the next one whole", property: .goal, isBroken: false,
      flow: """
        require: { proofs: [knowledge] }
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, then: { entered: done, else: failed } }
        interrupts:
          idle:
            choices:
              take: { call: takeIdle, max: 1, then: { accepted: stay } }
              leave: { call: leaveIdle, then: { askName: failed } }
              close: { resume: true }
            then: { else: stay }

        """,
      contract: """
        patience: 60s
        phases: { pre: {} }
        authenticators: { pin: { channel: typed } }
        events:
          askName: { kind: challenge, losesProofs: true, source: chosen }
          entered: { kind: result, source: chosen }
          idle: { kind: interrupt, rank: 1, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: { earns: { knowledge: pin } } }
            source: chosen
          takeIdle: { leadsTo: {}, source: chosen }
          leaveIdle: { leadsTo: { askName: chosen }, source: chosen }

        """),
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
    Case(
      name: "a call is late, too, whose reply may have been a late one",
      property: .goal, isBroken: true,
      flow: """
        require: { proofs: [knowledge] }
        steps:
          begin: { call: begin, within: 1s, then: { askName: code, timeout: again, else: failed } }
          again: { call: begin, then: { askName: code, else: failed } }
          code:
            { challenge: askName, ask: [word], answer: giveCode, tries: 1, then: { entered: failed, askName: name, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, tries: 1, then: { entered: done, else: failed } }

        """,
      contract: pushed()),
    Case(
      name: "an event that takes the proofs away may be a late reply itself",
      property: .goal, isBroken: true,
      flow: nameOrPush(within: "within: 1s, "), contract: pushed(losing: "losesProofs: true, ")),
    Case(
      name: "a late reply to a call from before a step makes nothing fresh after it",
      property: .goal, isBroken: true, flow: askedAnew("again"), contract: pushed()),
    Case(
      name: "unless the call was made after it",
      property: .goal, isBroken: false, flow: askedAnew("stay"), contract: pushed()),
    Case(
      name: "a call under an interrupt may be the one that is answered",
      property: .goal, isBroken: true, flow: touchedAbove("push", "entered"), contract: pushed()),
    Case(
      name: "it is the interrupt's own where nothing below leads to such an event",
      property: .goal, isBroken: false, flow: touchedAbove("begin", "askName"), contract: pushed()),
    Case(
      name: "a deadline as long as the SDK's time gives nothing up too soon",
      property: .goal, isBroken: false,
      flow: nameOrPush(within: "within: 1s, "), contract: pushed("patience: 1s, ")),
    Case(
      name: "the call of a `wait:` step may end with the deadline that the step has inherited",
      property: .goal, isBroken: true,
      flow: """
        require: { kinds: 1 }
        steps:
          begin: { call: push, then: { accepted: still, rejected: failed, else: failed } }
          still:
            wait: wait
            choices: { look: { call: look, max: 1, then: { entered: failed } } }
            then: { entered: failed, timeout: second, else: failed }
          second: { call: begin, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, tries: 1, then: { entered: done, else: failed } }
        messages: { wait: Wait. }

        """,
      contract: pushed("patience: 1s, ")),
    Case(
      name: "a call that leads to nothing supersedes, too",
      property: .goal, isBroken: false,
      flow: """
        require: { kinds: 1 }
        steps:
          begin: { call: push, within: 1s, then: { timeout: second, else: failed } }
          second: { call: drop, then: { accepted: third, else: failed } }
          third: { call: begin, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, tries: 1, then: { entered: done, else: failed } }

        """,
      contract: pushed()),
    Case(
      name: "of two replies to one call the second is about another user, and an interrupt takes it first",
      property: .goal, isBroken: true,
      flow: """
        require: { kinds: 1 }
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name:
            challenge: askName
            ask: [name, word]
            answer: giveName
            within: 10s
            then: { entered: done, timeout: stay, else: failed }
        interrupts:
          idle:
            choices: { take: { call: takeIdle, then: { entered: resume } }, end: { to: failed } }
            then: { else: stay }

        """,
      contract: """
        phases: { pre: {}, in: {} }
        authenticators: { pin: { channel: typed } }
        events:
          askName: { kind: challenge, source: chosen }
          entered: { kind: result, enters: in, fields: { who: user text }, source: chosen }
          idle: { kind: interrupt, rank: 1, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { name: text, word: secret 1..8 }
            leadsTo: { entered: { earns: { knowledge: pin } } }
            source: chosen
          takeIdle: { phases: [in], leadsTo: { entered: chosen }, source: chosen }

        """),
    Case(
      name: "what takes the proofs away, and is kept, tells whose reply comes next", property: .goal, isBroken: false,
      flow: signingInAbove(), contract: signingIn()),
    Case(
      name: "so does what is kept before a call that changes the phase", property: .goal, isBroken: false,
      flow: signingInAbove(), contract: signingIn(entering: "enters: in, ", byEvent: "")),
    Case(
      name: "so does what is kept under an interrupt that asks again", property: .goal, isBroken: false,
      flow: signingInAbove(choices: "leave: { resume: true }, ", leading: "stay"), contract: signingIn()),
    Case(
      name: "so it does where the call above shows nothing", property: .goal, isBroken: false,
      flow: signingInAbove(), contract: signingIn(earning: "chosen")),
    Case(
      name: "what is kept and takes nothing away leaves both calls open", property: .goal, isBroken: true,
      flow: signingInAbove(), contract: signingIn(losing: "")),
    Case(
      name: "so it does under an interrupt that asks again", property: .goal, isBroken: true,
      flow: signingInAbove(choices: "leave: { resume: true }, ", leading: "stay"), contract: signingIn(losing: "")),
  ]

  /// Whom an interrupt signs in, while the reply to the flow's own call may sign in, too.
  private static func signingInAbove(choices: String = "", leading target: String = "resume") -> String {
    """
    require: { kinds: 1 }
    steps:
      begin: { call: begin, then: { askName: name, else: failed } }
      name: { challenge: askName, ask: [word], answer: giveName, tries: 1, then: { entered: done, else: failed } }
    interrupts:
      alarm:
        choices: { \(choices)take: { call: takeAlarm, max: 1, then: { entered: \(target) } } }
        then: { else: failed }

    """
  }

  private static func signingIn(
    losing: String = "losesProofs: true, ", entering: String = "", byEvent: String = "enters: in, ",
    earning: String = "{ earns: { possession: key } }"
  ) -> String {
    """
    phases: { pre: {}, in: {} }
    authenticators: { pin: { channel: typed }, key: { channel: device } }
    events:
      askName: { kind: challenge, \(losing)source: chosen }
      entered: { kind: result, \(byEvent)source: chosen }
      alarm: { kind: interrupt, rank: 1, source: chosen }
    calls:
      begin: { leadsTo: { askName: chosen, entered: chosen }, source: chosen }
      giveName:
        answers: askName
        phases: [in]
        takes: { word: secret 1..8 }
        leadsTo: { entered: { earns: { knowledge: pin } } }
        source: chosen
      takeAlarm: { \(entering)leadsTo: { entered: \(earning) }, source: chosen }

    """
  }

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

  /// Somebody is asked for the word once more where no answer comes in time.
  private static func askedAnew(_ target: String) -> String {
    """
    require: { proofs: [knowledge], after: again }
    steps:
      begin: { call: begin, then: { askName: early, else: failed } }
      early: { challenge: askName, ask: [word], answer: giveName, tries: 1, then: { entered: again, else: failed } }
      again: { call: begin, max: 3, then: { askName: name, else: failed } }
      name:
        challenge: askName
        ask: [word]
        answer: giveName
        within: 1s
        tries: 3
        then: { entered: done, timeout: \(target), else: failed }

    """
  }

  /// Something is shown in an interrupt, while the flow's own call is open.
  private static func touchedAbove(_ call: String, _ event: String) -> String {
    """
    require: { kinds: 1 }
    steps:
      begin: { call: \(call), then: { \(event): failed, else: failed } }
    interrupts:
      alarm: { choices: { take: { call: touch, max: 1, then: { entered: done } } }, then: { else: failed } }

    """
  }

  private static func pushed(
    _ patience: String = "", superseding superseded: String = "", losing: String = ""
  ) -> String {
    """
    phases: { pre: {} }
    authenticators: { pin: { channel: typed }, face: { channel: device }, key: { channel: device } }
    events:
      askName: { kind: challenge, source: chosen }
      entered: { kind: result, \(losing)source: chosen }
      alarm: { kind: interrupt, rank: 1, source: chosen }
    calls:
      begin: { leadsTo: { askName: chosen }, source: chosen }
      leave: { leadsTo: { askName: chosen }, losesProofs: true, source: chosen }
      push: { \(patience)leadsTo: { entered: chosen }, source: chosen }
      look: { patience: 9s, leadsTo: { entered: chosen }, source: chosen }
      drop: { supersedes: push, leadsTo: {}, source: chosen }
      giveCode: { answers: askName, takes: { word: secret 1..8 }, leadsTo: { entered: chosen, askName: chosen }, source: chosen }
      touch: { leadsTo: { entered: { earns: { possession: key } } }, source: chosen }
      scan: { leadsTo: { entered: { earns: { inherence: face } } }, source: chosen }
      giveName:
        { answers: askName, takes: { word: secret 1..8 }, \(superseded)leadsTo: { entered: { earns: { knowledge: pin } } }, source: chosen }

    """
  }

  private static func owedToOwn(_ kind: String) -> String {
    """
    require: { proofs: [\(kind)] }
    steps:
      begin: { call: begin, then: { else: failed } }
      name: { challenge: askName, ask: [word], answer: giveName, then: { entered: done, else: failed } }
    interrupts:
      idle:
        choices:
          take: { call: takeIdle, max: 1, then: { askName: name } }
          leave: { call: leaveIdle, max: 1, then: { accepted: resume } }
        then: { else: failed }

    """
  }

  private static func owing(to replies: String) -> String {
    """
    phases: { off: {} }
    authenticators: { key: { channel: device } }
    events:
      askName: { kind: challenge, losesProofs: true, source: chosen }
      entered: { kind: result, source: chosen }
      idle: { kind: interrupt, rank: 2, source: chosen }
    calls:
      begin: { leadsTo: { askName: chosen }, source: chosen }
      giveName: { answers: askName, takes: { word: secret 1..8 }, leadsTo: { entered: chosen }, source: chosen }
      takeIdle: { losesProofs: true, leadsTo: { askName: { earns: { possession: key } } }, source: chosen }
      leaveIdle: { leadsTo: { \(replies) }, source: chosen }

    """
  }
}
