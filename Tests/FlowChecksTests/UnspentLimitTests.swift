// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowCompiler
import FlowGraph
import Testing

@Suite("Steps that never run out of what they count")
struct UnspentLimitTests {
  /// The steps of a flow of which it is told that `else` takes `exhausted` there.
  private static func exhausted(_ steps: String) throws -> [String] {
    let text = """
      language: mfaflow/1
      flow: a
      version: 1.0.0
      sdk: ../parts/hinting-contract.yaml
      start: again
      steps:
      \(steps)
      interrupts: { hint: { to: failed } }
      ends: { done: { outcome: success }, failed: { outcome: failure } }

      """
    let compiler = Compiler(loader: CaseFolder.loader, tellsUnnamed: true)
    let made = compiler.compile(SourceFile(path: "good/a.yaml", text: text))
    let report = try #require(made.unnamed, "\(made.findings.map(\.message))")
    return report.outcomes.filter { $0.trigger == .exhausted }.map(\.step.value)
  }

  private static let home = "  home: { event: in, choices: { finish: { to: done } }, then: { else: failed } }"

  @Test(
    "`exhausted` is not listed where a run comes to a step no more often than it allows",
    arguments: [
      ("max: 1", "tries: 1, then: { in: home, else: failed }", []),
      ("max: 3", "tries: 2, then: { in: home, else: failed }", []),
      ("max: 1", "tries: 2, then: { in: home, 12: retry, else: failed }", ["code"]),
      ("max: 1", "tries: 1, then: { in: home, 12: again, else: failed }", ["again", "code"]),
      ("max: 2", "tries: 1, then: { in: home, 12: again, else: failed }", ["code"]),
      ("max: 2", "tries: 1, then: { in: home, 12: again, exhausted: failed, else: failed }", []),
    ])
  func listed(max: String, code: String, steps: [String]) throws {
    let told = try Self.exhausted(
      """
        again: { call: send, \(max), then: { askCode: code, else: failed } }
        code: { challenge: askCode, ask: [code], answer: code, \(code) }
      \(Self.home)
      """)
    #expect(told == steps)
  }
}
