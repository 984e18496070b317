// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// How often each rule was broken, the most often first; findings in a part that several flows use count once.
package struct RuleStatistics {
  private let counts: [(code: DiagnosticCode, count: Int)]

  package init(_ files: [CheckedFile]) {
    var counts: [String: (code: DiagnosticCode, count: Int)] = [:]
    for file in files {
      for finding in file.toldOnce { counts[finding.code.id, default: (finding.code, 0)].count += 1 }
    }
    self.counts = counts.values.sorted { ($1.count, $0.code.id) < ($0.count, $1.code.id) }
  }

  /// A line for each rule, such as `   3  MFA302 unreachable-step`; empty if nothing was found.
  package var text: String {
    counts.map { code, count in
      let number = String(count)
      return String(repeating: " ", count: max(0, 4 - number.count)) + "\(number)  \(code.id) \(code.slug)\n"
    }.joined()
  }
}
