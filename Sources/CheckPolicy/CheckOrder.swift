// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowChecks
package import FlowCompiler
package import FlowDifference
import SDKContract

/// What somebody wants of a check, besides what the team has decided.
package struct CheckOrder: Sendable {
  /// The SDK's contract; nil for one that is built in.
  package var contract: SourceFile?
  /// The name of the profile that flows are measured by; nil for that of the team.
  package var profile: String?
  /// From which weight on a file fails; nil for what the team has decided.
  package var limit: FailureLimit?
  /// Whether it is told how often each secret can be guessed.
  package var countsGuesses = false
  /// Whether it is told what is proved.
  package var tellsProofs = false
  /// Whether it is told what flows leave to `else`.
  package var tellsUnnamed = false
  /// A piece of each is made for every path.
  package var reports: [any CheckReport] = []
  /// What standard input is called; nil for its usual name.
  package var inputName: String?
  /// Whether flows are kept, to look for runs that show what is wrong with them.
  package var keepsFlows = false
  /// Whether the paths of all that was read are kept.
  package var keepsPaths = false

  /// As in ``Compiler/runsOfDifferences``.
  package var runsOfDifferences: (@Sendable (FlowComparison) -> RunsOfDifferences)?

  package init() {}

  /// Whether a report says how long the check of each file took.
  var tellsTimes: Bool { reports.contains { $0.tellsTimes } }

  /// From which weight on findings make a file fail.
  package func limit(by decided: TeamDecisions.Decided) -> FailureLimit { limit ?? decided.limit ?? .error }

  /// What makes the compiler of a worker.
  package func compilers(by decided: TeamDecisions.Decided) -> Compilers {
    let profile = (profile ?? decided.profile).flatMap { Profile.named($0) }
    let (contract, countsGuesses, tellsProofs, tellsUnnamed) = (contract, countsGuesses, tellsProofs, tellsUnnamed)
    let accounts = decided.guessesOverAccounts
    let standIns = StandIns.refused(except: decided.contracts)
    let depends = [
      contract.map { ContentDigest($0.bytes).text } ?? "", profile?.name ?? "", accounts.map(String.init) ?? "",
      decided.contracts.sorted().joined(separator: ","),
    ]
    return Compilers(key: depends.joined(separator: ":")) { [runsOfDifferences] loader in
      var compiler = Compiler(
        contract: contract.flatMap { ContractReader.read($0).value }, loader: loader, profile: profile,
        guessesOverAccounts: accounts, countsGuesses: countsGuesses, tellsProofs: tellsProofs,
        tellsUnnamed: tellsUnnamed, standIns: standIns)
      compiler.runsOfDifferences = runsOfDifferences
      return compiler
    }
  }

  /// What makes compilers that are all the same.
  package struct Compilers: Sendable {
    /// What a check depends on beside its files: the digest of the contract that was given, and what flows are measured by.
    let key: String
    package let make: @Sendable (FileLoader) -> Compiler
  }
}
