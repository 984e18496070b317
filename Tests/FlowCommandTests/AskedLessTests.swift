// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// Changes after which as much seems to be asked and checked as before, and less is.
@Suite("mfaflow diff: what is asked or checked less, though nothing is missing")
struct AskedLessTests {
  private static let contract = """
    contract: shop
    version: 1.0.0
    success: [0]
    phases: { out: {}, in: { abandon: signOff } }
    signedIn: in
    authenticators: { password: { channel: typed } }
    types:
      level: [LOW, HIGH]
      threat: { level: level }
      account: { id: text, label: text }
    codes:
      5: { name: wrong, in: [askPassword], source: chosen }
    events:
      askPassword: { kind: challenge, source: chosen }
      onSigned: { kind: result, enters: in, fields: { accounts: list account }, source: chosen }
      onPaid: { kind: result, source: chosen }
      onOff: { kind: result, enters: out, losesProofs: true, source: chosen }
      onThreats: { kind: interrupt, rank: 5, needsAnswer: true, barsCalls: true, fields: { threats: list threat }, severity: threats.level, source: chosen }
    calls:
      begin: { phases: [out], patience: 9s, leadsTo: { askPassword: chosen }, source: chosen }
      sendPassword:
        answers: askPassword
        takes: { password: secret 6..64 }
        phases: [out]
        patience: 9s
        leadsTo: { onSigned: { earns: { knowledge: password } }, askPassword 5: chosen }
        source: chosen
      pay: { takes: { account: text, amount: text }, phases: [in], patience: 9s, leadsTo: { onPaid: chosen }, source: chosen }
      signOff: { phases: [in], enters: out, losesProofs: true, patience: 9s, leadsTo: { onOff: chosen }, source: chosen }
      handle: { answers: onThreats, takes: { ignore: flag }, accepts: ignore, leadsTo: {}, source: chosen }

    """

  private static let flow = """
    language: mfaflow/1
    flow: base
    version: 1.0.0
    sdk: ./shop.yaml
    goal: aal1
    threats: { silent: [LOW] }
    start: mayBegin
    steps:
      mayBegin: { gate: [allowLogin], then: { allow: begin, else: failed } }
      begin: { call: begin, then: { askPassword: word, else: failed } }
      word:
        challenge: askPassword
        ask: [password]
        answer: sendPassword
        tries: 3
        then: { onSigned: home, 5: { retry: wrong }, else: failed }
      home:
        event: onSigned
        pick: { account: { from: event.accounts, show: "{label}" } }
        ask: { amount: text, note: text }
        require:
          - { check: 'matches(amount, "[0-9]{1,4}")', say: bad-amount }
          - { check: 'size(amount) < 4', say: too-much }
        answer: { call: pay, with: { account: $account.id, amount: $amount } }
        tries: 5
        choices:
          leave: { call: signOff, max: 2 }
          finish: { to: done }
        then: { onPaid: done, onOff: left, else: failed }
    interrupts:
      onThreats:
        auto: [decline, accept]
        choices:
          decline: { when: 'size(event.threats) > 1', call: handle, with: { ignore: false }, then: { accepted: failed } }
          accept: { when: 'interrupted != "home" && event.threats.all(t, t.level == "LOW")', call: handle, with: { ignore: true }, max: 2, then: { accepted: resume } }
          leave: { call: handle, with: { ignore: false }, then: { accepted: failed } }
        then: { else: failed }
    ends:
      done: { outcome: success }
      left: { outcome: ended }
      failed: { outcome: failure }
    messages:
      wrong: Wrong.
      bad-amount: Digits only.
      too-much: That is too much.

    """

  private func diff(_ old: String, _ new: String, _ options: String...) async throws -> Outcome {
    let desk = try Desk()
    try desk.put("shop.yaml", Self.contract)
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    return await desk.run(["diff"] + (options.isEmpty ? ["--summary"] : options) + ["@old.yaml", "@new.yaml"])
  }

  private func changed(_ changes: [(old: String, new: String)]) -> String {
    changes.reduce(Self.flow) { $0.replacing($1.old, with: $1.new, maxReplacements: 1) }
  }

  @Test("a severity with which no threat passes may be named below `silent`; one with which threats pass is weaker")
  func silentThreats() async throws {
    let named = ("silent: [LOW]", "silent: [LOW, HIGH]")
    let dead = changed([named])
    for (old, new, words) in [
      (Self.flow, dead, "HIGH, LOW instead of LOW"), (dead, Self.flow, "LOW instead of HIGH, LOW"),
    ] {
      let told = try await diff(old, new)
      #expect(told.output.contains("new.yaml: changed"), "\(told)")
      #expect(
        told.output.contains("changed: the threats that may pass without asking: \(words); the same pass as before\n"),
        "\(told)")
    }
    let passing = changed([named, (" && event.threats.all(t, t.level == \"LOW\")", "")])
    let weaker = try await diff(Self.flow, passing)
    #expect(
      weaker.output.contains("weaker: the threats that may pass without asking: HIGH, LOW instead of LOW\n"),
      "\(weaker)")
    let stronger = try await diff(passing, Self.flow)
    #expect(
      stronger.output.contains("stronger: the threats that may pass without asking: LOW instead of HIGH, LOW\n"),
      "\(stronger)")
  }

  @Test(
    "is weaker, and the other way round it is not",
    arguments: [
      (
        [
          ("start: mayBegin", "start: begin"),
          ("  mayBegin: { gate: [allowLogin], then: { allow: begin, else: failed } }\n", ""),
        ],
        "weaker: the flow begins at `begin` instead of `mayBegin`; `allowLogin` is asked there no more"
      ),
      ([("auto: [decline, accept]", "auto: accept")], "weaker: `onThreats`: the choice `decline`: `auto` is gone"),
      (
        [("auto: [decline, accept]", "auto: [accept, decline]")],
        "`onThreats`: the choice `accept`: it is number 1 of `auto` instead of number 2"
      ),
      (
        [
          ("    pick: { account: { from: event.accounts, show: \"{label}\" } }\n", ""),
          ("ask: { amount: text, note: text }", "ask: { amount: text, note: text, account: text }"),
          ("account: $account.id", "account: $account"),
        ], "weaker: `home`: the answer: `with`: `account` is $account instead of $account.id\n"
      ),
      (
        [("amount: $amount }", "amount: $note }")],
        "weaker: `home`: the answer: `with`: `amount` is $note instead of $amount\n"
      ),
      (
        [("      finish: { to: done }\n", "      finish: { to: done }\n      quit: { to: left }\n")],
        "weaker: runs may end as `left` now with the user signed in (MFA447)"
      ),
    ])
  func weaker(_ changes: [(old: String, new: String)], words: String) async throws {
    let there = try await diff(Self.flow, changed(changes))
    #expect(there.output.contains(words), "\(there)")
    #expect(there.code == .failure || words.hasPrefix("`"), "\(there)")
    let back = try await diff(changed(changes), Self.flow)
    #expect(back.code == .success, "\(back)")
  }

  @Test("an end that leaves the user signed in is told with what leads there")
  func leftOpen() async throws {
    let text = changed([("      finish: { to: done }\n", "      finish: { to: done }\n      quit: { to: left }\n")])
    let told = try await diff(Self.flow, text, "--fail-on", "none")
    #expect(told.output.contains("  leads to `left` without a log-off\n"), "\(told)")
    let back = try await diff(text, Self.flow, "--fail-on", "none")
    #expect(back.output.contains("  led to `left` without a log-off\n"), "\(back)")
  }

  @Test("what users are asked less freely is stronger")
  func lessFreely() async throws {
    let text = changed([
      ("    pick: { account: { from: event.accounts, show: \"{label}\" } }\n", ""),
      ("ask: { amount: text, note: text }", "ask: { amount: text, note: text, account: text }"),
      ("account: $account.id", "account: $account"),
    ])
    let told = try await diff(text, Self.flow)
    #expect(
      told.output.contains("stronger: `home`: the answer: `with`: `account` is $account.id instead of $account\n"),
      "\(told)")
  }

  @Test("a guard that names another step is weaker, at a threat")
  func named() async throws {
    let outcome = try await diff(Self.flow, changed([("interrupted != \"home\"", "interrupted != \"word\"")]))
    #expect(outcome.code == .failure, "\(outcome)")
    #expect(
      outcome.output.contains("weaker: `onThreats`: the choice `accept`: `when` names another step"), "\(outcome)")
  }

  @Test(
    "a guard that lets less through is stronger, and the other way round weaker",
    arguments: [
      ("size(amount) < 4", "size(amount) < 3", "`home`: `check` has `size(amount) < 3` instead of `size(amount) < 4`"),
      (
        "size(amount) < 4", "size(amount) < 4 && size(note) > 2",
        "`home`: `check` has `size(amount) < 4 && size(note) > 2` instead of `size(amount) < 4`"
      ),
      ("size(event.threats) > 1", "size(event.threats) > 0", "`onThreats`: the choice `decline`: `when` is"),
    ])
  func stricter(old: String, new: String, words: String) async throws {
    let there = try await diff(Self.flow, changed([(old, new)]))
    #expect(there.output.contains("stronger: \(words)") && there.code == .success, "\(there)")
    let back = try await diff(changed([(old, new)]), Self.flow)
    #expect(back.output.contains("weaker: \(words.prefix(12))") && back.code == .failure, "\(back)")
  }

  @Test("another order of checks is a change")
  func order() async throws {
    let first = "      - { check: 'matches(amount, \"[0-9]{1,4}\")', say: bad-amount }\n"
    let second = "      - { check: 'size(amount) < 4', say: too-much }\n"
    let outcome = try await diff(Self.flow, changed([(first + second, second + first)]))
    #expect(outcome.output.contains("`home`: `check` looks at the same in another order"), "\(outcome)")
  }

  @Test(
    "is equal",
    arguments: [
      // Another name of a step, in guards as well.
      [
        ("home:", "account:"), ("onSigned: home", "onSigned: account"),
        ("interrupted != \"home\"", "interrupted != \"account\""),
      ],
      // A guard in other words.
      [("size(amount) < 4", "size(amount) <= 3"), ("size(event.threats) > 1", "1 < size(event.threats)")],
      // A line that leads where `else` leads.
      [("5: { retry: wrong }, else", "5: { retry: wrong }, askPassword error 9: failed, else")],
      // Successes beside a limit of all uses that is reached first.
      [("call: signOff, max: 2", "call: signOff, max: { count: 2, of: successes, total: 2 }")],
      // All that the step's calls earn.
      [("    tries: 3\n", "    tries: 3\n    earns: [knowledge]\n")],
    ])
  func same(_ changes: [(old: String, new: String)]) async throws {
    let outcome = try await diff(Self.flow, changed(changes))
    #expect(outcome.code == .success && outcome.output.contains("equal"), "\(outcome)")
  }

  @Test("a second button that does what one does that was there lets nobody do more")
  func twins() async throws {
    let leave = "      leave: { call: handle, with: { ignore: false }, then: { accepted: failed } }\n"
    let accept = { (name: String) in
      "      \(name): { when: 'size(event.threats) == 1', call: handle, with: { ignore: true }, then: { accepted: resume } }\n"
    }
    let old = changed([(leave, leave + accept("go"))])
    let twin = try await diff(old, changed([(leave, leave + accept("go") + accept("goOn"))]))
    #expect(twin.code == .success && twin.output.contains("changed: `onThreats`: the choice `goOn` is new"), "\(twin)")
    let other = accept("goOn").replacing("== 1", with: "> 0")
    let wider = try await diff(old, changed([(leave, leave + accept("go") + other)]))
    #expect(
      wider.code == .failure && wider.output.contains("weaker: `onThreats`: the choice `goOn` is new"), "\(wider)")
  }

  @Test("says the same each time, in the same order")
  func repeats() async throws {
    let timed = changed([
      ("    tries: 3\n", "    tries: 3\n    within: 60s\n"), ("onSigned: home, 5", "onSigned: home, timeout: slow, 5"),
      ("  failed: { outcome: failure }\n", "  failed: { outcome: failure }\n  slow: { outcome: failure }\n"),
    ])
    let first = try await diff(Self.flow, timed)
    for _ in 0..<8 { #expect(try await diff(Self.flow, timed).output == first.output) }
    #expect(first.output.contains("`timeout` after the answer leads to the end `slow` instead of to the end `failed`"))
  }
}
