// SPDX-License-Identifier: Apache-2.0

@testable import FlowMutation

extension DifferentialCaseTests {
  /// Runs that come to no end, and some that do.
  static let ofLiveness: [Case] = [
    Case(
      name: "what was kept for an interrupt that resumes goes on to the flow", property: .liveness, isBroken: false,
      flow: """
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name:
            challenge: askName
            ask: [word]
            answer: giveName
            then: { entered: done, else: failed }
        interrupts:
          idle:
            choices: { take: { call: takeIdle, then: { entered: resume } } }
            then: { else: failed }
          alarm: { choices: { close: { resume: true } } }

        """,
      contract: """
        phases: { off: {} }
        codes: { 5: { name: wrong, in: [askWord], source: chosen } }
        events:
          askName: { kind: challenge, source: chosen }
          askWord: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          idle: { kind: interrupt, rank: 1, source: chosen }
          alarm: { kind: interrupt, rank: 4, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: chosen }
            source: chosen
          giveWord: { answers: askWord, leadsTo: { askWord 5: chosen }, source: chosen }
          takeIdle: { leadsTo: { entered: chosen }, source: chosen }

        """),
    Case(
      name: "an interrupt that stays for ever is a dead end, though its `else` would lead away", property: .liveness,
      isBroken: true,
      flow: """
        require: { kinds: 1 }
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name:
            challenge: askName
            ask: [word]
            answer: giveName
            then: { askWord: word, else: failed }
          word:
            challenge: askWord
            ask: [word]
            answer: giveWord
            then: { entered: inside, else: failed }
          inside: { event: entered, choices: { finish: { to: done } } }
        interrupts:
          alarm:
            choices: { take: { call: takeAlarm } }
            then: { rejected: stay, else: failed }

        """,
      contract: """
        phases: { in: {} }
        authenticators: { otp: { channel: typed } }
        events:
          askName: { kind: challenge, source: chosen }
          askWord: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          alarm: { kind: interrupt, rank: 3, barsCalls: true, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { askWord: { earns: { possession: otp } } }
            source: chosen
          giveWord:
            answers: askWord
            takes: { word: secret 1..8 }
            leadsTo: { entered: chosen }
            source: chosen
          takeAlarm: { answers: alarm, leadsTo: {}, source: chosen }

        """),
    Case(
      name: "an interrupt of which all that leads away is never legal is left once the rest is spent",
      property: .liveness,
      isBroken: false,
      flow: """
        steps:
          begin: { call: begin, then: { else: failed } }
        interrupts:
          idle:
            choices:
              take: { call: takeIdle, max: 1 }
              leave: { call: leaveIdle, max: 1, then: { accepted: resume } }
            then: { else: stay }

        """,
      contract: """
        phases: { pre: {} }
        codes: { 5: { name: wrong, in: [askName, askWord], source: chosen } }
        events:
          askName: { kind: challenge, source: chosen }
          askWord: { kind: challenge, source: chosen }
          idle: { kind: interrupt, rank: 2, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName: { answers: askName, leadsTo: { askName 5: chosen }, source: chosen }
          giveWord: { answers: askWord, leadsTo: { askWord 5: chosen }, source: chosen }
          takeIdle: { leadsTo: {}, source: chosen }
          leaveIdle: { leadsTo: {}, source: chosen }

        """),
    Case(
      name: "a call that is free again is offered only in its phase", property: .liveness, isBroken: false,
      flow: """
        require: { proofs: [knowledge] }
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name:
            challenge: askName
            ask: [word]
            answer: giveName
            then: { entered: inside, else: failed }
          inside: { event: entered, choices: { finish: { to: done } } }
        interrupts:
          idle: { choices: { take: { call: takeIdle } }, then: { else: failed } }

        """,
      contract: """
        phases: { pre: {}, in: {} }
        authenticators: { pin: { channel: typed }, key: { channel: device } }
        events:
          askName: { kind: challenge, enters: pre, source: chosen }
          entered: { kind: result, enters: in, source: chosen }
          idle: { kind: interrupt, again: replace, rank: 1, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: { earns: { knowledge: pin } } }
            source: chosen
          takeIdle:
            phases: [in]
            leadsTo: { askName: { earns: { possession: key } } }
            source: chosen

        """),
    Case(
      name: "an interrupt that every step takes itself catches nobody", property: .liveness, isBroken: false,
      flow: """
        steps:
          begin: { call: begin, then: { alarm: failed, else: failed } }
        interrupts:
          alarm: { choices: { take: { call: takeAlarm, max: 3 } }, then: { else: stay } }

        """,
      contract: """
        phases: { pre: {} }
        codes: { 5: { name: wrong, in: [askName, askWord], source: chosen } }
        events:
          askName: { kind: challenge, source: chosen }
          askWord: { kind: challenge, source: chosen }
          alarm: { kind: interrupt, rank: 3, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName: { answers: askName, leadsTo: { askName 5: chosen }, source: chosen }
          giveWord: { answers: askWord, leadsTo: { askWord 5: chosen }, source: chosen }
          takeAlarm: { leadsTo: {}, source: chosen }

        """),
    Case(
      name: "a call after the time of the step has no time, and is answered no more", property: .liveness,
      isBroken: true,
      flow: superseded(timeout: "stay"), contract: superseding()),
    Case(
      name: "time that leads away ends the wait for a call that is answered no more", property: .liveness,
      isBroken: false,
      flow: superseded(timeout: "failed"), contract: superseding()),
    Case(
      name: "so does the patience of the contract", property: .liveness, isBroken: false,
      flow: superseded(timeout: "stay"), contract: superseding("patience: 60s, ")),
    Case(
      name: "what another call supersedes under an interrupt that leads away is not owed", property: .liveness,
      isBroken: false, flow: twoInterrupts(takeLeadsOnBy: "entered: begin"),
      contract: supersedingInterrupt("supersedes: leaveIdle, ")),
    Case(
      name: "what is owed already is owed no more once another call supersedes it", property: .liveness,
      isBroken: false,
      flow: twoInterrupts(leaving: ", then: { accepted: resume }", takeLeadsOnBy: "entered: resume"),
      contract: supersedingInterrupt("supersedes: leaveIdle, ")),
    Case(
      name: "what is owed is replied to where nothing supersedes it", property: .liveness, isBroken: false,
      flow: twoInterrupts(leaving: ", then: { accepted: resume }", takeLeadsOnBy: "entered: resume"),
      contract: supersedingInterrupt("")),
    Case(
      name: "an interrupt waits for ever for the reply to a call that another one supersedes", property: .liveness,
      isBroken: true, flow: twoInterrupts(takeLeadsOnBy: "entered: resume"),
      contract: supersedingInterrupt("supersedes: leaveIdle, ")),
  ]

  private static func twoInterrupts(leaving: String = "", takeLeadsOnBy line: String) -> String {
    """
    steps:
      begin: { call: begin, then: { ready: done, else: failed } }
    interrupts:
      loggedOff: { choices: { take: { call: takeLoggedOff, then: { \(line) } } }, then: { else: failed } }
      idle: { choices: { leave: { call: leaveIdle\(leaving) } }, then: { else: failed } }

    """
  }

  private static func supersedingInterrupt(_ superseded: String) -> String {
    """
    phases: { pre: {} }
    events:
      ready: { kind: result, source: chosen }
      entered: { kind: result, source: chosen }
      told: { kind: result, source: chosen }
      loggedOff: { kind: interrupt, rank: 5, source: chosen }
      idle: { kind: interrupt, rank: 1, source: chosen }
    calls:
      begin: { leadsTo: { ready: chosen }, source: chosen }
      takeLoggedOff: { \(superseded)leadsTo: { entered: chosen }, source: chosen }
      leaveIdle: { leadsTo: { told: chosen }, source: chosen }

    """
  }

  private static func superseded(timeout target: String) -> String {
    """
    steps:
      begin: { call: begin, then: { askName: name, else: failed } }
      name:
        challenge: askName
        ask: [word]
        answer: giveName
        tries: 1
        within: 90s
        then: { entered: done, timeout: \(target), else: failed }
    interrupts:
      idle: { choices: { leave: { call: leaveIdle, then: { accepted: resume } } }, then: { else: failed } }

    """
  }

  private static func superseding(_ patience: String = "") -> String {
    """
    phases: { pre: {} }
    events:
      askName: { kind: challenge, source: chosen }
      entered: { kind: result, source: chosen }
      idle: { kind: interrupt, rank: 2, source: chosen }
    calls:
      begin: { leadsTo: { askName: chosen }, source: chosen }
      giveName: { answers: askName, takes: { word: secret 1..8 }, \(patience)leadsTo: { entered: chosen }, source: chosen }
      leaveIdle: { supersedes: giveName, leadsTo: {}, source: chosen }

    """
  }
}
