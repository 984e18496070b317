// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Findings in parts, which are found again in each flow that uses the part: they are told once, with the first of them.
struct SharedFindings {
  private var told = ToldFindings()

  /// The files, with each finding in the pieces of the first file that has it, and nowhere else.
  ///
  /// How many errors and warnings a file has does not change by it: a flow that uses a broken part is broken.
  static func toldOnce(_ files: [CheckedFile], in reports: [any CheckReport]) -> [CheckedFile] {
    guard files.contains(where: { $0.found?.hasOthersFindings ?? false }) else { return files }
    var shared = SharedFindings()
    for check in files.compactMap(\.found) { shared.told.expect(check.findingsOfOthers, in: check.sources) }
    return files.map { shared.untold(of: $0, in: reports) }
  }

  private mutating func untold(of file: CheckedFile, in reports: [any CheckReport]) -> CheckedFile {
    guard var check = file.found else { return file }
    let all = check.findings
    let suppressed = check.suppressed
    check.findings = all.filter { told.isNew($0, in: check.sources) }
    check.suppressed = suppressed.filter { told.isNew($0.finding, in: check.sources) }
    guard check.findings.count < all.count || check.suppressed.count < suppressed.count else { return file }
    var file = file
    file.suppressed = check.suppressed
    file.toldOnce = check.findings
    file.toldBefore = Dictionary(grouping: all, by: \.severity).mapValues(\.count)
    for finding in check.findings { file.toldBefore[finding.severity, default: 0] -= 1 }
    let shown = check.shown
    file.pieces = zip(reports, file.pieces).map { report, piece in
      report.tellsOnce ? report.piece(of: shown) : piece
    }
    return file
  }
}

extension CheckedPath {
  /// What was found in other files than that of the path.
  fileprivate var findingsOfOthers: [Diagnostic] { findings.filter { sources.file($0.range.file)?.path != path } }

  /// Whether something was found in another file than that of the path.
  fileprivate var hasOthersFindings: Bool {
    (findings + suppressed.map(\.finding)).contains { sources.file($0.range.file)?.path != path }
  }
}
