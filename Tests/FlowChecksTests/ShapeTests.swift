// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import Testing

@Suite("How the steps of a flow are connected")
struct ShapeTests {
  private static let compiler = Compiler()

  @Test("steps out of reach, dead ends and cycles are found just where there are some", arguments: UInt64(0)..<300)
  func againstPlainReasoning(seed: UInt64) {
    let flow = RandomFlow(seed: seed)
    let compilation = Self.compiler.compile(flow.file)
    let found = Set(compilation.findings.map(\.code.id))
    let leads = flow.leads(over: flow.edges)
    let steps = 0..<flow.count
    let isReached = steps.map { $0 == 0 || leads[0][$0] }
    let canEnd = steps.map { step in flow.ends[step] || steps.contains { leads[step][$0] && flow.ends[$0] } }
    #expect(found.contains("MFA302") == isReached.contains(false), "seed \(seed)")
    #expect(found.contains("MFA303") == steps.contains { isReached[$0] && !canEnd[$0] }, "seed \(seed)")
    #expect(found.contains("MFA304") == !flow.roundsWithCalls.isEmpty, "seed \(seed)")
    // Once all buttons with a budget are spent, nobody may get to an end any more.
    let leadsOn = flow.leads(over: flow.edges.filter { !$0.isBudgeted })
    let isStuck = steps.contains { step in
      isReached[step] && !flow.ends[step] && !steps.contains { leadsOn[step][$0] && flow.ends[$0] }
    }
    #expect(!found.contains("MFA330") || isStuck, "seed \(seed)")
    // Some of these buttons lead to the step where they stand.
    let known: Set = ["MFA302", "MFA303", "MFA304", "MFA330", "MFA338", "MFA432"]
    #expect(found.isSubset(of: known), "seed \(seed): \(found)")
    #expect((compilation.flow == nil) == compilation.findings.hasErrors)
  }

  @Test("one finding for each group of steps that cannot be reached, that is caught, or that goes round")
  func oneFindingForEachCause() {
    for seed in UInt64(0)..<300 {
      let flow = RandomFlow(seed: seed)
      let findings = Self.compiler.compile(flow.file).findings
      #expect(findings.count { $0.code.id == "MFA304" } == flow.roundsWithCalls.count, "seed \(seed)")
    }
  }

  @Test("a flow of two thousand steps is checked without a deep stack", .timeLimit(.minutes(30)))
  func largeFlow() {
    let count = 2_000
    let steps = (0..<count).map { step in
      let next = (step + 1) % count
      return
        "  s\(step): { call: getSDKVersion, then: { accepted: s\(next), rejected: done, else: failed } }\n"
    }
    let text =
      "language: mfaflow/1\nflow: large\nversion: 1.0.0\nsdk: relid\nstart: s0\nsteps:\n" + steps.joined()
      + "ends:\n  done: { outcome: ended }\n  failed: { outcome: failure }\n"
    let findings = Self.compiler.compile(SourceFile(path: "large.yaml", text: text)).findings
    #expect(findings.map(\.code.id) == ["MFA304", "MFA321"])
  }
}
