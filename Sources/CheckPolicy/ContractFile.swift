// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowCompiler
import FlowLanguage
import FlowSyntax
package import SDKContract

/// A contract of the user's own, given with `--contract`.
package enum ContractFile {
  /// What a command that runs flows tells of a contract that bears the name of a built-in one, and says something else; nil
  /// for nothing.
  package static func standIn(_ contract: Contract) -> String? {
    contract.standsInFor.map {
      "mfaflow: the contract `\(contract.name)` is not the built-in `\($0)`: its fingerprint is \(contract.fingerprint)\n"
    }
  }

  /// What was found in a file as it may be told: of one that is surely no contract only that, and no line of it.
  package static func told(_ findings: [Diagnostic], in file: SourceFile) -> (
    findings: [Diagnostic], sources: SourceMap
  ) {
    guard !findings.isEmpty, !FileKind.contract.isSurely(file) else {
      return (findings.inReadingOrder(), SourceMap([file]))
    }
    if let misplaced = MisplacedFile(file, meant: .contract) {
      return ([misplaced.finding], SourceMap([misplaced.shown]))
    }
    return (
      [.notAContract(file.path, at: .beginning(of: .first), first: findings.inReadingOrder().first)],
      SourceMap([SourceFile(path: file.path, bytes: [])])
    )
  }
}
