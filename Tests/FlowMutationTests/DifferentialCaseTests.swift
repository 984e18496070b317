// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import FlowMutation

/// Small flows about which the checker and brute force once said different things, each with what both say now.
@Suite("The checker against brute force: single flows")
struct DifferentialCaseTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let property: Property
    let isBroken: Bool
    let flow: String
    let contract: String

    var testDescription: String { name }
  }

  @Test(
    "both say the same of what they once disagreed about",
    arguments: cases + ofLiveness + ofOrder + ofReplies + ofPlaces + ofGuesses + ofLateReplies + ofKeptEvents
      + ofUsers)
  private func agree(_ specimen: Case) {
    let trial = Trial(
      Specimen(flow: Self.head + specimen.flow + Self.ends, contract: Self.contractHead + specimen.contract),
      SpecimenReader(), of: [specimen.property])
    #expect(
      trial.outcomes[specimen.property] == .agreed(isBroken: specimen.isBroken),
      "\(specimen.name): \(trial.outcomes) \(trial.findings.map(\.message))")
  }

  private static let head = "language: mfaflow/1\nflow: bred\nversion: 1.0.0\nsdk: ./sdk.yaml\nstart: begin\n"
  private static let ends = "ends:\n  done: { outcome: success }\n  failed: { outcome: failure }\n"
  private static let contractHead = "contract: bred\nversion: 1.0.0\nsuccess: [0]\n"

  private static let cases: [Case] = [
    Case(
      name: "a budget of one is spent before the phase is looked at", property: .phase, isBroken: false,
      flow: asking(atMost: 1),
      contract: guessing(phases: "[off]")),
    Case(
      name: "a second call is made where the budget has two", property: .phase, isBroken: true,
      flow: asking(atMost: 2),
      contract: guessing(phases: "[off]")),
    Case(
      name: "a reply that is owed takes the sign-in back", property: .goal, isBroken: true,
      flow: interrupted(takeLeadsOnBy: "askName: name"),
      contract: idling(takeLeadsTo: "askName")),
    Case(
      name: "a reply that is owed and does nothing changes nothing", property: .goal, isBroken: false,
      flow: interrupted(takeLeadsOnBy: "told: resume"),
      contract: idling(takeLeadsTo: "told")),
    Case(
      name: "nothing takes back that the SDK has shut itself down", property: .threats, isBroken: false,
      flow: """
        steps:
          begin: { call: begin, then: { else: failed } }
        interrupts:
          shutDown: { choices: { close: { to: failed } } }
          idle: { choices: { close: { resume: true } } }

        """,
      contract: """
        phases: { off: {} }
        events:
          askName: { kind: challenge, source: chosen }
          shutDown: { kind: interrupt, rank: 6, terminal: true, source: chosen }
          idle: { kind: interrupt, rank: 2, cancels: [shutDown], source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName: { answers: askName, leadsTo: { askName error: chosen }, source: chosen }

        """),
    Case(
      name: "a line at one step is no entry at another", property: .threats, isBroken: true,
      flow: """
        steps:
          begin: { call: begin, max: 2, then: { askName: name, entered: inside, loggedOff: failed, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, tries: 2, then: { loggedOff: failed, else: failed } }
          inside: { event: entered, choices: { finish: { to: done } }, then: { else: begin } }

        """,
      contract: """
        phases: { off: {} }
        events:
          askName: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          loggedOff: { kind: interrupt, rank: 5, losesProofs: true, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen, entered: chosen }, source: chosen }
          giveName:
            { answers: askName, takes: { word: secret 1..8 }, leadsTo: { askName error: chosen }, source: chosen }

        """),
    Case(
      name: "an event that hides all that a question offers does not catch the user", property: .liveness,
      isBroken: false,
      flow: """
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, then: { entered: done, else: failed } }
        interrupts:
          idle: { choices: { take: { call: takeIdle, then: { accepted: resume } } }, then: { else: failed } }
          alarm: { choices: { take: { call: takeAlarm, then: { accepted: resume } } }, then: { else: failed } }

        """,
      contract: """
        phases: { off: {}, pre: {}, in: {} }
        events:
          askName: { kind: challenge, enters: pre, source: chosen }
          entered: { kind: result, source: chosen }
          idle: { kind: interrupt, rank: 1, source: chosen }
          alarm: { kind: interrupt, rank: 3, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName: { answers: askName, takes: { word: secret 1..8 }, leadsTo: { entered: chosen }, source: chosen }
          takeIdle: { answers: idle, phases: [in], leadsTo: {}, source: chosen }
          takeAlarm: { answers: alarm, enters: in, leadsTo: {}, source: chosen }

        """),
    Case(
      name: "a call that the SDK refuses is no guess", property: .guesses, isBroken: false,
      flow: """
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name:
            challenge: askName
            ask: [word]
            answer: giveName
            tries: 2
            then: { entered: done, askName 5: failed, else: begin }

        """,
      contract: guessing(phases: "[off, pre]")),
  ]

  /// A wrong word leads back to the first call, which is made so often.
  private static func asking(atMost max: Int) -> String {
    """
    steps:
      begin: { call: begin, max: \(max), then: { askName: name, else: failed } }
      name:
        challenge: askName
        ask: [word]
        answer: giveName
        tries: 1
        then: { entered: done, askName 5: begin, else: failed }

    """
  }

  /// A call of an interrupt may be given up in time, and have this line for its reply.
  private static func interrupted(takeLeadsOnBy line: String) -> String {
    """
    steps:
      begin: { call: begin, then: { askName: name, else: failed } }
      name: { challenge: askName, ask: [word], answer: giveName, then: { entered: done, else: failed } }
    interrupts:
      idle:
        choices:
          take: { call: takeIdle, max: 2, within: 5s, then: { \(line), timeout: resume, else: failed } }
          close: { resume: true }

    """
  }

  /// Somebody types a word until it is right.
  private static func guessing(phases: String) -> String {
    """
    phases: { off: {}, pre: {}, in: {} }
    signedIn: in
    authenticators: { pin: { channel: typed } }
    codes:
      5: { name: wrong, in: [askName], meaning: Wrong, source: chosen }
    events:
      askName: { kind: challenge, enters: pre, source: chosen }
      entered: { kind: result, enters: in, source: chosen }
    calls:
      begin: { phases: \(phases), leadsTo: { askName: chosen }, source: chosen }
      giveName:
        answers: askName
        takes: { word: secret 1..8 }
        leadsTo: { entered: { earns: { knowledge: pin } }, askName 5: chosen }
        source: chosen

    """
  }

  /// An interrupt that comes again takes the place of the one before, whose call is owed then.
  private static func idling(takeLeadsTo reply: String) -> String {
    """
    phases: { off: {}, pre: {}, in: {} }
    signedIn: in
    authenticators: { pin: { channel: typed } }
    events:
      askName: { kind: challenge, enters: pre, source: chosen }
      entered: { kind: result, enters: in, source: chosen }
      told: { kind: result, source: chosen }
      idle: { kind: interrupt, again: replace, rank: 1, source: chosen }
    calls:
      begin: { leadsTo: { askName: chosen }, source: chosen }
      giveName:
        answers: askName
        takes: { word: secret 1..8 }
        leadsTo: { entered: { earns: { knowledge: pin } } }
        source: chosen
      takeIdle: { answers: idle, leadsTo: { \(reply): chosen }, source: chosen }

    """
  }
}
