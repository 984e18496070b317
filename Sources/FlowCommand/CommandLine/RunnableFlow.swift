// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowCompiler
import FlowGraph
import FlowRuntime
import LocalFiles
import SDKContract

/// A flow of the command line that was found fit to run.
struct RunnableFlow {
  let valid: ValidFlow
  let program: Program
  /// The files that its places are in.
  let sources: SourceMap

  /// - Throws: ``UsageProblem`` where there is no such flow; why stands on the error stream.
  init(
    path: String, contract: String?, _ format: FindingFormat, _ streams: Streams
  ) throws(UsageProblem) {
    let contract = try contract.map { path throws(UsageProblem) in
      try ContractFile.read(path, format, streams).contract
    }
    let file = try streams.flowFile(path, format)
    let compilation = Compiler(contract: contract, loader: streams.loader, standIns: .accepted).compile(file)
    streams.tell(compilation.findings.inReadingOrder(), in: compilation.sources, format)
    guard let flow = compilation.flow else {
      if !compilation.findings.hasErrors {
        streams.errors.write("mfaflow: this file is a part; name a flow that uses it\n")
      }
      throw .told(.wrongInput)
    }
    valid = flow
    program = Program(flow)
    sources = compilation.sources
  }
}
