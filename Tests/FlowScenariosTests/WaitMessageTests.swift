// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowScenarios
import SDKContract
import Testing

/// What a `wait:` step shows of the event that the flow comes from.
@Suite struct WaitMessageTests {
  @Test("a number to choose on another device stands there as long as the step waits")
  func numberMatching() async throws {
    let result = try await Self.flow().play(
      """
            - { event: askCode, with: { number: 42 } }
            - code: wait
            - expect: { step: waiting, say: Choose 42. }
            - after: 10s
            - expect: { step: waiting, say: Still waiting for 42. }
            - event: news
            - news: ok
            - expect: { step: waiting, say: Still waiting for 42. }
            - { event: seen, with: { number: 7 } }
            - expect: { step: waiting, say: 42 was seen. }
            - waiting: longer
            - expect: { step: longer, say: Still waiting for 42. }
            - event: opened
            - opened: enter
      """, end: "{ end: inside }")
    #expect(result.failures.map(\.message) == [])
  }

  @Test("the event behind a `call:` step is known, too, and so is an interrupt that leads there")
  func otherWays() async throws {
    let ways = [
      ("- { event: askPush, with: { number: 5 } }", "waiting", "Choose 5."),
      (
        "- { event: askCode, with: { number: 1 } }\n      - { event: alarm, with: { number: 3 } }\n      - alarm: wait",
        "waiting", "Choose 3."
      ),
    ]
    for (items, step, words) in ways {
      let result = try await Self.flow().play(
        "      \(items)\n      - expect: { step: \(step), say: '\(words)' }", end: "{ waiting: \(step) }")
      #expect(result.failures.map(\.message) == [], "\(items)")
    }
  }

  @Test(
    "a way that brings no such field is a finding",
    arguments: [
      // A second event without the field.
      ("askPush: push", "seen: push", "`seen`, whose data it may be, has no `number`"),
      // A call that nothing leads to by an event.
      ("longer: { to: longer }", "longer: { to: push }", "`{number}` cannot be filled where this is shown"),
      // The field of another event.
      ("Choose {number}.", "Choose {digit}.", "`askCode`, whose data it may be, has no `digit`"),
    ])
  func found(_ old: String, _ new: String, _ words: String) throws {
    let text = Self.text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    #expect(text != Self.text)
    let compiled = Compiler(contract: try Self.contract()).compile(SourceFile(path: "small.yaml", text: text))
    #expect(compiled.findings.map(\.code.id).contains("MFA222"))
    #expect(compiled.findings.map(\.message).contains(words), "\(compiled.findings.map(\.message))")
  }

  private static func flow() throws -> SmallFlow { try SmallFlow(text, contract()) }

  private static func contract() throws -> Contract {
    let read = ContractReader.read(SourceFile(path: "match.yaml", text: contractText))
    return try #require(read.value, "\(read.findings.map(\.message))")
  }

  private static let text = """
    language: mfaflow/1
    flow: match
    version: 1.0.0
    sdk: match
    start: ring
    steps:
      ring:
        call: ring
        then: { askCode: code, askPush: push, else: failed }
      code:
        challenge: askCode
        choices: { wait: { call: watch, then: { accepted: waiting } } }
        then: { else: failed }
      push: { call: watch, then: { accepted: waiting, else: failed } }
      waiting:
        wait: choose
        within: 10s
        choices: { longer: { to: longer } }
        then: { opened: opened, seen: { stay: was-seen }, timeout: { stay: still }, else: failed }
      longer:
        wait: still
        then: { opened: opened, else: failed }
      opened:
        event: opened
        choices: { enter: { to: inside } }
        then: { else: failed }
    interrupts:
      news: { choices: { ok: { resume: true } }, then: { else: failed } }
      alarm: { choices: { wait: { to: waiting } }, then: { else: failed } }
    ends:
      inside: { outcome: success }
      failed: { outcome: failure }
    messages:
      choose: "Choose {number}."
      still: "Still waiting for {number}."
      was-seen: "{number} was seen."
    """ + "\n"

  private static let contractText = """
    contract: match
    version: 1.0.0
    patience: 10m
    success: [0]
    phases:
      closed: {}
      open: {}
    signedIn: open
    events:
      askCode: { kind: challenge, enters: closed, fields: { number: int }, source: given manual }
      askPush: { kind: challenge, enters: closed, fields: { number: int }, source: given manual }
      seen: { kind: result, fields: { digit: int }, source: given manual }
      news: { kind: interrupt, rank: 10, source: given manual }
      alarm: { kind: interrupt, rank: 20, fields: { number: int }, source: given manual }
      opened: { kind: result, enters: open, source: given manual }
    calls:
      ring: { leadsTo: [askCode, askPush], source: given manual }
      watch: { answers: [askCode, askPush], leadsTo: [seen, opened], source: given manual }
    """ + "\n"
}
