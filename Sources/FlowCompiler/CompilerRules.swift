// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// What can be wrong with the files that a flow is made of.
public enum CompilerRules {
  static let circularUse = DiagnosticCode("MFA193", "circular-use")
  static let noSuchPart = DiagnosticCode("MFA194", "part-not-found")
  static let notAPart = DiagnosticCode("MFA195", "not-a-part")
  static let tooManyParts = DiagnosticCode("MFA196", "too-many-parts")
  static let noSuchContract = DiagnosticCode("MFA182", "contract-not-found")
  static let standIn = DiagnosticCode("MFA187", "stand-in-contract")
  static let notAContract = DiagnosticCode("MFA131", "not-a-contract")
  static let notAFlow = DiagnosticCode("MFA231", "not-a-flow")

  /// Every code of this module.
  public static let all = [
    circularUse, noSuchPart, notAPart, tooManyParts, noSuchContract, standIn, notAFlow, notAContract,
  ]
}
