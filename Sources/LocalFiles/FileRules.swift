// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// What can be wrong with a path, and with a file that is another one than was meant.
package enum FileRules {
  /// A file that cannot be had.
  package static let unreadableFile = DiagnosticCode("MFA930", "unreadable-file")
  /// A file with more findings than anybody reads.
  package static let moreFindings = DiagnosticCode("MFA931", "more-findings")
  /// A file of another kind than the one that is meant.
  package static let misplacedFile = DiagnosticCode("MFA938", "misplaced-file")

  /// Every code of this module.
  package static let all = [unreadableFile, moreFindings, misplacedFile]
}

extension FileProblem {
  /// The problem as a finding at the beginning of the file that could not be read.
  package var finding: Diagnostic {
    Diagnostic(FileRules.unreadableFile, message, at: .beginning(of: .first), help: help)
  }

  /// The files of the finding: the one that nobody could read, as empty.
  package var sources: SourceMap { SourceMap([SourceFile(path: path, bytes: [])]) }
}
