// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowCompiler
import FlowDifference
package import FlowGraph
import FlowRuntime
package import SDKContract

extension FlowDiff {
  /// Why nothing is decided: the flows are for different contracts, and the old one has errors by the contract of the new one.
  package struct OtherContract: Error {
    package let old: Flow
    package let new: Flow
    /// What the contracts do not say alike, a line each.
    package let differences: [String]
    /// What is wrong with the old flow by the contract of the new one.
    package let errors: [Diagnostic]
    package let sources: SourceMap
  }

  /// Two flows without errors held against each other.
  ///
  /// What is new in a contract is no matter of what a flow does with it: both are run by the contract of the new one.
  ///
  /// - Parameters:
  ///   - path: of the new flow, as it is shown.
  ///   - readAgain: what comes of the old flow's file by another contract.
  package init(
    path: String, _ old: (flow: ValidFlow, sources: SourceMap), _ new: (flow: ValidFlow, sources: SourceMap),
    readAgain: (Contract) -> Compilation, _ allowances: inout [DiffAllowance]
  ) throws(OtherContract) {
    let (before, after) = (old.flow.flow, new.flow.flow)
    if before.contract.fingerprint == after.contract.fingerprint, let comparison = FlowComparison(before, after) {
      self.init(
        path: path, comparison, Program(old.flow), Program(new.flow), (old.sources, new.sources), &allowances)
      return
    }
    let told = ContractDifferences(before, after).words
    let moved = readAgain(after.contract)
    guard let former = moved.flow, let comparison = FlowComparison(former.flow, after) else {
      throw OtherContract(
        old: before, new: after, differences: told, errors: moved.findings.filter { $0.severity == .error },
        sources: moved.sources)
    }
    self.init(
      path: path, comparison, Program(former), Program(new.flow), (moved.sources, new.sources), contract: told,
      &allowances)
  }
}
