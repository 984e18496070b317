// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import Testing

@Suite("One slip of the hand, in words")
struct WrittenSlipTests {
  @Test("without it nothing is said of the flow")
  func base() {
    #expect(Compiler().compile(SourceFile(path: "slip.yaml", text: WrittenSlip.flow)).findings.isEmpty)
  }

  @Test(
    "what is said leads to the slip and to its cure, and nothing is said that merely follows from it",
    arguments: WrittenSlip.indentation + WrittenSlip.signs + WrittenSlip.words + WrittenSlip.names + WrittenSlip.lines)
  func isTold(_ slip: WrittenSlip) throws {
    #expect(try slip.findings() == slip.found)
  }

  @Test("of a part that is read alone, a slip below `needs` is told there, and what it needs and does not say at once")
  func needs() {
    func found(_ needs: String) -> [Diagnostic] {
      Compiler().compile(
        SourceFile(
          path: "part.yaml",
          text: """
            part: password
            sdk: relid
            \(needs)
            steps:
              verify:
                challenge: getPassword(verify)
                ask: [password]
                answer: setPassword
                tries: 3
                then: { onUserLoggedIn: home, 102: { retry: not-right }, exhausted: refused, else: refused }
            """)
      ).findings
    }
    #expect(found("needs: [home, not-right, refused]").isEmpty)
    let slip = found("needs: [home, not-right, refusd]")
    #expect(slip.map(\.message) == ["nothing in this part names `refusd`"], "\(slip)")
    #expect(slip.first?.help == "did you mean `refused`?" && slip.first?.range.start.line == 3)
    let open = found("needs: home, not-right, refused]")
    #expect(open.map(\.message) == ["`needs` must be a list, not `home, not-right, refused]`"], "\(open)")
    #expect(open.first?.help == "write `[home, not-right, refused]`", "\(open)")
    let silent = found("# nothing")
    #expect(silent.map(\.message) == ["this part has neither `home` nor 2 other names that it uses"], "\(silent)")
    #expect(silent.first?.help?.hasSuffix(": `home`, `not-right`, `refused`") ?? false, "\(silent)")
    #expect(silent.first?.notes.map(\.range?.start.line) == [10, 10])
  }
}
