// SPDX-License-Identifier: Apache-2.0

@testable import FlowMutation

extension DifferentialCaseTests {
  /// What hangs on the interrupts that have to be followed, since something comes while they are open.
  static let ofKeptEvents: [Case] = [
    Case(
      name: "what an interrupt gives up by its own call is older than the step that this leads to", property: .goal,
      isBroken: true, flow: fresh("askAnew"), contract: freshness),
    Case(
      name: "what the call of an interrupt supersedes comes no more", property: .goal, isBroken: false,
      flow: fresh("askFresh"), contract: freshness),
    Case(
      name: "a phase begins while one interrupt waits below another, and it leads to a call", property: .phase,
      isBroken: true, flow: waiting("begin"), contract: waitingContract("[off]")),
    Case(
      name: "the call that it leads to is legal in that phase, too", property: .phase, isBroken: false,
      flow: waiting("begin"), contract: waitingContract("[off, in]")),
    Case(
      name: "an interrupt without an entry is kept for a line that stays, and then a phase begins", property: .phase,
      isBroken: true, flow: lined("stay"), contract: linedContract),
    Case(
      name: "its line leads to an end", property: .phase, isBroken: false, flow: lined("failed"),
      contract: linedContract),
    Case(
      name: "an interrupt that only ends the run takes another one back, whose reply then changes the phase",
      property: .phase, isBroken: true, flow: takenBack, contract: takingBack("cancels: [loggedOff]")),
    Case(
      name: "it lies below the other one, and waits for it", property: .phase, isBroken: false, flow: takenBack,
      contract: takingBack("")),
    Case(
      name: "the time of a step whose tries are spent passes below an interrupt, and `exhausted` comes first",
      property: .phase, isBroken: false, flow: spentBelow("begin"), contract: spentContract),
    Case(
      name: "the line of that step leads elsewhere", property: .phase, isBroken: false, flow: spentBelow("failed"),
      contract: spentContract),
    Case(
      name: "what is kept for a step opens by its entry, again and again", property: .goal, isBroken: false,
      flow: """
        require: { kinds: 1 }
        steps:
          begin: { call: begin, max: 2, then: { askName: name, idle: failed, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, then: { else: failed } }
        interrupts:
          idle: { choices: { take: { call: takeIdle, then: { entered: resume } } }, then: { else: stay } }
          loggedOff: { choices: { close: { to: begin } } }

        """,
      contract: """
        phases: { in: {} }
        authenticators: { key: { channel: device } }
        events:
          askName: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          idle: { kind: interrupt, rank: 2, source: chosen }
          loggedOff: { kind: interrupt, rank: 4, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName: { answers: askName, takes: { word: secret 1..8 }, leadsTo: { askName: chosen }, source: chosen }
          takeIdle: { leadsTo: { entered: { earns: { possession: key } } }, source: chosen }

        """),
    Case(
      name: "an interrupt takes the reply to the call below it for its own, and goes by its `else`", property: .goal,
      isBroken: true,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, max: 1, then: { askName: name, else: failed } }
          name:
            challenge: askName
            ask: [word]
            answer: giveName
            tries: 2
            then: { entered: done, askName 5: retry, exhausted: failed, else: failed }
          free: { call: skip, max: 1, then: { passed: there, else: failed } }
          there: { event: passed, choices: { go: { to: done } } }
        interrupts:
          idle:
            choices:
              take: { call: takeIdle, max: 1, then: { askName: name } }
            then: { rejected: stay, exhausted: failed, else: free }

        """,
      contract: """
        phases: { off: {} }
        authenticators: { pin: { channel: typed } }
        codes: { 5: { name: wrong, in: [askName], attempts: 2, source: chosen } }
        events:
          askName: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          passed: { kind: result, source: chosen }
          idle: { kind: interrupt, rank: 2, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          skip: { leadsTo: { passed: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: { earns: { knowledge: pin } }, askName 5: chosen }
            source: chosen
          takeIdle: { answers: idle, leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "an interrupt that takes the reply to the call below gives its own up, and what comes then may be late",
      property: .goal, isBroken: true,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, then: { askWord: word, else: failed } }
          word:
            challenge: askWord
            ask: [word]
            answer: giveWord
            then: { entered: done, else: failed }
        interrupts:
          idle:
            choices:
              take: { call: takeIdle, then: { accepted: resume } }
              leave: { call: leaveIdle, then: { entered: failed } }
            then: { else: stay }

        """,
      contract: """
        phases: { in: {} }
        authenticators: { pin: { channel: typed } }
        events:
          askWord: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          idle: { kind: interrupt, rank: 2, source: chosen }
        calls:
          begin: { leadsTo: { askWord: chosen }, source: chosen }
          giveWord:
            answers: askWord
            takes: { word: secret 1..8 }
            leadsTo: { entered: { earns: { knowledge: pin } }, entered error: chosen }
            source: chosen
          takeIdle: { leadsTo: {}, source: chosen }
          leaveIdle: { leadsTo: { entered: chosen }, source: chosen }

        """),
    Case(
      name: "what a step names is kept below an interrupt that does nothing, while the phase changes", property: .phase,
      isBroken: true,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, max: 2, then: { askName: name, idle: begin, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, then: { entered: done, else: failed } }
        interrupts:
          idle: { choices: { close: { resume: true } } }
          alarm: { choices: { close: { resume: true } } }

        """,
      contract: """
        phases: { off: {}, pre: {} }
        authenticators: { pin: { channel: typed } }
        events:
          askName: { kind: challenge, enters: pre, source: chosen }
          entered: { kind: result, source: chosen }
          idle: { kind: interrupt, rank: 2, source: chosen }
          alarm: { kind: interrupt, rank: 3, source: chosen }
        calls:
          begin: { phases: [off], leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: { earns: { knowledge: pin } } }
            source: chosen

        """),
    Case(
      name: "an interrupt that closes another is taken behind all that is kept, however much that is", property: .goal,
      isBroken: false, flow: closedByAlarm(""), contract: closedByAlarmContract),
    Case(
      name: "so it is where each step names it", property: .goal, isBroken: false,
      flow: closedByAlarm("alarm: failed, "), contract: closedByAlarmContract),
    Case(
      name: "a step that stays at it goes on with its question", property: .goal, isBroken: true,
      flow: closedByAlarm("alarm: stay, "), contract: closedByAlarmContract),
  ]

  private static func fresh(_ call: String) -> String {
    """
    require: { after: name, kinds: 1 }
    steps:
      begin: { call: begin, then: { askName: name, else: failed } }
      name: { challenge: askName, answer: giveName, then: { entered: done, else: failed } }
    interrupts:
      alarm:
        choices: { leave: { call: \(call), max: 1, then: { askName: name } }, close: { to: failed } }
        then: { else: failed }

    """
  }

  private static let freshness = """
    phases: { in: {} }
    authenticators: { key: { channel: device } }
    events:
      askName: { kind: challenge, source: chosen }
      entered: { kind: result, source: chosen }
      alarm: { kind: interrupt, rank: 3, source: chosen }
    calls:
      begin: { leadsTo: { askName: chosen }, source: chosen }
      giveName: { answers: askName, leadsTo: { entered: { earns: { possession: key } } }, source: chosen }
      askAnew: { leadsTo: { askName: chosen }, source: chosen }
      askFresh: { supersedes: giveName, leadsTo: { askName: chosen }, source: chosen }

    """

  private static func waiting(_ step: String) -> String {
    """
    steps:
      begin: { call: begin, then: { askName: name, else: failed } }
      name: { challenge: askName, ask: [word], answer: giveName, tries: 1, then: { else: failed } }
    interrupts:
      loggedOff: { to: \(step) }
      alarm: { choices: { close: { resume: true } } }

    """
  }

  private static func waitingContract(_ phases: String) -> String {
    """
    patience: 60s
    phases: { off: {}, in: {} }
    events:
      askName: { kind: challenge, source: chosen }
      entered: { kind: result, enters: in, source: chosen }
      loggedOff: { kind: interrupt, rank: 4, source: chosen }
      alarm: { kind: interrupt, rank: 11, source: chosen }
    calls:
      begin: { phases: \(phases), leadsTo: { askName: chosen }, source: chosen }
      giveName: { answers: askName, takes: { word: secret 1..8 }, leadsTo: { entered: chosen }, source: chosen }

    """
  }

  private static func lined(_ target: String) -> String {
    """
    steps:
      begin: { call: begin, then: { askName: name, else: failed } }
      name:
        challenge: askName
        ask: [word]
        answer: giveName
        tries: 2
        then: { idle: \(target), else: failed }
    interrupts:
      alarm: { choices: { take: { call: takeAlarm, then: { accepted: resume } } }, then: { else: failed } }

    """
  }

  private static let linedContract = """
    phases: { pre: {}, in: {} }
    events:
      askName: { kind: challenge, source: chosen }
      entered: { kind: result, enters: in, source: chosen }
      alarm: { kind: interrupt, rank: 4, source: chosen }
      idle: { kind: interrupt, rank: 2, source: chosen }
    calls:
      begin: { leadsTo: { askName: chosen }, source: chosen }
      giveName:
        answers: askName
        takes: { word: secret 1..8 }
        phases: [pre]
        leadsTo: { entered error: chosen }
        source: chosen
      takeAlarm: { leadsTo: {}, source: chosen }

    """

  private static func spentBelow(_ timeout: String) -> String {
    """
    steps:
      begin: { call: begin, then: { else: failed } }
      name:
        challenge: askName
        ask: [word]
        answer: giveName
        tries: 1
        within: 90s
        then: { askWord: word, timeout: \(timeout), else: failed }
      word: { challenge: askWord, answer: giveWord, then: { else: failed } }
    interrupts:
      alarm:
        choices:
          take: { call: takeAlarm, then: { askName: name } }
          close: { resume: true }
        then: { else: failed }

    """
  }

  private static let spentContract = """
    phases: { off: {}, pre: {} }
    events:
      askName: { kind: challenge, source: chosen }
      askWord: { kind: challenge, enters: pre, source: chosen }
      alarm: { kind: interrupt, rank: 3, source: chosen }
    calls:
      begin: { phases: [off], leadsTo: { askName: chosen }, source: chosen }
      giveName: { answers: askName, takes: { word: secret 1..8 }, leadsTo: { askWord: chosen }, source: chosen }
      giveWord: { answers: askWord, leadsTo: { askName: chosen }, source: chosen }
      takeAlarm: { leadsTo: { askName: chosen }, source: chosen }

    """

  private static let takenBack = """
    steps:
      begin: { call: begin, then: { askName: name, else: failed } }
      name: { challenge: askName, ask: [word], answer: giveName, tries: 1, then: { else: failed } }
    interrupts:
      loggedOff:
        choices:
          take: { call: takeLoggedOff }
          leave: { call: leaveLoggedOff, then: { askName: name } }
        then: { else: failed }
      idle: { choices: { close: { to: failed } } }

    """

  private static func takingBack(_ cancels: String) -> String {
    """
    phases: { pre: {}, in: {} }
    events:
      askName: { kind: challenge, source: chosen }
      entered: { kind: result, enters: in, source: chosen }
      loggedOff: { kind: interrupt, rank: 4, source: chosen }
      idle: { kind: interrupt, rank: 2, \(cancels.isEmpty ? "" : cancels + ", ")source: chosen }
    calls:
      begin: { leadsTo: { askName: chosen }, source: chosen }
      giveName:
        answers: askName
        takes: { word: secret 1..8 }
        phases: [pre]
        leadsTo: { entered error: chosen }
        source: chosen
      takeLoggedOff: { leadsTo: { entered: chosen }, source: chosen }
      leaveLoggedOff: { leadsTo: { askName: chosen }, source: chosen }

    """
  }

  /// Two replies and an alarm are kept for the first step; a call of the interrupt that the alarm closes may be answered late.
  private static func closedByAlarm(_ line: String) -> String {
    """
    require: { proofs: [pin] }
    steps:
      begin: { call: begin, then: { askName: name, alarm: failed, else: failed } }
      name:
        challenge: askName
        ask: [word]
        answer: giveName
        tries: 2
        then: { entered: done, \(line)else: failed }
    interrupts:
      idle:
        choices: { take: { call: takeIdle, then: { accepted: resume } }, leave: { call: leaveIdle } }
        then: { else: failed }

    """
  }

  private static let closedByAlarmContract = """
    phases: { in: {} }
    authenticators: { pin: { channel: typed }, key: { channel: device } }
    events:
      askName: { kind: challenge, source: chosen }
      entered: { kind: result, source: chosen }
      idle: { kind: interrupt, rank: 1, source: chosen }
      alarm: { kind: interrupt, rank: 3, source: chosen }
    calls:
      begin: { leadsTo: { askName: chosen }, source: chosen }
      giveName:
        answers: askName
        takes: { word: secret 1..8 }
        leadsTo: { entered: { earns: { knowledge: pin } } }
        source: chosen
      takeIdle: { leadsTo: { askName: { earns: { possession: key } } }, source: chosen }
      leaveIdle: { leadsTo: { entered: chosen }, source: chosen }

    """
}
