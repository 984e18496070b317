// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// How two runs compare, in words.
package struct TwinReport {
  private let comparison: TwinComparison
  /// As the command line names the SDKs.
  private let names: [String]
  /// The last line of the first run.
  private let result: String
  /// Whether an SDK failed, at its end too; where the runs are the same, both did.
  private let haveFailed: Bool

  init(_ comparison: TwinComparison, _ names: [String], _ result: String, haveFailed: Bool) {
    self.haveFailed = haveFailed
    self.comparison = comparison
    self.names = names
    self.result = result
  }

  /// For a reader.
  package var text: String {
    var lines: [String] = []
    if let divergence = comparison.divergence {
      lines.append("✗ the runs differ behind \(comparison.count) line\(comparison.count == 1 ? "" : "s") of the trace")
      let titles = ["both"] + labels
      let width = titles.map(\.count).max() ?? 0
      for (title, words) in zip(titles, [divergence.last ?? "nothing"] + divergence.sides) {
        let blanks = String(repeating: " ", count: width - title.count)
        lines.append("  \(title)\(blanks)  \(words.onOneLine)")
      }
    } else {
      let lead = haveFailed ? "✗ both SDKs failed, and until then the runs" : "✓ the runs"
      lines.append("\(lead) are the same: \(comparison.count) lines of the trace")
      lines.append("  \(result.onOneLine)")
    }
    for (name, fields) in zip(labels, comparison.ownFields) where !fields.isEmpty {
      lines.append("  only \(name) sends \(fields.joined(separator: ", ").onOneLine)")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// One object with everything.
  ///
  /// - Parameters:
  ///   - exit: what the shell is told.
  ///   - scenario: the one that was run; nil for runs of a flow.
  package func json(exit: Int32, _ scenario: String? = nil) -> String {
    var json = JSONWriter()
    json.object { json in
      json.field("kind", "twin")
      if let scenario { json.field("scenario", scenario) }
      json.field("same", comparison.divergence == nil && !haveFailed)
      json.field("lines", comparison.count)
      if let divergence = comparison.divergence { json.field("last", divergence.last) }
      json.array("sides") { json in
        for (index, name) in names.enumerated() {
          json.object { json in
            json.field("backend", name)
            if let divergence = comparison.divergence { json.field("next", divergence.sides[index]) }
            json.field("onlyFields", comparison.ownFields[index])
          }
        }
      }
      json.field("exit", Int(exit))
    }
    return json.text + "\n"
  }

  /// The names, made different where they are the same, and not longer than a line has room for.
  private var labels: [String] {
    let short = names.map { String(Diagnostic.quoting($0, limit: 40).dropFirst().dropLast()) }
    return short[0] == short[1] ? zip(["1st", "2nd"], short).map { "\($0) \($1)" } : short
  }
}
