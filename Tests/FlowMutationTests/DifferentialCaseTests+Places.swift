// SPDX-License-Identifier: Apache-2.0

@testable import FlowMutation

/// Where a run is, and what it does there.
extension DifferentialCaseTests {
  static let ofPlaces: [Case] = [
    Case(
      name: "an interrupt that has waited has changed the phase by its arrival", property: .phase, isBroken: false,
      flow: waiting, contract: arriving(takeAlarm: "")),
    Case(
      name: "one that has waited while the phase was its own opens after a call that went back", property: .phase,
      isBroken: true, flow: waiting, contract: arriving(takeAlarm: "enters: off, ")),
    Case(
      name: "two steps share what interrupts do, but not where these lead", property: .goal, isBroken: false,
      flow: """
        steps:
          begin: { call: begin, then: { else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, then: { entered: inside, else: failed } }
          inside: { event: entered, choices: { finish: { to: done } } }
        interrupts:
          alarm:
            choices:
              take: { call: takeAlarm, then: { entered: resume } }
              leave: { call: leaveAlarm, max: 2, then: { askName: name } }
            then: { else: failed }

        """,
      contract: """
        phases: { pre: {}, in: {} }
        signedIn: in
        events:
          askName: { kind: challenge, enters: pre, source: chosen }
          entered: { kind: result, enters: in, source: chosen }
          alarm: { kind: interrupt, rank: 3, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: chosen }
            source: chosen
          takeAlarm: { leadsTo: { entered: chosen }, source: chosen }
          leaveAlarm: { leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "a flow that is led back keeps count of its budgets", property: .phase, isBroken: false,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, max: 1, then: { else: failed } }
          name:
            challenge: askName
            ask: [word]
            answer: giveName
            tries: 1
            then: { alarm: failed, else: failed }
        interrupts:
          alarm:
            choices: { take: { call: takeAlarm }, leave: { call: leaveAlarm, then: { askName: name } } }
            then: { else: failed }
          loggedOff: { choices: { close: { to: begin } } }

        """,
      contract: """
        patience: 60s
        phases: { off: {}, pre: {} }
        authenticators: { key: { channel: device } }
        codes: { 5: { name: wrong, in: [askName], source: chosen } }
        events:
          askName: { kind: challenge, source: chosen }
          alarm: { kind: interrupt, rank: 4, source: chosen }
          loggedOff: { kind: interrupt, rank: 11, losesProofs: true, source: chosen }
        calls:
          begin: { phases: [off], leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { askName 5: chosen }
            source: chosen
          takeAlarm: { leadsTo: { askName: chosen }, source: chosen }
          leaveAlarm: { enters: pre, leadsTo: { askName: { earns: { possession: key } } }, source: chosen }

        """),
    Case(
      name: "nobody comes to a step that requires what nothing shows", property: .threats, isBroken: false,
      flow: """
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, then: { entered: inside, else: failed } }
          inside:
            event: entered
            require: { kinds: 1 }
            choices: { finish: { to: done } }
            then: { else: stay }

        """,
      contract: """
        phases: { off: {} }
        events:
          askName: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          alarm: { kind: interrupt, rank: 3, needsAnswer: true, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: chosen }
            source: chosen
          takeAlarm: { answers: alarm, leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "an event is taken before the call of a step that was held up", property: .goal, isBroken: true,
      flow: """
        steps:
          begin: { call: begin, then: { else: failed } }
          again: { call: again, then: { ping: done, else: failed } }
        interrupts:
          high: { choices: { go: { to: again }, end: { to: failed } } }
          mid: { choices: { close: { resume: true } } }

        """,
      contract: """
        phases: { pre: {}, in: {} }
        signedIn: in
        events:
          told: { kind: result, source: chosen }
          high: { kind: interrupt, rank: 5, source: chosen }
          mid: { kind: interrupt, rank: 3, source: chosen }
          ping: { kind: interrupt, rank: 1, source: chosen }
        calls:
          begin: { leadsTo: { told: chosen }, source: chosen }
          again: { enters: in, leadsTo: { told: chosen }, source: chosen }

        """),
    Case(
      name: "a reply that was kept comes before one that is owed", property: .goal, isBroken: true,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, then: { entered: inside, else: failed } }
          inside:
            event: entered
            choices: { finish: { to: done }, stop: { to: failed } }
            then: { else: failed }
        interrupts:
          idle: { choices: { take: { call: takeIdle, then: { accepted: resume } } }, then: { else: failed } }

        """,
      contract: """
        phases: { pre: {} }
        authenticators: { key: { channel: device } }
        events:
          askName: { kind: challenge, source: chosen }
          entered: { kind: result, losesProofs: true, source: chosen }
          idle: { kind: interrupt, rank: 1, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: { earns: { possession: key } } }
            source: chosen
          takeIdle: { answers: idle, leadsTo: { entered: chosen }, source: chosen }

        """),
    Case(
      name: "a gate that was held up asks the modules", property: .liveness, isBroken: false,
      flow: """
        steps:
          begin: { call: begin, then: { told: failed, else: failed } }
          may: { gate: [isDeviceSecure], then: { allow: done, deny: failed, else: failed } }
        interrupts:
          high: { choices: { go: { to: may }, end: { to: failed } } }
          mid: { choices: { close: { resume: true } } }

        """,
      contract: """
        phases: { pre: {} }
        events:
          told: { kind: result, source: chosen }
          high: { kind: interrupt, rank: 5, source: chosen }
          mid: { kind: interrupt, rank: 3, source: chosen }
        calls:
          begin: { leadsTo: { told: chosen }, source: chosen }

        """),
    Case(
      name: "a line behind which a call leaves at once leads to no step that a threat could fall through",
      property: .threats, isBroken: false,
      flow: """
        steps:
          begin: { call: begin, then: { else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, tries: 1, then: { exhausted: failed, else: stay } }
        interrupts:
          alarm:
            choices: { take: { call: takeAlarm, then: { askName: name, accepted: resume } } }
            then: { else: failed }

        """,
      contract: """
        phases: { pre: {} }
        codes: { 5: { name: wrong, in: [askName], source: chosen } }
        events:
          askName: { kind: challenge, source: chosen }
          alarm: { kind: interrupt, rank: 4, source: chosen }
          loggedOff: { kind: interrupt, rank: 5, losesProofs: true, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName: { answers: askName, takes: { word: secret 1..8 }, leadsTo: { askName 5: chosen }, source: chosen }
          takeAlarm: { leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "a step that is come to where nothing can be offered lets a threat fall through", property: .threats,
      isBroken: true,
      flow: """
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name:
            challenge: askName
            choices: { look: { call: look, max: 1, then: { told: done, else: failed } } }
            then: { exhausted: again, else: failed }
          again: { call: renew, max: 2, then: { told: failed, exhausted: failed, rejected: failed, else: again } }
        interrupts:
          alarm: { choices: { take: { resume: true } } }

        """,
      contract: """
        phases: { pre: {}, in: {} }
        events:
          askName: { kind: challenge, source: chosen }
          told: { kind: result, source: chosen }
          alarm: { kind: interrupt, rank: 2, enters: in, source: chosen }
          loggedOff: { kind: interrupt, rank: 5, losesProofs: true, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName: { answers: askName, leadsTo: { told: chosen }, source: chosen }
          look: { phases: [pre], leadsTo: { told: chosen }, source: chosen }
          renew: { leadsTo: { told: chosen }, source: chosen }

        """),
    Case(
      name: "an interrupt that a step names is kept for the step, and opens after none", property: .phase,
      isBroken: false,
      flow: """
        steps:
          begin: { call: begin, then: { idle: failed, else: failed } }
        interrupts:
          alarm: { choices: { close: { resume: true } } }
          idle: { choices: { take: { call: takeIdle } }, then: { else: failed } }

        """,
      contract: """
        phases: { pre: {}, in: {} }
        events:
          askName: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          alarm: { kind: interrupt, rank: 3, source: chosen }
          idle: { kind: interrupt, rank: 1, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName: { answers: askName, leadsTo: { entered: chosen }, source: chosen }
          takeIdle: { phases: [in], leadsTo: { entered: chosen }, source: chosen }

        """),
    Case(
      name: "a choice is offered above an interrupt for which an event is kept that has changed the phase",
      property: .phase,
      isBroken: false, flow: alarmed("idle: { choices: { close: { resume: true } } }"), contract: alarming),
    Case(
      name: "without that interrupt nobody keeps the event, and the choice is never offered", property: .phase,
      isBroken: true, flow: alarmed(""), contract: alarming),
  ]

  private static func alarmed(_ other: String) -> String {
    """
    steps:
      begin: { call: begin, then: { else: failed } }
    interrupts:
      alarm: { choices: { take: { call: takeAlarm, then: { accepted: failed } } }, then: { else: failed } }
      \(other)

    """
  }

  private static let alarming = """
    phases: { off: {}, pre: {} }
    events:
      askName: { kind: challenge, enters: pre, source: chosen }
      idle: { kind: interrupt, rank: 2, source: chosen }
      alarm: { kind: interrupt, rank: 3, source: chosen }
    calls:
      begin: { leadsTo: { askName: chosen }, source: chosen }
      giveName: { answers: askName, leadsTo: { askName error: chosen }, source: chosen }
      takeAlarm: { phases: [pre], leadsTo: {}, source: chosen }

    """

  private static let waiting = """
    steps:
      begin: { call: begin, max: 1, then: { else: failed } }
      name: { challenge: askName, ask: [word], answer: giveName, tries: 1, then: { entered: done, else: failed } }
    interrupts:
      alarm:
        choices:
          take: { call: takeAlarm, max: 1, then: { accepted: resume } }
          leave: { call: leaveAlarm, max: 1, then: { accepted: resume } }
        then: { else: failed }
      idle:
        choices: { take: { call: takeIdle, then: { askName: name } } }
        then: { else: failed }

    """

  private static func arriving(takeAlarm: String) -> String {
    """
    phases: { off: {}, pre: {}, in: {} }
    events:
      askName: { kind: challenge, source: chosen }
      entered: { kind: result, source: chosen }
      alarm: { kind: interrupt, rank: 3, needsAnswer: true, source: chosen }
      idle: { kind: interrupt, rank: 2, enters: pre, source: chosen }
    calls:
      begin: { phases: [off], leadsTo: { askName: chosen }, source: chosen }
      giveName:
        answers: askName
        takes: { word: secret 1..8 }
        phases: [pre]
        leadsTo: { entered: chosen }
        source: chosen
      takeAlarm: { answers: alarm, \(takeAlarm)leadsTo: {}, source: chosen }
      leaveAlarm: { answers: alarm, leadsTo: {}, source: chosen }
      takeIdle: { leadsTo: { askName: chosen }, source: chosen }

    """
  }
}
