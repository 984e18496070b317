// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// What a team's configuration lets pass below `allow:`, with its reason; every run of the check tells of it.
///
/// The rules that defend against bypass can be let pass by nothing else.
struct Permit: Sendable {
  /// The rule, by its code.
  let code: String
  /// The file, or those of a folder or pattern, as it is written.
  let path: String
  let pattern: PathPattern
  let reason: String
  /// Where it stands in the configuration.
  let range: SourceRange
  /// The path of the configuration.
  var source = ""

  func fits(_ finding: Diagnostic, in sources: SourceMap) -> Bool {
    finding.code.id == code && pattern.fits(sources.file(finding.range.file)?.path ?? "")
  }
}
