// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import FlowChecks

/// What can be wrong with the contract that a flow names.
public enum CompilerRules {
  static let noSuchContract = DiagnosticCode("MFA182", "contract-not-found")
  static let standIn = DiagnosticCode("MFA187", "stand-in-contract")
  static let notAContract = DiagnosticCode("MFA131", "not-a-contract")
  static let weakerThanRefined = DiagnosticCode("MFA291", "weaker-than-refined")
  static let noSuchRefined = DiagnosticCode("MFA292", "refined-flow-not-found")

  /// The rules for which a graph is checked, as ``Compiler/checksGraphs`` says; those of other modules, too.
  package static let ofGraphs = CheckRules.all + [weakerThanRefined, noSuchRefined]

  /// Every code of this module.
  public static let all = [
    noSuchContract, standIn, notAContract, weakerThanRefined, noSuchRefined,
  ]
}
