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
    arguments: WrittenSlip.indentation + WrittenSlip.signs + WrittenSlip.words)
  func isTold(_ slip: WrittenSlip) throws {
    #expect(try slip.findings() == slip.found)
  }
}
