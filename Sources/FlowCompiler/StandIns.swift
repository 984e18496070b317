// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract

/// What becomes of a flow whose contract bears the name of a built-in one, and says something else.
public enum StandIns: Sendable {
  /// It is an error, but for contracts of these fingerprints, which somebody has decided to trust.
  case refused(except: Set<String>)
  /// It is taken: the caller of the compiler says what it is.
  case accepted

  /// The finding of a flow that names such a contract; nil for none.
  func finding(_ contract: Contract, at range: SourceRange) -> Diagnostic? {
    guard case .refused(let trusted) = self, let builtIn = contract.standsInFor ?? contract.nearlyBears else {
      return nil
    }
    guard !trusted.contains(contract.fingerprint) else { return nil }
    var finding = Diagnostic(
      CompilerRules.standIn,
      contract.name == builtIn
        ? "this is not the built-in contract `\(builtIn)`, and bears its name"
        : contract.standsInFor != nil
          ? "`\(contract.name)` looks like the built-in contract `\(builtIn)`, and is not it"
          : "`\(contract.name)` is one letter away from the built-in contract `\(builtIn)`, and is not it", at: range,
      help: "give the contract another name, or write its fingerprint `\(contract.fingerprint)` below `contracts:` of "
        + "`.mfaflow.yaml`")
    // A name that reads otherwise may well be meant.
    if contract.standsInFor == nil { finding.severity = .warning }
    return finding
  }
}
