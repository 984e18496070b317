// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// What can be wrong with a path.
package enum FileRules {
  /// A file that cannot be had.
  static let unreadableFile = DiagnosticCode("MFA930", "unreadable-file")
  /// A file with more findings than anybody reads.
  static let moreFindings = DiagnosticCode("MFA931", "more-findings")
  /// A file of another kind than the one that is meant.
  static let misplacedFile = DiagnosticCode("MFA938", "misplaced-file")

  /// Every code of this module.
  package static let all = [unreadableFile, moreFindings, misplacedFile]
}

extension FileProblem {
  /// The problem as a finding at the beginning of the file that could not be read.
  var finding: Diagnostic { Diagnostic(FileRules.unreadableFile, message, at: .beginning(of: .first), help: help) }

  /// The files of the finding: the one that nobody could read, as empty.
  var sources: SourceMap { SourceMap([SourceFile(path: path, bytes: [])]) }

  /// Writes the problem on the error stream; with that the command ends.
  func told(_ format: FindingFormat, _ streams: Streams) -> UsageProblem {
    streams.errors.write(format.render([finding], in: sources))
    return .told(.broken)
  }
}
