// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import FlowGraph

/// Says whether a flow may be deployed: the fourth clause of the sentence, and the only maker of a ``ValidFlow``.
public enum Checker {
  /// The flow as one that can be run, and everything that the rules found.
  ///
  /// There is no value if a finding is an error, or if a name of the flow could not be resolved. In the second case
  /// only the steps that are whole are looked at, each on its own: what depends on how the steps hang together would
  /// report what merely follows.
  public static func check(_ flow: Flow) -> Outcome<ValidFlow> {
    let context = CheckContext(flow)
    var findings: [Diagnostic] = []
    for rule in CheckRules.ordered { rule.diagnose(context, &findings) }
    if flow.isWhole {
      let broken = Set(findings.filter { $0.severity == .error }.map(\.range))
      let proofs = ProofStates(flow, ProofMoves(flow, context.steps, leavingOut: broken))
      for rule in CheckRules.proofs { rule.diagnose(proofs, context, &findings) }
    }
    let isValid = flow.isWhole && !findings.hasErrors
    return Outcome(isValid ? ValidFlow(checked: flow) : nil, findings.inReadingOrder())
  }
}
