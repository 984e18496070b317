// SPDX-License-Identifier: Apache-2.0

@testable import FlowMutation

/// Replies that interrupts keep for each other, and for the flow.
extension DifferentialCaseTests {
  static let ofReplies: [Case] = [
    Case(
      name: "the reply to a call of an interrupt that ends every run is owed once another one takes the run on",
      property: .phase, isBroken: true,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, then: { else: failed } }
        interrupts:
          loggedOff: { to: begin }
          idle: { choices: { take: { call: takeIdle } }, then: { else: failed } }

        """,
      contract: """
        phases: { off: {}, in: {} }
        authenticators: { key: { channel: device } }
        events:
          askName: { kind: challenge, source: chosen }
          entered: { kind: result, enters: in, source: chosen }
          loggedOff: { kind: interrupt, rank: 4, source: chosen }
          idle: { kind: interrupt, rank: 1, source: chosen }
        calls:
          begin: { phases: [off], leadsTo: { askName: chosen }, source: chosen }
          giveName: { answers: askName, leadsTo: { askName error: chosen }, source: chosen }
          takeIdle: { leadsTo: { entered: { earns: { possession: key } } }, source: chosen }

        """),
    Case(
      name: "an interrupt takes the reply of the flow, and none but its own is still to come",
      property: .gate, isBroken: false,
      flow: """
        require: { gates: [isDeviceSecure] }
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name:
            challenge: askName
            ask: [word]
            answer: giveName
            gate: [isDeviceSecure]
            then: { entered: done, else: failed }
        interrupts:
          idle:
            choices: { take: { call: takeIdle, then: { askName: failed } }, close: { resume: true } }
            then: { else: stay }

        """,
      contract: """
        phases: { pre: {} }
        authenticators: { pin: { channel: typed } }
        codes: { 5: { name: wrong, in: [askName], source: chosen } }
        events:
          askName: { kind: challenge, losesProofs: true, source: chosen }
          askWord: { kind: challenge, source: chosen }
          entered: { kind: result, source: chosen }
          idle: { kind: interrupt, rank: 2, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: { earns: { knowledge: pin } }, askName 5: chosen }
            source: chosen
          giveWord: { answers: askWord, leadsTo: { entered error: chosen }, source: chosen }
          takeIdle: { leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "what an interrupt takes leaves no other reply to the same call", property: .goal, isBroken: false,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, then: { else: failed } }
          name:
            challenge: askName
            ask: [word]
            answer: giveName
            tries: 1
            then: { entered: inside, else: failed }
          inside: { event: entered, choices: { finish: { to: done } } }
        interrupts:
          idle:
            choices: { take: { call: takeIdle, then: { askName: name } }, close: { resume: true } }
            then: { else: stay }

        """,
      contract: """
        phases: { pre: {}, in: {} }
        signedIn: in
        authenticators: { pin: { channel: typed } }
        codes: { 5: { name: wrong, in: [askName], source: chosen } }
        events:
          askName: { kind: challenge, enters: pre, source: chosen }
          entered: { kind: result, source: chosen }
          idle: { kind: interrupt, rank: 1, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            enters: in
            leadsTo: { entered: { earns: { knowledge: pin } }, askName 5: chosen }
            source: chosen
          takeIdle: { leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "nothing is kept for an interrupt while a reply comes for what is below it",
      property: .goal, isBroken: false,
      flow: """
        steps:
          begin: { call: begin, max: 2, then: { askName: name, else: failed } }
          name:
            challenge: askName
            ask: [word]
            answer: giveName
            choices: { leave: { to: begin } }
            then: { else: failed }
        interrupts:
          alarm: { choices: { end: { to: failed } } }
          idle: { choices: { take: { call: takeIdle, then: { entered: done } } }, then: { else: failed } }

        """,
      contract: """
        phases: { pre: {}, in: {} }
        signedIn: in
        authenticators: { key: { channel: device } }
        codes: { 5: { name: wrong, in: [askName], source: chosen } }
        events:
          askName: { kind: challenge, enters: pre, source: chosen }
          askWord: { kind: challenge, source: chosen }
          entered: { kind: result, enters: in, source: chosen }
          alarm: { kind: interrupt, rank: 4, source: chosen }
          idle: { kind: interrupt, rank: 2, cancels: [alarm], source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { askName 5: chosen }
            source: chosen
          giveWord: { answers: askWord, leadsTo: { entered error: chosen }, source: chosen }
          takeIdle: { enters: in, leadsTo: { entered: { earns: { possession: key } } }, source: chosen }

        """),
    Case(
      name: "time ends that a call is owed, and nothing comes after that", property: .goal, isBroken: false,
      flow: """
        require: { kinds: 1 }
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, then: { entered: done, else: failed } }
        interrupts:
          idle:
            choices:
              take: { call: takeIdle, max: 1, then: { accepted: begin } }
              leave: { call: leaveIdle, then: { accepted: resume } }
            then: { else: stay }

        """,
      contract: """
        patience: 60s
        phases: { pre: {}, in: {} }
        signedIn: in
        authenticators: { pin: { channel: typed } }
        events:
          askName: { kind: challenge, enters: pre, source: chosen }
          entered: { kind: result, enters: in, source: chosen }
          idle: { kind: interrupt, rank: 1, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: { earns: { knowledge: pin } } }
            source: chosen
          takeIdle: { leadsTo: { askName: chosen }, source: chosen }
          leaveIdle: { leadsTo: {}, source: chosen }

        """),
    Case(
      name: "the time of a call goes on that the interrupt at work can make itself", property: .goal, isBroken: true,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, then: { entered: done, else: failed } }
        interrupts:
          idle: { choices: { take: { call: takeIdle, then: { accepted: resume } } }, then: { else: failed } }

        """,
      contract: """
        patience: 60s
        phases: { pre: {}, in: {} }
        signedIn: in
        authenticators: { key: { channel: device } }
        events:
          askName: { kind: challenge, source: chosen }
          entered: { kind: result, enters: in, source: chosen }
          idle: { kind: interrupt, rank: 1, enters: pre, needsAnswer: true, source: chosen }
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
      name: "what closes an interrupt is taken before one that waits opens", property: .goal, isBroken: false,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, then: { else: failed } }
          name:
            challenge: askName
            answer: giveName
            then: { entered: done, askWord: word, alarm: failed, else: failed }
          word: { challenge: askWord, ask: [word], answer: giveWord, tries: 2, then: { else: failed } }
        interrupts:
          idle: { choices: { take: { call: takeIdle, then: { askName: name } } }, then: { else: failed } }

        """,
      contract: """
        phases: { pre: {}, in: {} }
        authenticators: { key: { channel: device } }
        events:
          askName: { kind: challenge, losesProofs: true, source: chosen }
          askWord: { kind: challenge, source: chosen }
          entered: { kind: result, enters: in, source: chosen }
          idle: { kind: interrupt, again: replace, rank: 2, source: chosen }
          alarm: { kind: interrupt, rank: 3, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            supersedes: giveWord
            leadsTo: { entered: { earns: { possession: key } }, askWord: { earns: { possession: key } } }
            source: chosen
          giveWord:
            answers: askWord
            takes: { word: secret 1..8 }
            leadsTo: { entered: chosen }
            source: chosen
          takeIdle: { leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "what closes an interrupt ends the run before one that waits opens", property: .phase, isBroken: false,
      flow: """
        require: { authenticators: 2 }
        steps:
          begin: { call: begin, then: { loggedOff: failed, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, tries: 1, then: { else: failed } }
        interrupts:
          idle:
            choices:
              take: { call: takeIdle, then: { entered: done } }
              leave: { call: leaveIdle, then: { askName: name } }
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
          loggedOff: { kind: interrupt, rank: 4, source: chosen }
          idle: { kind: interrupt, rank: 2, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            phases: [pre]
            leadsTo: { entered: { earns: { knowledge: pin } } }
            source: chosen
          giveWord: { answers: askWord, leadsTo: { askWord 5: chosen }, source: chosen }
          takeIdle: { leadsTo: { entered: chosen }, source: chosen }
          leaveIdle: { leadsTo: { askName: chosen }, source: chosen }

        """),
    Case(
      name: "what came for the flow while a call was owed was taken for that", property: .goal, isBroken: false,
      flow: """
        require: { proofs: [knowledge] }
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, then: { entered: done, else: failed } }
        interrupts:
          idle: { choices: { take: { call: takeIdle, then: { accepted: resume } } }, then: { else: failed } }

        """,
      contract: """
        phases: { pre: {} }
        authenticators: { pin: { channel: typed }, key: { channel: device } }
        events:
          askName: { kind: challenge, source: chosen }
          askWord: { kind: challenge, source: chosen }
          entered: { kind: result, losesProofs: true, source: chosen }
          idle: { kind: interrupt, again: replace, rank: 1, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { word: secret 1..8 }
            leadsTo: { entered: { earns: { knowledge: pin } } }
            source: chosen
          giveWord: { answers: askWord, leadsTo: { askName: { earns: { possession: key } } }, source: chosen }
          takeIdle: { leadsTo: { entered: { earns: { possession: key } } }, source: chosen }

        """),
    Case(
      name: "a reply to a name and its secret is waited for at a step of its own", property: .goal, isBroken: false,
      flow: """
        require: { proofs: [pin] }
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [name, word], answer: giveName, then: { accepted: pause, else: failed } }
          pause: { wait: wait, then: { entered: done, else: failed } }
        messages: { wait: Wait. }

        """,
      contract: """
        phases: { pre: {} }
        authenticators: { pin: { channel: typed } }
        events:
          askName: { kind: challenge, fields: { who: user text }, source: chosen }
          entered: { kind: result, fields: { who: user text }, source: chosen }
        calls:
          begin: { leadsTo: { askName: chosen }, source: chosen }
          giveName:
            answers: askName
            takes: { name: text, word: secret 1..8 }
            leadsTo: { entered: { earns: { knowledge: pin } } }
            source: chosen

        """),
    Case(
      name: "a step requires what the call took away whose reply has it ask again", property: .goal, isBroken: true,
      flow: """
        goal: aal1
        steps:
          begin: { call: begin, then: { askName: name, else: failed } }
          name: { challenge: askName, ask: [word], answer: giveName, tries: 1, then: { askWord: word, else: failed } }
          word:
            challenge: askWord
            ask: [word]
            answer: giveWord
            require: { kinds: 1 }
            tries: 1
            then: { entered: done, askWord 5: retry, else: failed }

        """,
      contract: """
        phases: { pre: {} }
        authenticators: { pin: { channel: typed }, key: { channel: device } }
        codes: { 5: { name: wrong, in: [askWord], source: chosen } }
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
          giveWord:
            answers: askWord
            takes: { word: secret 1..8 }
            losesProofs: true
            leadsTo: { entered: { earns: { possession: key } }, askWord 5: chosen }
            source: chosen

        """),
  ]
}
