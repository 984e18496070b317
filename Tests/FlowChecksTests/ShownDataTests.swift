// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import SDKContract
import Testing

@Suite("The data with which a message may be shown")
struct ShownDataTests {
  /// A line of the flow, what stands in its place, and a message.
  struct Way: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let message: String
    /// What is found; nil for nothing.
    let finding: String?

    init(_ old: String, _ new: String, _ message: String, _ finding: String? = nil) {
      (self.old, self.new, self.message, self.finding) = (old, new, message, finding)
    }

    var testDescription: String { "\(new): \(message)" }
  }

  @Test(
    "A message is judged by every event with which it may be shown",
    arguments: [
      // What `else` takes.
      Way(
        "else: shut", "else: { to: failed, say: m }", "{left} left.",
        "MFA222 `askName`, whose data it may be, has no `left`"),
      Way(
        "else: shut", "askName 8: lost, else: { to: failed, say: m }", "{left} left.",
        "MFA222 `welcome`, whose data it may be, has no `left`"),
      Way("else: shut", "askName 8: lost, else: { to: failed, say: m }", "For {person}."),
      Way("else: shut", "askName 8: lost, welcome: home, else: { to: failed, say: m }", "{left} left."),
      Way(
        "else: shut", "askName 8: lost, else: { to: failed, say: m }", "Of {session}.",
        "MFA242 `{session}` may be that of `welcome`, which the contract marks private"),
      // What `error` takes.
      Way(
        "tries: 2",
        "tries: 2\n    choices: { go: { call: touch, then: { paid: lost, error: { to: failed, say: m } } } }",
        "{person}, {amount}",
        "MFA222 `askMore`, whose data it may be, has no `person`"),
      Way(
        "tries: 2",
        "tries: 2\n    choices: { go: { call: touch, then: { paid: lost, error: { to: failed, say: m } } } }",
        "{amount}"),
      // What was interrupted.
      Way("resume: true", "resume: m", "{secs} s left.", "MFA222 `askName`, whose data it may be, has no `secs`"),
      Way(
        "resume: true", "resume: m", "Of {session}.",
        "MFA242 `{session}` may be that of `welcome`, which the contract marks private"),
      Way("resume: true", "resume: m", "Go on."),
      // What a call leads to.
      Way(
        "5: { retry: again }", "5: { to: reset, say: m }", "{left} left.",
        "MFA222 `askName`, whose data it may be, has no `left`"),
      Way("5: { retry: again }", "5: { to: reset, say: m }", "Begin again."),
      Way(
        "finish: { to: done }", "finish: { to: pay, say: m }", "{level}",
        "MFA222 `paid`, whose data it may be, has no `level`"),
      // A gate carries no event.
      Way(
        "finish: { to: done }", "finish: { to: ask, say: m }", "{level}",
        "MFA222 `{level}` cannot be filled where this is shown: no event may have come"),
      // An automatic choice.
      Way(
        "welcome: home, 6", "welcome: { to: rich, say: m }, 6", "{level}",
        "MFA222 `paid`, whose data it may be, has no `level`"),
      Way("welcome: home, 6", "welcome: { to: home, say: m }, 6", "{level}"),
    ])
  func judged(_ way: Way) throws {
    #expect(Self.flow.contains(way.old))
    let text = Self.flow.split(separator: way.old, omittingEmptySubsequences: false).joined(separator: way.new)
      .split(separator: "MESSAGE", omittingEmptySubsequences: false).joined(separator: way.message)
    let contract = try #require(ContractReader.read(SourceFile(path: "m.yaml", text: Self.contract)).value)
    let found = Compiler(contract: contract).compile(SourceFile(path: "flow.yaml", text: text)).findings
      .filter { $0.code.id.hasPrefix("MFA2") }.map { "\($0.code.id) \($0.message)" }
    #expect(found == [way.finding].compactMap(\.self))
  }

  @Test("Words for what is missing make up for a gap, and not for what is private")
  func words() throws {
    let line = "askName 8: lost, else: { to: failed, say: m }"
    for (message, codes) in [("{left} left.", []), ("Of {session}.", ["MFA242"]), ("{nothing}", ["MFA222"])] {
      let text = Self.flow.split(separator: "else: shut", omittingEmptySubsequences: false).joined(separator: line)
        .split(separator: "\"MESSAGE\"", omittingEmptySubsequences: false)
        .joined(separator: "{ text: \"\(message)\", none: nobody knows }")
      let contract = try #require(ContractReader.read(SourceFile(path: "m.yaml", text: Self.contract)).value)
      let found = Compiler(contract: contract).compile(SourceFile(path: "flow.yaml", text: text)).findings
      #expect(found.map(\.code.id).filter { $0.hasPrefix("MFA2") } == codes, "\(message)")
    }
  }

  private static let flow = """
    language: mfaflow/1
    flow: shown
    version: 1.0.0
    sdk: m
    start: begin
    steps:
      begin: { call: begin, then: { askName: identify, else: failed } }
      identify:
        challenge: askName
        ask: [person]
        answer: name
        tries: 5
        then: { askPW: verify, else: failed }
      verify:
        challenge: askPW
        ask: [pw]
        answer: password
        tries: 3
        then: { askOTP: code, 5: { retry: again }, else: shut }
      code:
        challenge: askOTP
        ask: [otp]
        answer: otp
        tries: 2
        then: { welcome: home, 6: { retry: again }, else: failed }
      home:
        event: welcome
        choices: { finish: { to: done } }
        then: { else: failed }
      rich:
        event: welcome
        auto: go
        choices: { finish: { to: done }, go: { when: event.level > 3, call: pay, max: 1 } }
        then: { paid: receipt, else: lost }
      reset: { call: reset, max: 2, then: { askName: identify, else: failed } }
      pay: { call: pay, max: 2, then: { paid: receipt, else: lost } }
      ask: { gate: [allowLogin], then: { allow: done, deny: lost } }
      receipt: { event: paid, choices: { ok: { to: done } } }
    interrupts:
      warned: { choices: { ok: { resume: true } }, then: { else: lost } }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }
      lost: { outcome: failure, say: again }
      shut: { outcome: failure, say: again }
    messages: { m: "MESSAGE", again: Try again. }
    """ + "\n"

  private static let contract = """
    contract: m
    version: 1.0.0
    patience: 30s
    success: [0]
    phases: { out: {}, in: {} }
    signedIn: in
    authenticators:
      pw: { channel: typed }
      key: { channel: device }
    codes:
      5: { name: wrong-pw, in: askPW, meaning: wrong, source: chosen }
      6: { name: wrong-otp, in: askOTP, meaning: wrong, source: chosen }
      8: { name: locked, in: askName, meaning: locked, source: chosen }
    events:
      askName: { kind: challenge, losesProofs: true, source: chosen }
      askPW: { kind: challenge, fields: { person: user text, left: count, session: text }, source: chosen }
      askOTP: { kind: challenge, fields: { person: user text, amount: count }, source: chosen }
      askMore: { kind: challenge, fields: { amount: count }, source: chosen }
      welcome: { kind: result, enters: in, fields: { person: user text, session: private text, level: count }, source: chosen }
      paid: { kind: result, source: chosen }
      warned: { kind: interrupt, status: false, fields: { secs: seconds, session: text }, rank: 1, again: replace, source: chosen }
    calls:
      begin: { phases: out, leadsTo: [askName], source: chosen }
      name: { answers: askName, takes: { person: text 1..64 }, phases: out, leadsTo: [askPW], source: chosen }
      password:
        answers: askPW
        takes: { pw: secret 1.. }
        leadsTo:
          welcome: { earns: { knowledge: pw } }
          askOTP: { earns: { knowledge: pw } }
          askPW 5: chosen
          askName 8: chosen
        source: chosen
      otp:
        answers: askOTP
        takes: { otp: secret 1.. }
        leadsTo:
          welcome: { earns: { possession: key } }
          askOTP 6: chosen
        source: chosen
      touch: { answers: [askOTP, askMore], leadsTo: [paid, askOTP error, askMore error], source: chosen }
      pay: { phases: in, leadsTo: [paid], source: chosen }
      reset: { phases: out, losesProofs: true, leadsTo: [askName], source: chosen }
    """ + "\n"
}
