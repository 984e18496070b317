// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// How findings are written.
package enum FindingFormat: Sendable {
  /// For people: each with its line of the file.
  case text(color: Bool)
  /// For editors and `grep`: one line each.
  case oneline
  /// For programs.
  case json

  package func render(_ findings: [Diagnostic], in sources: SourceMap) -> String {
    guard !findings.isEmpty else { return "" }
    let findings = findings.shown()
    return switch self {
    case .text(let color): TextRenderer(color: color).render(findings, in: sources)
    case .oneline: OnelineRenderer().render(findings, in: sources)
    case .json: JSONRenderer().render(findings, in: sources)
    }
  }

  /// What stands between the findings of two files.
  var separator: String {
    if case .text = self { "\n" } else { "" }
  }
}
