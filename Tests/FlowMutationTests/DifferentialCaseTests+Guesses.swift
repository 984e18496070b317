// SPDX-License-Identifier: Apache-2.0

@testable import FlowMutation

/// How often a secret can be guessed.
extension DifferentialCaseTests {
  static let ofGuesses: [Case] = [
    Case(
      name: "the reply to an interrupt's call has the step ask anew, once the interrupt has taken the step's own",
      property: .guesses, isBroken: true, flow: lentReply(""), contract: lentReplyContract),
    Case(
      name: "such a reply comes as often as the interrupt makes its call", property: .guesses, isBroken: false,
      flow: lentReply("max: 1, "), contract: lentReplyContract),
    Case(
      name:
        "an interrupt that each reached step takes by a line opens once another one leads away, and there a secret is asked",
      property: .guesses, isBroken: false, flow: keptForBegin("begin"), contract: keptForBeginContract),
    Case(
      name: "the other one leads to an end", property: .guesses, isBroken: false, flow: keptForBegin("failed"),
      contract: keptForBeginContract),
    Case(
      name: "a time limit that begins anew refills no tries", property: .guesses, isBroken: false,
      flow: """
        require: { proofs: [pin] }
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name:
            challenge: askName
            ask: [word]
            answer: giveName
            tries: 1
            within: 10s
            choices: { away: { call: reset, then: { askName: name } } }
            then: { timeout: stay, else: failed }

        """,
      contract: """
        phases: { in: {} }
        authenticators: { pin: { channel: typed } }
        events:
          askName: { kind: challenge, source: chosen }
          askWord: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { askWord: { earns: { knowledge: pin } } }
            source: chosen
          giveWord: { answers: askWord, leadsTo: { entered error: chosen }, source: chosen }
          reset: { leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "nobody leaves an interrupt that offers no way out", property: .guesses, isBroken: false,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, max: 1, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, then: { entered: begin, else: failed } }
        interrupts:
          alarm: { choices: { leave: { call: leaveAlarm, then: { askName: failed } } }, then: { else: stay } }

        """,
      contract: """
        phases: { off: {} }
        authenticators: { pin: { channel: typed } }
        events:
          askName: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          alarm: { kind: interrupt, rank: 4, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: { earns: { knowledge: pin } } }
            source: chosen
          leaveAlarm: { leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "an interrupt that ends the run leaves no call behind", property: .guesses, isBroken: false,
      flow: """
        require: { kinds: 1 }
        steps:
          begin: { call: begin, then: { else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, then: { entered: done, else: stay } }
        interrupts:
          shutDown: { to: failed }
          idle:
            choices:
              take: { call: takeIdle, then: { accepted: failed } }
              leave: { call: leaveIdle, max: 1, then: { askName: name } }
            then: { else: stay }

        """,
      contract: """
        phases: { pre: {} }
        authenticators: { key: { channel: device } }
        events:
          askName: { kind: challenge, source: chosen }
          askWord: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          shutDown: { kind: interrupt, rank: 6, source: chosen }
          idle: { kind: interrupt, rank: 1, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: { earns: { possession: key } } }
            source: chosen
          giveWord: { answers: askWord, leadsTo: { entered: { earns: { possession: key } } }, source: chosen }
          takeIdle: { leadsTo: {}, source: chosen }
          leaveIdle: { leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "no reply comes to a step that has not made its call", property: .guesses, isBroken: false,
      flow: """
        require: { kinds: 1 }
        steps:
          begin: { call: begin, max: 2, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, then: { entered: done, else: failed } }
        interrupts:
          loggedOff:
            choices: { take: { call: takeLoggedOff, then: { accepted: begin } } }
            then: { else: stay }

        """,
      contract: """
        phases: { pre: {} }
        authenticators: { pin: { channel: typed } }
        events:
          askName: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          loggedOff: { kind: interrupt, rank: 4, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: { earns: { knowledge: pin } } }
            source: chosen
          takeLoggedOff: { leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "a step that is left with nothing to ask leads to no guess", property: .guesses, isBroken: false,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, then: { else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, then: { askWord: word, else: failed } }
          word: { challenge: askWord, ask: [word], answer: giveWord, then: { entered: done, else: failed } }
        interrupts:
          alarm:
            choices: { take: { call: takeAlarm, max: 1, then: { askName: name, accepted: stay } } }
            then: { else: stay }

        """,
      contract: """
        phases: { pre: {} }
        authenticators: { pin: { channel: typed } }
        events:
          askName: { kind: challenge, source: chosen }
          askWord: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          alarm: { kind: interrupt, rank: 3, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { askWord: { enrols: { knowledge: pin } } }
            source: chosen
          giveWord:
            answers: askWord
            takes: { word: secret 1..8 }
            leadsTo: { entered: { earns: { knowledge: pin } } }
            source: chosen
          takeAlarm: { leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "guesses that are made only where two events wait are counted", property: .guesses, isBroken: false,
      flow: """
        steps:
          begin: { call: begin, then: { else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, tries: 1, then: { else: failed } }
        interrupts:
          alarm: { choices: { leave: { call: leaveAlarm, then: { askName: name } } }, then: { else: stay } }
          idle: { choices: { close: { resume: true } } }

        """,
      contract: """
        phases: { off: {}, pre: {} }
        codes: { 5: { name: wrong, in: [askName], source: chosen } }
        events:
          askName: { kind: challenge, enters: pre, source: chosen }
          alarm: { kind: interrupt, rank: 4, source: chosen }
          idle: { kind: interrupt, rank: 2, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName: { answers: askName, takes: { word: secret 1..8 }, leadsTo: { askName 5: chosen }, source: chosen }
          leaveAlarm: { phases: [pre], leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "a user whom the SDK has not named draws on the tries of the one before", property: .guesses,
      isBroken: false,
      flow: triesOfEach(away: "stay"), contract: triesOfEachContract("")),
    Case(
      name: "so does one who comes before the SDK's word on the answer", property: .guesses, isBroken: false,
      flow: triesOfEach(away: "begin"), contract: triesOfEachContract("losesProofs: true, ")),
    Case(
      name: "the run goes on after that", property: .guesses, isBroken: false,
      flow: triesOfEach(away: "begin", line: "shutDown: begin, "), contract: triesOfEachContract("losesProofs: true, ")),
    Case(
      name: "an owed reply is taken for that of the first step, whose own one is taken at the next, which is passed by",
      property: .guesses, isBroken: true, flow: askedPast(""), contract: askedPastContract(", askWord: chosen")),
    Case(
      name: "that happens as often as the interrupt makes its call and resumes", property: .guesses, isBroken: false,
      flow: askedPast("max: 2, "), contract: askedPastContract(", askWord: chosen")),
    Case(
      name: "it does not where the first call leads to nothing that the next step takes", property: .guesses,
      isBroken: false, flow: askedPast(""), contract: askedPastContract("")),
  ]

  /// - Parameters:
  ///   - target: where the flow goes once the proofs are gone, while the user may still be asked.
  ///   - line: another line there.
  private static func triesOfEach(away target: String, line: String = "") -> String {
    """
    steps:
      begin: { call: begin, max: 4, then: { askName: name, else: failed } }
      name:
        challenge: askName
        ask: [word]
        answer: giveName
        tries: { count: 1, per: user }
        choices: { away: { call: reset, max: 2, then: { accepted: \(target) } } }
        then: { askName 5: begin, exhausted: other, \(line)else: failed }
      other: { call: reset, max: 2, then: { accepted: begin, else: failed } }

    """
  }

  /// - Parameter facts: what `shutDown` does.
  private static func triesOfEachContract(_ facts: String) -> String {
    """
    phases: { off: {} }
    codes: { 5: { name: wrong, in: [askName], source: chosen } }
    events:
      askName: { kind: challenge, fields: { who: user text }, source: chosen }
      shutDown: { kind: interrupt, rank: 6, \(facts)source: chosen }
    calls:
      begin: { leadsTo: { askName: chosen }, source: chosen }
      giveName: { answers: askName, takes: { word: secret 1..8 }, leadsTo: { askName 5: chosen }, source: chosen }
      reset: { losesProofs: true, leadsTo: {}, source: chosen }

    """
  }

  private static func keptForBegin(_ target: String) -> String {
    """
    steps:
      begin: { call: begin, then: { idle: failed, else: failed } }
      name: { challenge: askName, ask: [word], answer: giveName, then: { else: failed } }
    interrupts:
      idle: { choices: { take: { call: takeIdle, max: 1, then: { askName: name } } }, then: { else: failed } }
      alarm: { choices: { take: { call: takeAlarm, then: { accepted: \(target) } } }, then: { else: failed } }

    """
  }

  private static let keptForBeginContract = """
    phases: { in: {} }
    events:
      askName: { kind: challenge, source: chosen }
      idle: { kind: interrupt, rank: 1, source: chosen }
      alarm: { kind: interrupt, rank: 4, source: chosen }
    calls:
      begin: { leadsTo: { askName: chosen }, source: chosen }
      giveName: { answers: askName, takes: { word: secret 1..8 }, leadsTo: { askName: chosen }, source: chosen }
      takeIdle: { leadsTo: { askName: chosen }, source: chosen }
      takeAlarm: { leadsTo: {}, source: chosen }

    """

  /// - Parameter max: how often the interrupt makes its call.
  private static func lentReply(_ max: String) -> String {
    """
    require: { kinds: 1 }
    steps:
      begin: { call: begin, max: 1, then: { askName: name, else: failed } }
      name:
        challenge: askName
        ask: [word]
        answer: giveName
        then: { entered: done, askName 5: failed, else: stay }
    interrupts:
      idle:
        choices:
          take: { call: takeIdle, \(max)then: { askName: failed } }
          close: { resume: true }
        then: { else: stay }

    """
  }

  private static let lentReplyContract = """
    phases: { pre: {} }
    authenticators: { pin: { channel: typed } }
    codes:
      5: { name: wrong, in: [askName], source: chosen }
    events:
      askName: { kind: challenge, source: chosen }
      entered: { kind: result, source: chosen }
      idle: { kind: interrupt, rank: 2, source: chosen }
    calls:
      begin: { leadsTo: { askName: chosen }, source: chosen }
      giveName:
        answers: askName
        takes: { word: secret 1..8 }
        leadsTo: { entered: { earns: { knowledge: pin } }, askName 5: chosen }
        source: chosen
      takeIdle: { leadsTo: { askName: chosen }, source: chosen }

    """

  private static func askedPast(_ limit: String) -> String {
    """
    steps:
      begin: { call: begin, then: { askName: name, else: failed } }
      name: { challenge: askName, ask: [word], answer: giveName, tries: 1, then: { askWord: word, else: failed } }
      word: { challenge: askWord, ask: [word], answer: giveWord, then: { entered: inside, else: failed } }
      inside: { event: entered, choices: { finish: { to: done } } }
    interrupts:
      idle:
        choices: { take: { call: takeIdle, \(limit)then: { accepted: resume } }, close: { to: begin } }
        then: { else: failed }

    """
  }

  /// - Parameter other: what else the first call leads to.
  private static func askedPastContract(_ other: String) -> String {
    """
    phases: { in: {} }
    authenticators: { otp: { channel: typed }, key: { channel: device } }
    events:
      askName: { kind: challenge, source: chosen }
      askWord: { kind: challenge, source: chosen }
      entered: { kind: result, source: chosen }
      idle: { kind: interrupt, rank: 2, source: chosen }
    calls:
      begin: { leadsTo: { askName: chosen\(other) }, source: chosen }
      giveName:
        answers: askName
        takes: { word: secret 1..8 }
        leadsTo: { askWord: { enrols: { possession: otp } } }
        source: chosen
      giveWord:
        answers: askWord
        takes: { word: secret 1..8 }
        leadsTo: { entered: { earns: { possession: key } } }
        source: chosen
      takeIdle: { leadsTo: { askName: chosen }, source: chosen }

    """
  }
}
