// SPDX-License-Identifier: Apache-2.0

extension Door {
  /// What the door asks, accepts and answers.
  static let contract = """
    contract: door
    version: 1.0.0
    success: [0]
    phases: { closed: {}, open: {} }
    signedIn: open
    authenticators: { pin: { channel: typed } }
    codes:
      7: { name: wrong-pin, in: askPIN, meaning: The PIN is wrong, source: chosen }
    events:
      askPIN: { kind: challenge, source: chosen }
      opened: { kind: result, enters: open, source: chosen }
    calls:
      ring:
        leadsTo: { askPIN: chosen }
        source: chosen
      enterPIN:
        answers: askPIN
        takes: { pin: secret 4..8 }
        leadsTo:
          opened: { earns: { knowledge: pin } }
          askPIN 7: chosen
        source: chosen
    """

  /// Three PINs, then the door stays closed.
  static let flow = """
    language: mfaflow/1
    flow: door
    version: 1.0.0
    sdk: door
    goal: aal1
    start: mayEnter
    steps:
      mayEnter: { gate: [allowLogin], then: { allow: ring, deny: closed, else: closed } }
      ring: { call: ring, then: { askPIN: ask, else: closed } }
      ask:
        challenge: askPIN
        ask: [pin]
        answer: enterPIN
        tries: 3
        then: { opened: welcome, wrong-pin: retry, else: locked }
      welcome: { event: opened, choices: { enter: { to: inside } } }
    ends:
      inside: { outcome: success }
      locked: { outcome: failure }
      closed: { outcome: failure }
    """
}
