// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// What a team has decided about findings: which weigh more or less, which are allowed, which are known.
struct FindingPolicy: Sendable {
  /// How much the findings of a rule weigh, by its code; nil for nothing at all.
  var severities: [String: Severity?] = [:]
  var baseline = Baseline()

  /// The findings of a file as the team judges them, in the order of a reader.
  func judge(_ findings: [Diagnostic], in sources: SourceMap) -> [Diagnostic] {
    let judged = allow(findings, in: sources).compactMap { finding -> Diagnostic? in
      guard let severity = severities[finding.code.id] else { return finding }
      guard let severity else { return nil }
      var finding = finding
      finding.severity = severity
      return finding
    }
    return baseline.unknown(judged, in: sources)
  }

  private static func isPart(_ file: SourceFile) -> Bool {
    String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: \.isNewline).contains { $0.hasPrefix("part:") }
  }

  private func allow(_ findings: [Diagnostic], in sources: SourceMap) -> [Diagnostic] {
    // A file that means nothing was not looked at by the rules that can be allowed.
    let isWhole = findings.allSatisfy(\.code.isOpenToPolicy)
    var left = findings
    var added: [Diagnostic] = []
    for (index, file) in sources.files.enumerated() {
      let id = FileID(index: UInt16(truncatingIfNeeded: index))
      let (allowances, problems) = Allowance.read(file, as: id)
      added += problems
      for allowance in allowances {
        let count = left.count
        left.removeAll { finding in
          finding.range.file == id && finding.range.start.line == allowance.line && finding.code.id == allowance.code
        }
        // What a part allows may be of use in another flow.
        guard left.count == count, isWhole, id == .first, !Self.isPart(file) else { continue }
        added.append(
          Diagnostic(
            PolicyRules.uselessAllowance, "nothing breaks `\(allowance.code)` here any more", at: allowance.range,
            help: "take the comment out"))
      }
    }
    return added.isEmpty ? left : (left + added).inReadingOrder()
  }
}
