// SPDX-License-Identifier: Apache-2.0

@testable import FlowMutation

extension DifferentialCaseTests {
  /// What hangs on the order in which events are kept, owed and taken.
  static let ofOrder: [Case] = [
    Case(
      name: "an interrupt that only resumes keeps what closes a call, and then its reply", property: .gate,
      isBroken: true,
      flow: """
        require: { gates: [isDeviceSecure], kinds: 1 }
        steps:
          begin: { call: begin, gate: [isDeviceSecure], then: { askName: name, else: failed } }
          name:
            challenge: askName
            ask: [word]
            answer: giveName
            then: { entered: done, askName 5: failed, else: stay }
        interrupts:
          alarm: { choices: { close: { resume: true } } }

        """,
      contract: """
        phases: { off: {} }
        authenticators: { otp: { channel: typed } }
        codes: { 5: { name: wrong, in: [askName], source: chosen } }
        events:
          askName: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          alarm: { kind: interrupt, rank: 4, source: chosen }
          idle: { kind: interrupt, rank: 2, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: { earns: { possession: otp } }, askName 5: chosen }
            source: chosen

        """),
    Case(
      name: "the reply that is owed comes before the call's own", property: .goal, isBroken: true,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name:
            challenge: askName
            ask: [word]
            answer: giveName
            then: { told: done, else: failed }
        interrupts:
          idle:
            choices: { take: { call: takeIdle, within: 5s, then: { timeout: resume } }, close: { resume: true } }
            then: { else: failed }

        """,
      contract: """
        phases: { off: {} }
        authenticators: { pin: { channel: typed } }
        events:
          askName: { kind: challenge, source: chosen }
          told: { kind: result, source: chosen }
          idle: { kind: interrupt, again: replace, rank: 1, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen, told: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { told: { earns: { knowledge: pin } } }
            source: chosen
          takeIdle: { leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "an event that may be an owed reply counts as that", property: .goal, isBroken: false,
      flow: """
        require: { kinds: 1 }
        steps:
          begin: { call: begin, then: { else: failed } }
          name:
            challenge: askName
            ask: [word]
            answer: giveName
            then: { entered: inside, else: stay }
          inside: { event: entered, choices: { finish: { to: done } } }
        interrupts:
          idle:
            choices:
              take: { call: takeIdle, max: 1, then: { askName: name } }
              leave: { call: leaveIdle, then: { accepted: begin } }
              close: { resume: true }
            then: { else: stay }

        """,
      contract: """
        phases: { off: {} }
        authenticators: { otp: { channel: typed } }
        events:
          askName: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          idle: { kind: interrupt, rank: 2, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: { earns: { possession: otp } } }
            source: chosen
          takeIdle: { leadsTo: { askName: chosen }, source: chosen }
          leaveIdle: { leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "an interrupt that changes the phase is closed by one that leads on", property: .phase, isBroken: true,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, then: { else: failed } }
        interrupts:
          loggedOff: { to: begin }
          alarm:
            choices: { take: { call: takeAlarm, then: { accepted: failed } } }
            then: { else: stay }

        """,
      contract: """
        phases: { off: {}, pre: {} }
        authenticators: { key: { channel: device } }
        events:
          askName: { kind: challenge, source: chosen }
          askWord: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          loggedOff: { kind: interrupt, rank: 5, source: chosen }
          alarm: { kind: interrupt, rank: 3, enters: pre, source: chosen }
        calls:
          begin: { phases: [off], leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            leadsTo: { askWord: { earns: { possession: key } } }
            source: chosen
          giveWord: { answers: askWord, leadsTo: { entered error: chosen }, source: chosen }
          takeAlarm: { leadsTo: {}, source: chosen }

        """),
    Case(
      name: "a step asks in a wrong phase before what is kept takes it on", property: .phase, isBroken: true,
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
            choices: { leave: { call: leaveIdle, then: { accepted: resume } } }
            then: { else: stay }

        """,
      contract: """
        phases: { pre: {}, in: {} }
        authenticators: { pin: { channel: typed } }
        codes: { 5: { name: wrong, in: [askWord], source: chosen } }
        events:
          askName: { kind: challenge, source: chosen }
          askWord: { kind: challenge, source: chosen }
          entered: { kind: result, enters: in, source: chosen }
          idle: { kind: interrupt, rank: 1, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen, entered: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            phases: [pre]
            leadsTo: { entered: { earns: { knowledge: pin } } }
            source: chosen
          giveWord: { answers: askWord, leadsTo: { askWord 5: chosen }, source: chosen }
          leaveIdle: { leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "nothing comes before an automatic choice is made", property: .phase, isBroken: false,
      flow: """
        steps:
          begin: { call: begin, then: { else: failed } }
        interrupts:
          idle: { auto: close, choices: { close: { to: begin } } }

        """,
      contract: """
        phases: { off: {}, pre: {} }
        codes: { 5: { name: wrong, in: [askName, askWord], source: chosen } }
        events:
          askName: { kind: challenge, enters: pre, source: chosen }
          askWord: { kind: challenge, source: chosen }
          idle: { kind: interrupt, rank: 1, source: chosen }
        calls:
          begin: { phases: [off], leadsTo: { askName: chosen }, source: chosen }
          giveName: { answers: askName, leadsTo: { askName 5: chosen }, source: chosen }
          giveWord: { answers: askWord, leadsTo: { askWord 5: chosen }, source: chosen }

        """),
    Case(
      name: "an interrupt without an entry leads back to a guess", property: .guesses, isBroken: true,
      flow: """
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name:
            challenge: askName
            ask: [word]
            answer: giveName
            then: { entered: done, askName 5: failed, else: begin }

        """,
      contract: """
        phases: { pre: {} }
        codes: { 5: { name: wrong, in: [askName, askWord], source: chosen } }
        events:
          askName: { kind: challenge, source: chosen }
          askWord: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          idle: { kind: interrupt, rank: 2, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: chosen, askName 5: chosen }
            source: chosen
          giveWord: { answers: askWord, leadsTo: { askWord 5: chosen }, source: chosen }

        """),
    Case(
      name: "a time limit that starts again leaves one more guess each time", property: .guesses, isBroken: false,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name:
            challenge: askName
            ask: [word]
            answer: giveName
            within: 90s
            choices: { away: { call: reset, max: 1 } }
            then: { entered: failed, askName 5: failed, else: stay }
        interrupts:
          idle: { choices: { close: { resume: true } } }

        """,
      contract: """
        phases: { pre: {} }
        authenticators: { key: { channel: device } }
        codes: { 5: { name: wrong, in: [askName], source: chosen } }
        events:
          askName: { kind: challenge, source: chosen }
          askWord: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          idle: { kind: interrupt, rank: 2, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: { earns: { possession: key } }, askName 5: chosen }
            source: chosen
          giveWord: { answers: askWord, leadsTo: { entered error: chosen }, source: chosen }
          reset: { leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "a reply that is owed lets a step ask again", property: .guesses, isBroken: true,
      flow: """
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name:
            challenge: askName
            ask: [word]
            answer: giveName
            then: { entered: done, askName 5: failed, else: stay }
        interrupts:
          alarm:
            choices: { take: { call: takeAlarm, then: { accepted: resume } } }
            then: { else: failed }

        """,
      contract: """
        phases: { off: {} }
        authenticators: { otp: { channel: typed } }
        codes: { 5: { name: wrong, in: [askName, askWord], source: chosen } }
        events:
          askName: { kind: challenge, source: chosen }
          askWord: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          alarm: { kind: interrupt, rank: 4, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: { earns: { possession: otp } }, askName 5: chosen }
            source: chosen
          giveWord: { answers: askWord, leadsTo: { askWord 5: chosen }, source: chosen }
          takeAlarm: { leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "an interrupt that waited opens before the reply that came meanwhile is taken", property: .goal,
      isBroken: true,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, then: { told: done, else: failed } }
        interrupts:
          alarm: { choices: { take: { call: takeAlarm, then: { accepted: resume } } }, then: { else: failed } }

        """,
      contract: """
        phases: { in: {} }
        authenticators: { key: { channel: device } }
        events:
          askName: { kind: challenge, source: chosen }
          told: { kind: result, losesProofs: true, source: chosen }
          alarm: { kind: interrupt, rank: 4, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { told: { earns: { possession: key } } }
            source: chosen
          takeAlarm: { leadsTo: { told: { earns: { possession: key } } }, source: chosen }

        """),
  ]
}
