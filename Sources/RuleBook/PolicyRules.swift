// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// What can be wrong with what a team has decided about findings: its configuration, its allowances, its baseline.
package enum PolicyRules {
  /// A rule that the configuration names and that there is not.
  package static let unknownRule = DiagnosticCode("MFA960", "unknown-rule")
  /// A weight that a rule cannot have.
  package static let fixedSeverity = DiagnosticCode("MFA961", "fixed-severity")
  /// A comment that means to allow something and does not say what, or why.
  package static let badAllowance = DiagnosticCode("MFA962", "bad-allowance")
  /// An allowance for a finding that is not there.
  package static let uselessAllowance = DiagnosticCode("MFA963", "useless-allowance", .warning)
  /// A line that no program wrote.
  package static let badBaseline = DiagnosticCode("MFA964", "bad-baseline")
  /// A word that is none of those a key allows.
  package static let unknownWord = DiagnosticCode("MFA965", "unknown-setting")
  /// What can be no link to the rules' page.
  package static let badAddress = DiagnosticCode("MFA970", "bad-address")

  /// Every code of this kind.
  package static let all = [
    unknownRule, fixedSeverity, badAllowance, uselessAllowance, badBaseline, unknownWord, badAddress,
  ]
}

extension DiagnosticCode {
  /// Whether a team may judge it for itself.
  ///
  /// Errors below MFA300 say that a file means nothing, or not what it seems to mean; codes from MFA900 on, that
  /// something else is wrong. Nobody can allow that. Whatever is a warning may be right where it stands.
  package var isOpenToPolicy: Bool { !deniesMeaning && id < "MFA900" }

  /// Whether it says that a file means nothing, or not what it seems to mean: what else the file has is not known then.
  package var deniesMeaning: Bool { severity == .error && id < "MFA300" }

  /// Whether a comment in a flow or a baseline may let it pass.
  ///
  /// What defends against bypass can be let pass by the team's configuration only, and each run tells of it.
  package var mayPassInFlow: Bool { isOpenToPolicy && RuleBook.rule(named: id)?.isNeverAllowed == false }
}
