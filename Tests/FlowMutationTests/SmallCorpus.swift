// SPDX-License-Identifier: Apache-2.0

import Diagnostics

@testable import FlowMutation

/// A flow that uses a part, and scenarios that leave something unseen.
enum SmallCorpus {
  static let flow = """
    language: mfaflow/1
    flow: small
    version: 1.0.0
    sdk: relid
    use: [parts/ends]
    start: initialize
    steps:
      initialize:
        call: initialize
        then: { getUser: identify, else: failed }
      identify:
        challenge: getUser
        say: who
        ask: [userName]
        answer: setUser
        tries: 3
        choices:
          leave: { to: left, max: 2 }
        then:
          onUserLoggedIn: signedIn
          101: { retry: again }
          138: { to: failed, say: no }
          exhausted: failed
          else: failed
      signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } } , then: { else: failed } }
    ends:
      done: { outcome: success }
      left: { outcome: ended }
    messages:
      who: Who are you?
      again: Check what you typed.
      "no": Not you.

    """

  static let part = """
    part: ends
    sdk: relid
    ends:
      failed: { outcome: failure }

    """

  static let scenarios = """
    flow: small.yaml
    world: { users: { carol: { lda: true } }, device: { lda: face } }
    scenarios:
      - name: Carol signs in
        do:
          - identify: { userName: carol }
          - signedIn: finish
        expect: { end: done }
      - name: A name may be mistyped
        do:
          - identify: { userName: karol }
          - expect: { step: identify, say: Check what you typed. }
        expect: { waiting: identify }

    """

  static let files = [
    SourceFile(path: "flows/parts/ends.yaml", text: part),
    SourceFile(path: "flows/small.scenarios.yaml", text: scenarios),
    SourceFile(path: "flows/small.yaml", text: flow),
  ]

  static func corpus() throws -> Corpus { try Corpus(files) }
}
