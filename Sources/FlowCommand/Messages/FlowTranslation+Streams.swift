// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowCompiler
import FlowGraph
import LocalFiles
import MessageCatalogues

extension FlowTranslation {
  /// Reads a flow; what is wrong with it, and the place where it stands, goes to standard error.
  static func read(
    _ path: String, _ invocation: Invocation, _ streams: Streams
  ) throws(UsageProblem) -> (texts: FlowTexts, read: ReadTexts) {
    let format = FindingFormat(invocation, for: streams.errors, in: streams)
    let contract = try invocation.value(of: .contract).map { path throws(UsageProblem) in
      try ContractFile.read(path, format, streams).contract
    }
    let file = try streams.flowFile(path, format)
    let read = Compiler(contract: contract, loader: streams.loader, standIns: .accepted).texts(file)
    if let texts = read.texts { return (texts, read) }
    streams.tell(read.findings.filter { $0.severity == .error }, in: read.sources, format)
    throw .told(.wrongInput)
  }
}
