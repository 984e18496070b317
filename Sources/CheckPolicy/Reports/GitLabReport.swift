// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import LocalFiles

/// A check as GitLab's Code Quality report, which a merge request shows beside its lines.
///
/// Source: GitLab's documentation, "Code Quality", "Code Quality report format".
package struct GitLabReport: CheckReport {
  package init() {}

  package func piece(of check: CheckedPath) -> String {
    // Two findings that read the same are told apart by their number, or the second would be dropped.
    var seen: [String: Int] = [:]
    return check.findings.map { finding in
      let path = check.sources.file(finding.range.file)?.path ?? ""
      let words = "\(finding.code.id)\t\(path)\t\(finding.message)"
      seen[words, default: 0] += 1
      var json = JSONWriter()
      json.object { json in
        json.field("description", "\(finding.message)\(finding.help.map { ": \($0)" } ?? "")")
        json.field("check_name", "\(finding.code.id) \(finding.code.slug)")
        json.field("fingerprint", ContentDigest(Array("\(words)\t\(seen[words] ?? 1)".utf8)).text)
        json.field("severity", finding.severity == .error ? "critical" : "minor")
        json.object("location") { json in
          json.field("path", RelativePath.path(fromHereTo: path))
          json.object("lines") { $0.field("begin", Int(finding.range.start.line)) }
        }
      }
      return json.text
    }.joined(separator: ",\n")
  }

  package func whole(of files: [CheckedFile], _ pieces: [String], _ summary: CheckSummary, exit: Int) -> String {
    "[\n\(pieces.filter { !$0.isEmpty }.joined(separator: ",\n"))\n]\n"
  }
}
