// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowChecks
import FlowCompiler
import FlowGraph
import FlowPictures
import LocalFiles
import SDKContract

/// A flow that is to be shown to people: read, checked, and as whole as it may be wrong.
struct DrawnFlow: Sendable {
  /// As the user named it.
  let path: String
  let flow: Flow
  let ways: FlowWays
  /// What was found when it was read and checked.
  let compilation: Compilation

  /// Nil where the flow has errors: it is shown, and does not run.
  var valid: ValidFlow? { compilation.flow }
  var sources: SourceMap { compilation.sources }
  var proofs: ProofReport? { compilation.proofs }
  let findings: [Diagnostic]

  /// What is wrong with a flow stands on the error stream; one in which a name leads nowhere cannot be shown.
  static func read(
    _ path: String, _ contract: Contract?, _ format: FindingFormat, _ streams: Streams
  ) throws(UsageProblem) -> DrawnFlow {
    if let drawn = try flow(path, contract, format, streams) { return drawn }
    streams.errors.write("mfaflow: \(Diagnostic.quoting(path, limit: 200)) is a part; name a flow that uses it\n")
    throw .told(.wrongInput)
  }

  /// The same; nil for a part.
  static func flow(
    _ path: String, _ contract: Contract?, _ format: FindingFormat, _ streams: Streams
  ) throws(UsageProblem) -> DrawnFlow? {
    let file = try streams.flowFile(path, format)
    let compiler = Compiler(contract: contract, loader: streams.loader, tellsProofs: true, standIns: .accepted)
    let compilation = compiler.compile(file)
    guard let flow = compilation.flow?.flow ?? compiler.unchecked(file), let ways = FlowWays(flow) else {
      guard compilation.findings.hasErrors else { return nil }
      streams.tell(compilation.findings.inReadingOrder(), in: compilation.sources, format)
      throw .told(.wrongInput)
    }
    return DrawnFlow(
      path: file.path, flow: flow, ways: ways, compilation: compilation,
      findings: compilation.findings.inReadingOrder())
  }

  /// The contract that `--contract` names; nil for none.
  static func contract(
    _ invocation: Invocation, _ format: FindingFormat, _ streams: Streams
  ) throws(UsageProblem) -> Contract? {
    guard let path = invocation.value(of: .contract) else { return nil }
    return try ContractFile.read(path, format, streams).contract
  }
}
