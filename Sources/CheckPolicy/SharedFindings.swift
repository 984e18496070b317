// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Findings in parts, which are found again in each flow that uses the part: they are told once, with the first flow for which they weigh
/// most.
///
/// Why not with the first: what one flow may let pass is an error of another, and nobody would be told of it.
struct SharedFindings {
  private var told = ToldFindings()
  /// What each permit of a configuration lets pass, by its number.
  private var permitted: [Int: ToldFindings] = [:]

  /// The files, with each finding in the pieces of one file that has it, and nowhere else.
  ///
  /// How many errors and warnings a file has does not change by it: a flow that uses a broken part is broken.
  static func toldOnce(_ files: [CheckedFile], in reports: [any CheckReport]) -> [CheckedFile] {
    guard files.contains(where: { $0.found?.hasOthersFindings ?? false }) else { return files }
    var shared = SharedFindings()
    for check in files.compactMap(\.found) {
      shared.told.expect(check.findingsOfOthers, in: check.sources)
      for finding in check.findings { shared.told.weigh(finding, FindingWeight(finding.severity), in: check.sources) }
      for suppressed in check.suppressed {
        shared.told.weigh(suppressed.finding, FindingWeight(suppressed), in: check.sources)
      }
    }
    return files.map { shared.untold(of: $0, in: reports) }
  }

  private mutating func untold(of file: CheckedFile, in reports: [any CheckReport]) -> CheckedFile {
    guard var check = file.found else { return file }
    let all = check.findings
    let suppressed = check.suppressed
    var file = file
    let permitted = suppressed.filter { isNewForPermit($0, in: check.sources) }
    file.permitted = permitted.compactMap(\.permit)
    file.permittedInVain = permitted.filter { told.weighsMore($0.finding, than: .known, in: check.sources) }
      .compactMap(\.permit)
    check.findings = all.filter { told.isNew($0, FindingWeight($0.severity), in: check.sources) }
    check.suppressed = suppressed.filter { told.isNew($0.finding, FindingWeight($0), in: check.sources) }
    guard check.findings.count < all.count || check.suppressed.count < suppressed.count else { return file }
    file.suppressed = check.suppressed
    file.toldOnce = check.findings
    file.toldElsewhere = Dictionary(grouping: all, by: \.severity).mapValues(\.count)
    for finding in check.findings { file.toldElsewhere[finding.severity, default: 0] -= 1 }
    let shown = check.shown
    file.pieces = zip(reports, file.pieces).map { report, piece in
      report.tellsOnce ? report.piece(of: shown) : piece
    }
    return file
  }

  /// Whether a permit lets a finding pass that it has let pass in no file before.
  private mutating func isNewForPermit(_ suppressed: SuppressedFinding, in sources: SourceMap) -> Bool {
    guard let permit = suppressed.permit else { return false }
    return permitted[permit, default: ToldFindings()].isNew(suppressed.finding, in: sources)
  }
}

extension FindingWeight {
  fileprivate init(_ suppressed: SuppressedFinding) { self = suppressed.means == .baseline ? .known : .suppressed }
}

extension CheckedPath {
  /// What was found in other files than that of the path.
  fileprivate var findingsOfOthers: [Diagnostic] { findings.filter { sources.file($0.range.file)?.path != path } }

  /// Whether something was found in another file than that of the path.
  fileprivate var hasOthersFindings: Bool {
    (findings + suppressed.map(\.finding)).contains { sources.file($0.range.file)?.path != path }
  }
}
