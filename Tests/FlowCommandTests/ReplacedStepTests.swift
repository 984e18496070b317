// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

/// Changes that put a new step where an old one stood: what the new one lacks is missing there.
@Suite("mfaflow diff: a new step in place of an old one")
struct ReplacedStepTests {
  private static let contract = """
    contract: shop
    version: 1.0.0
    success: [0]
    phases: { out: {}, in: { abandon: signOff } }
    signedIn: in
    authenticators: { password: { channel: typed }, pin: { channel: typed } }
    events:
      askPassword: { kind: challenge, source: chosen }
      askPin: { kind: challenge, source: chosen }
      onSigned: { kind: result, enters: in, source: chosen }
      onPaid: { kind: result, source: chosen }
      onOff: { kind: result, enters: out, losesProofs: true, source: chosen }
    calls:
      begin: { phases: [out], patience: 9s, leadsTo: { askPassword: chosen }, source: chosen }
      sendPassword:
        answers: askPassword
        takes: { password: secret 6..64 }
        phases: [out]
        patience: 9s
        leadsTo: { onSigned: { earns: { knowledge: password } } }
        source: chosen
      pay: { phases: [in], patience: 9s, leadsTo: { askPin: chosen }, source: chosen }
      sendPin:
        answers: askPin
        takes: { pin: secret 4..8 }
        phases: [in]
        patience: 9s
        leadsTo: { onPaid: { earns: { knowledge: pin } } }
        source: chosen
      signOff: { phases: [in], enters: out, losesProofs: true, patience: 9s, leadsTo: { onOff: chosen }, source: chosen }

    """

  private static let flow = """
    language: mfaflow/1
    flow: base
    version: 1.0.0
    sdk: ./shop.yaml
    goal: aal1
    start: begin
    steps:
      begin: { call: begin, then: { askPassword: word, else: failed } }
      word: { challenge: askPassword, ask: [password], answer: sendPassword, within: 2m, then: { onSigned: home, timeout: failed, else: failed } }
      home:
        event: onSigned
        within: 4m
        choices: { pay: { call: pay, max: 1, then: { askPin: confirm, else: failed } }, finish: { to: done } }
        then: { timeout: failed, else: failed }
      confirm: { challenge: askPin, ask: [pin], answer: sendPin, within: 2m, then: { onPaid: receipt, timeout: failed, else: failed } }
      receipt:
        event: onPaid
        require: { proofs: [pin] }
        within: 4m
        choices: { ok: { to: paid } }
        then: { timeout: failed, else: failed }
    ends:
      done: { outcome: success }
      paid: { outcome: success, require: { proofs: [pin] } }
      failed: { outcome: failure }

    """

  private func diff(to changes: String) async throws -> Outcome {
    let desk = try Desk()
    try desk.put("shop.yaml", Self.contract)
    try desk.put("base.yaml", Self.flow)
    try desk.put(
      "new.yaml", "language: mfaflow/1\nflow: new\nversion: 1.0.0\nextends: base@1.0\nrefines: true\n" + changes)
    let check = await desk.run("check", "@new.yaml")
    let outcome = await desk.run("diff", "--summary", "@base.yaml", "@new.yaml")
    #expect(outcome.code == .failure ? check.output.contains("MFA291") : check.code == .success, "\(check)")
    return outcome
  }

  @Test(
    "is weaker by what the new one lacks",
    arguments: [
      (
        // The old step is left behind.
        "change: { steps.begin.then.askPassword: again }",
        "again: { challenge: askPassword, ask: [password], answer: sendPassword, then: { onSigned: home, else: failed } }",
        "`again`: `within` is gone; it was 2m"
      ),
      (
        // The old step stands behind it.
        "change: { steps.word.then.onSigned: hello }",
        "hello: { event: onSigned, choices: { go: { to: home }, finish: { to: done } } }",
        "`hello`: `within` is gone; it was 4m"
      ),
      (
        "change: { steps.receipt.choices.ok.to: thanks }",
        "thanks: { event: onPaid, within: 4m, choices: { ok: { to: done } }, then: { timeout: failed, else: failed } }",
        "`receipt`: the choice `ok` leads to `thanks` instead of to the end `paid`"
      ),
    ])
  func weaker(_ change: String, _ step: String, words: String) async throws {
    let outcome = try await diff(to: "\(change)\nadd: { steps.\(step) }\n")
    #expect(outcome.output.contains("weaker: \(words)"), "\(outcome)")
  }

  @Test("is weaker where it leads at once to a success that requires less than those behind the step that stood there")
  func pastTheStep() async throws {
    let outcome = try await diff(to: "change: { steps.confirm.then.onPaid: done }\n")
    #expect(outcome.output.contains("weaker: `confirm`: `onPaid` leads to the end `done`"), "\(outcome)")
  }

  @Test("is no less if it lacks nothing")
  func asGood() async throws {
    let step =
      "{ challenge: askPassword, ask: [password], answer: sendPassword, within: 1m, then: { onSigned: home, timeout: failed, else: failed } }"
    let outcome = try await diff(
      to: "change: { steps.begin.then.askPassword: again }\nadd: { steps.again: \(step) }\n")
    #expect(outcome.code == .success && outcome.output.contains("stronger: `again`: `within` is 1m"), "\(outcome)")
  }
}
