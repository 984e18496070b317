// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
package import Diagnostics
package import FlowChecks
package import FlowCompiler
package import FlowGraph
package import FlowPictures
package import LocalFiles
package import SDKContract

/// A flow that is to be shown to people: read, checked, and as whole as it may be wrong.
package struct DrawnFlow: Sendable {
  /// As the user named it.
  package let path: String
  package let flow: Flow
  package let ways: FlowWays
  /// What was found when it was read and checked.
  package let compilation: Compilation
  package let findings: [Diagnostic]

  /// Nil where the flow has errors: it is shown, and does not run.
  package var valid: ValidFlow? { compilation.flow }
  package var sources: SourceMap { compilation.sources }
  package var proofs: ProofReport? { compilation.proofs }

  /// A flow in which a name leads nowhere: it cannot be shown.
  package struct Unfit: Error {
    package let findings: [Diagnostic]
    package let sources: SourceMap
  }

  /// Nil for a part.
  ///
  /// - Parameter readFile: how the text of a file is had that the flow names.
  package init?(
    _ file: SourceFile, _ contract: Contract?, _ readFile: @escaping FileReader.Reading
  ) throws(Unfit) {
    let compiler = Compiler(
      contract: contract, loader: .reading(by: readFile), tellsProofs: true, standIns: .accepted)
    let compilation = compiler.compile(file)
    let findings = compilation.findings.inReadingOrder()
    guard let flow = compilation.flow?.flow ?? compiler.unchecked(file), let ways = FlowWays(flow) else {
      guard findings.hasErrors else { return nil }
      throw Unfit(findings: findings, sources: compilation.sources)
    }
    path = file.path
    self.flow = flow
    self.ways = ways
    self.compilation = compilation
    self.findings = findings
  }

  /// The names of the steps that run a flow, at any depth.
  package var runSteps: Set<String> {
    Set(
      flow.steps.flatMap { step -> [String] in
        let parts = step.name.value.split(separator: "/")
        return (1..<max(1, parts.count)).map { parts[..<$0].joined(separator: "/") }
      })
  }

  /// The picture of the flow.
  ///
  /// - Parameter open: the steps whose flows are shown step by step; `all` stands for those of all steps.
  package func picture(_ level: FlowPicture.Level = .normal, opening open: [String] = []) -> FlowPicture {
    // What is inside of another one is seen where that is open, too.
    let names = open.flatMap { name in
      let parts = name.split(separator: "/")
      return (1...max(1, parts.count)).map { parts.prefix($0).joined(separator: "/") }
    }
    return FlowPicture(of: ways, level: level, open: Set(names), proofs: proofs?.byStep)
  }
}
