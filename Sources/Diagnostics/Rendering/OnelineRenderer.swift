// SPDX-License-Identifier: Apache-2.0

/// One line a finding, as editors and build tools read it: `path:line:column: error[MFA301] message (help)`.
public struct OnelineRenderer: Sendable {
  /// A renderer; there is nothing to choose.
  public init() {}

  /// A line for each finding, in the order given.
  public func render(_ findings: [Diagnostic], in sources: SourceMap) -> String {
    findings.map { finding in
      let place = sources.shownPlace(finding.range)
      let help = finding.help.map { " (\($0))" } ?? ""
      return TerminalText.line("\(place): \(finding.severity)[\(finding.code.id)] \(finding.message)\(help)") + "\n"
    }.joined()
  }
}
