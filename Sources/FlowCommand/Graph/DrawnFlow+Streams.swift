// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowReviews
import LocalFiles
import SDKContract

extension DrawnFlow {
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
    do throws(Unfit) {
      return try DrawnFlow(file, contract, streams.reading)
    } catch {
      streams.tell(error.findings, in: error.sources, format)
      throw .told(.wrongInput)
    }
  }

  /// The contract that `--contract` names; nil for none.
  static func contract(
    _ invocation: Invocation, _ format: FindingFormat, _ streams: Streams
  ) throws(UsageProblem) -> Contract? {
    guard let path = invocation.value(of: .contract) else { return nil }
    return try ContractFile.read(path, format, streams).contract
  }
}
