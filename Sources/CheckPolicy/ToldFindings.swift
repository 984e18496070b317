// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// What a reader has been told: a finding in a part or in a flow inside is found anew in each flow that has it.
package struct ToldFindings {
  /// What makes two findings the same to a reader.
  private struct Place: Hashable {
    let path: String
    let start: SourcePosition
    let code: String
    let message: String
  }

  private var told: Set<Place> = []

  package init() {}

  /// Whether it is told for the first time.
  package mutating func isNew(_ finding: Diagnostic, in sources: SourceMap) -> Bool {
    told.insert(
      Place(
        path: sources.file(finding.range.file)?.path ?? "", start: finding.range.start, code: finding.code.id,
        message: Self.withoutPrefixes(finding.message))
    ).inserted
  }

  /// A step of a flow inside is `signIn/verify` in the flow that runs it, and `verify` in its own file.
  private static func withoutPrefixes(_ message: String) -> String {
    guard message.contains("/") else { return message }
    return message.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index % 2 == 1, let last = part.utf8.lastIndex(of: UInt8(ascii: "/")) else { return String(part) }
      return String(part[part.index(after: last)...])
    }.joined(separator: "`")
  }
}
